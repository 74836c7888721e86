/** The exchange, its maps, and the routing engine. */
@org.jspecify.annotations.NullMarked
module io.mehari.core {
    requires transitive io.mehari.api;
    requires static org.jspecify;

    exports io.mehari.collect;
    exports io.mehari.impl;

    uses io.mehari.Component;
    uses io.mehari.spi.internal.Insight;
}
