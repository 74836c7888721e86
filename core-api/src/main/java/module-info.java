/** The API of Mehari: what users and component authors compile against. It depends on nothing. */
@org.jspecify.annotations.NullMarked
module io.mehari.api {
    requires static org.jspecify;

    exports io.mehari;
    exports io.mehari.builder;
    exports io.mehari.processor;
    exports io.mehari.processor.aggregate;
    exports io.mehari.spi;
    exports io.mehari.support;
    exports io.mehari.support.processor;
    exports io.mehari.support.service;
    exports io.mehari.util;
    exports io.mehari.util.concurrent;
}
