/** Tests of routes: mocks, waiting for messages, and simulated time under a seed. For the test scope of programs. */
@org.jspecify.annotations.NullMarked
module io.mehari.testing {
    requires transitive io.mehari.core;
    requires transitive org.junit.jupiter.api;
    requires org.junit.platform.commons;
    requires static org.jspecify;

    exports io.mehari.component.mock;
    exports io.mehari.testing;

    provides io.mehari.Component with
            io.mehari.component.mock.MockComponent;
}
