/** Queue endpoints. They are found by their scheme; there is nothing here to call. */
@org.jspecify.annotations.NullMarked
module io.mehari.component.queue {
    requires transitive io.mehari.api;
    requires com.lmax.disruptor;
    requires org.jctools.core.jdk11;
    requires static transitive org.jspecify;

    exports io.mehari.component.queue;
}
