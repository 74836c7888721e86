/**
 * Maps for headers and properties, without the rest of Mehari. {@code io.mehari.core} contains the same package: a
 * program requires either that module or this one. If it requires both, Java does not start.
 */
@org.jspecify.annotations.NullMarked
module io.mehari.collect {
    requires static org.jspecify;

    exports io.mehari.collect;
}
