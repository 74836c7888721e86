/** The exchange, its maps, and the routing engine. */
@org.jspecify.annotations.NullMarked
@SuppressWarnings("module") // those that read the packages for some are compiled after this
module io.mehari.core {
    requires transitive io.mehari.api;
    requires static org.jspecify;

    exports io.mehari.collect;
    exports io.mehari.impl;
    exports io.mehari.impl.base to
            io.mehari.main,
            io.mehari.testing;
    exports io.mehari.impl.observe to
            io.mehari.main,
            io.mehari.testing;
    exports io.mehari.impl.text to
            io.mehari.api,
            io.mehari.simple;

    uses io.mehari.Component;
    uses io.mehari.impl.observe.Insight;
    uses io.mehari.impl.text.TextLanguage;
}
