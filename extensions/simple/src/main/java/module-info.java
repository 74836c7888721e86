/** The language {@code simple}, and calls of beans: what the core does not read itself. Found by {@code ServiceLoader}. */
@org.jspecify.annotations.NullMarked
module io.mehari.simple {
    requires transitive io.mehari.core;
    requires static org.jspecify;

    provides io.mehari.Component with
            io.mehari.simple.BeanComponent;
    provides io.mehari.impl.text.TextLanguage with
            io.mehari.simple.Simple;
}
