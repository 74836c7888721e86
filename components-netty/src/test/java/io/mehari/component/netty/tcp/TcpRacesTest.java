package io.mehari.component.netty.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.ProducerTemplate;
import io.mehari.component.netty.LineServer;
import io.mehari.component.netty.Ports;
import io.mehari.impl.DefaultRoutingContext;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.channel.embedded.EmbeddedChannel;
import java.net.ServerSocket;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import javax.net.ServerSocketFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Two threads meet at one place of {@code netty:tcp}: each test makes them meet in the order that did harm. */
class TcpRacesTest {
    private static final int SECONDS = 20;

    private final DefaultRoutingContext context = new DefaultRoutingContext();
    private int port;

    @BeforeEach
    void start() throws Exception {
        port = Ports.free();
        context.start();
    }

    @AfterEach
    void stop() {
        context.close();
    }

    private String uri(String options) {
        return "netty:tcp://localhost:" + port + "?textline=true" + options;
    }

    private TcpEndpoint endpoint(String options) {
        return context.getEndpoint(uri(options), TcpEndpoint.class);
    }

    private static void await(BooleanSupplier condition) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("time is up").isLessThan(end);
            Thread.sleep(1);
        }
    }

    @Test
    void aSenderThatKeepsItsConnectionSendsAgainWhenTheContextHasStartedAgain() throws Exception {
        LineServer server = new LineServer(port, ServerSocketFactory.getDefault());
        server.start();
        ProducerTemplate template = context.createProducerTemplate();
        template.sendBody(uri("&sync=false"), "before");
        await(() -> server.received.size() == 1);
        context.stop();
        context.start();
        for (int i = 1; i <= 3; i++) {
            template.asyncSendBody(uri("&sync=false"), "after " + i).get(SECONDS, TimeUnit.SECONDS);
        }
        await(() -> server.received.size() == 4);
        assertThat(server.received()).containsExactly("before", "after 1", "after 2", "after 3");
        server.stop();
    }

    @Test
    void aConnectionIsReadIfItsRouteWasResumedBeforeThePauseCame() {
        TcpEndpoint endpoint = endpoint("");
        TcpConsumer consumer = new TcpConsumer(endpoint, exchange -> {});
        AtomicInteger reads = new AtomicInteger();
        TcpServerConnection connection = new TcpServerConnection(consumer, endpoint.settings());
        EmbeddedChannel channel = new EmbeddedChannel();
        channel.config().setAutoRead(false);
        channel.pipeline()
                .addLast(
                        new ChannelOutboundHandlerAdapter() {
                            @Override
                            public void read(ChannelHandlerContext reading) {
                                reads.incrementAndGet();
                            }
                        },
                        connection);
        AtomicBoolean open = new AtomicBoolean();
        connection.pauseUnless(open::get);
        open.set(true);
        channel.runPendingTasks();
        int before = reads.get();
        channel.pipeline().fireChannelReadComplete();
        assertThat(reads.get()).isEqualTo(before + 1);
    }

    @Test
    void aLinkThatIsSuspendedWhileItConnectsConnectsAgainWhenItIsResumed() throws Exception {
        TcpEndpoint endpoint = endpoint("&clientMode=true&reconnect=false");
        AtomicReference<OutgoingLink> link = new AtomicReference<>();
        AtomicInteger made = new AtomicInteger();
        CountDownLatch closing = new CountDownLatch(1);
        link.set(new OutgoingLink(endpoint.settings(), endpoint, channel -> {
            if (made.incrementAndGet() == 1) {
                link.get().stop(); // as a suspend of the route does
                channel.pipeline().addLast(closesLate(closing));
            }
        }));
        try (ServerSocket server = new ServerSocket(port)) {
            link.get().start();
            assertThat(closing.await(SECONDS, TimeUnit.SECONDS)).isTrue();
            link.get().start();
            await(() -> made.get() == 2);
            assertThat(server.isBound()).isTrue();
        }
        link.get().close();
    }

    /** As TLS does, which says goodbye first. */
    private static ChannelOutboundHandlerAdapter closesLate(CountDownLatch closing) {
        return new ChannelOutboundHandlerAdapter() {
            @Override
            public void close(ChannelHandlerContext closed, ChannelPromise promise) {
                closing.countDown();
            }
        };
    }
}
