/** Queue endpoints. They are found by their scheme; there is nothing here to call. */
@org.jspecify.annotations.NullMarked
module io.mehari.component.queue {
    requires io.mehari.api;
    requires static org.jspecify;
}
