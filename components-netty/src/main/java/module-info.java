/** Network endpoints on Netty, {@code netty:tcp} and {@code netty-http}. They are found by their scheme. */
@org.jspecify.annotations.NullMarked
module io.mehari.component.netty {
    requires transitive io.mehari.api;
    requires transitive io.mehari.connector;
    requires io.netty.buffer;
    requires io.netty.codec;
    requires io.netty.codec.compression; // for compression=true
    requires io.netty.codec.http;
    requires io.netty.common;
    requires io.netty.handler;
    requires transitive io.netty.transport;
    requires static io.netty.transport.classes.epoll; // for nativeTransport
    requires static jdk.jfr;
    requires static org.jspecify;

    exports io.mehari.component.netty;

    provides io.mehari.Component with
            io.mehari.component.netty.NettyComponent,
            io.mehari.component.netty.NettyHttpComponent;
}
