/** The laws of connectors as JUnit tests to extend. The tests of a connector read this module; programs do not. */
@org.jspecify.annotations.NullMarked
module io.mehari.laws {
    requires transitive io.mehari.core;
    requires transitive org.junit.jupiter.api;
    requires org.junit.jupiter.params;
    requires org.assertj.core;
    requires java.logging;
    requires static org.jspecify;

    exports io.mehari.laws;
}
