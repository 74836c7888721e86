/** Runs routes as a service; describes them, and shows them through JMX and the flight recorder. */
@org.jspecify.annotations.NullMarked
module io.mehari.main {
    requires transitive io.mehari.core;
    requires static org.jspecify;
    requires static java.logging;
    requires static jdk.jfr;
    requires static transitive java.management;

    exports io.mehari.main;
    exports io.mehari.management;

    provides io.mehari.impl.observe.Insight with
            io.mehari.observe.RouteInsight;
}
