/** The exchange, its maps, and the routing engine. */
@org.jspecify.annotations.NullMarked
module io.mehari.core {
    requires transitive io.mehari.api;
    requires static org.jspecify;
    requires static java.logging;
    requires static jdk.jfr;
    requires static transitive java.management;

    exports io.mehari.collect;
    exports io.mehari.component.mock;
    exports io.mehari.impl;
    exports io.mehari.main;
    exports io.mehari.management;

    uses io.mehari.Component;
}
