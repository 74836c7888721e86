package io.mehari.component.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.mehari.RoutingContext;
import io.mehari.component.netty.socket.EventLoops;
import io.mehari.component.netty.socket.Sockets;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.laws.ConsumerFixture;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollServerSocketChannel;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The laws of the receiving side on Netty's own epoll. Skipped where its library cannot be loaded. */
class NativeTransportTest extends TcpConsumerLawsTest {

    @BeforeEach
    void needsEpoll() {
        assumeTrue(Epoll.isAvailable(), "there is no epoll for this machine on the class path");
    }

    @Override
    protected ConsumerFixture newFixture() throws Exception {
        return new Lines(Ports.free()) {
            @Override
            public void prepare(RoutingContext context) {
                NettyComponent component = new NettyComponent();
                component.setNativeTransport(true);
                context.addComponent(component);
            }
        };
    }

    @Test
    void clientsAndServersUseIt() {
        EventLoops loops = new EventLoops("test");
        loops.setNativeTransport(true);
        assertThat(Sockets.serverClass(loops.get())).isEqualTo(EpollServerSocketChannel.class);
        loops.stop();
    }

    @Test
    void aClientAndAnHttpServerTalk() throws Exception {
        try (DefaultRoutingContext context = new DefaultRoutingContext()) {
            NettyHttpComponent component = new NettyHttpComponent();
            component.setNativeTransport(true);
            context.addComponent(component);
            String uri = "netty-http:http://localhost:" + Ports.free() + "/a";
            context.addRoutes(r -> r.from(uri).setBody(exchange -> "re: " + exchange.getBody(String.class)));
            context.start();
            assertThat(context.createProducerTemplate().requestBody(uri, "hello", String.class))
                    .isEqualTo("re: hello");
        }
    }
}
