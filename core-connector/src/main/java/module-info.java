/** What connectors share, for authors of components that talk to other processes. */
@org.jspecify.annotations.NullMarked
module io.mehari.connector {
    requires transitive io.mehari.api;
    requires static org.jspecify;

    exports io.mehari.connector;
}
