/** Queue endpoints, {@code seda:} and {@code disruptor:}. They are found by their scheme. */
@org.jspecify.annotations.NullMarked
module io.mehari.component.queue {
    requires transitive io.mehari.api;
    requires transitive io.mehari.connector;
    requires com.lmax.disruptor;
    requires static org.jspecify;
    requires static jdk.jfr;

    exports io.mehari.component.queue;

    provides io.mehari.Component with
            io.mehari.component.queue.SedaComponent,
            io.mehari.component.queue.DisruptorComponent;
}
