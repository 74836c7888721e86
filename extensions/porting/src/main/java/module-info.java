/** What code that was written for Apache Camel extends and calls, under the names that it knows. */
@org.jspecify.annotations.NullMarked
module io.mehari.porting {
    requires transitive io.mehari.api;
    requires static org.jspecify;

    exports io.mehari.support;

    provides io.mehari.spi.internal.OtherOptions with
            io.mehari.support.internal.CamelOptions;
}
