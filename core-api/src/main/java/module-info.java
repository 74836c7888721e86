/** The API of Mehari: what users and component authors compile against. It depends on nothing. */
@org.jspecify.annotations.NullMarked
@SuppressWarnings("module") // those that read the packages for some are compiled after this
module io.mehari.api {
    requires static org.jspecify;
    requires static java.logging;

    exports io.mehari;
    exports io.mehari.builder;
    exports io.mehari.builder.model to
            io.mehari.core,
            io.mehari.main,
            io.mehari.simple,
            io.mehari.testing;
    exports io.mehari.processor;
    exports io.mehari.processor.aggregate;
    exports io.mehari.spi;
    exports io.mehari.spi.internal to
            io.mehari.component.camel,
            io.mehari.component.jms,
            io.mehari.component.kafka,
            io.mehari.component.netty,
            io.mehari.component.queue,
            io.mehari.connector,
            io.mehari.core,
            io.mehari.laws,
            io.mehari.main,
            io.mehari.micrometer,
            io.mehari.porting,
            io.mehari.simple,
            io.mehari.spring.boot,
            io.mehari.testing;

    uses io.mehari.spi.internal.OtherOptions;
}
