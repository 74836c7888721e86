package io.mehari.component.netty.socket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mehari.Exchange;
import io.mehari.component.netty.ConnectionFailedException;
import io.mehari.component.netty.HostileServer;
import io.mehari.component.netty.Ports;
import io.mehari.component.netty.Warnings;
import io.mehari.connector.SendCompletion;
import io.mehari.impl.DefaultRoutingContext;
import io.netty.channel.ChannelConfig;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.ChannelPromise;
import io.netty.channel.DefaultChannelConfig;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.ssl.SslHandler;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Two threads meet at one place of a client or a listener: each test makes them meet in the order that did harm. */
class ClientRacesTest {
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

    private SocketEndpoint endpoint(String options) {
        return context.getEndpoint(uri(options), SocketEndpoint.class);
    }

    private static void await(BooleanSupplier condition) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("time is up").isLessThan(end);
            Thread.sleep(1);
        }
    }

    @Test
    void aConnectionThatEndsWhileTheLastPlaceIsTakenDoesNotEndAccepting() {
        SocketEndpoint endpoint = endpoint("&maxConnections=2");
        Listener listener = new Listener(endpoint.settings(), "test", endpoint.loops(), channel -> {});
        AtomicReference<Runnable> beforeItStops = new AtomicReference<>(() -> {});
        EmbeddedChannel listening = new EmbeddedChannel() {
            private final ChannelConfig own = new DefaultChannelConfig(this) {
                @Override
                public ChannelConfig setAutoRead(boolean on) {
                    if (!on) {
                        beforeItStops.get().run();
                    }
                    return super.setAutoRead(on);
                }
            };

            @Override
            @SuppressWarnings("ConstantValue") // the constructor of the superclass asks for it
            public ChannelConfig config() {
                return own == null ? super.config() : own;
            }
        };
        listening.pipeline().addLast(listener.new Acceptor());
        EmbeddedChannel first = new EmbeddedChannel();
        EmbeddedChannel second = new EmbeddedChannel();
        listening.pipeline().fireChannelRead(first);
        beforeItStops.set(() -> assertThat(first.close().isSuccess()).isTrue()); // as another event loop may do
        listening.pipeline().fireChannelRead(second);
        listening.runPendingTasks();
        assertThat(listener.connectionCount()).isEqualTo(1);
        assertThat(listening.config().isAutoRead()).isTrue();
    }

    /** Such as too many open files: the connection waits on, and would fail again at once. */
    @Test
    void s4_aListenerThatCannotAcceptPausesForASecondAndSaysSoOnce() {
        SocketEndpoint endpoint = endpoint("");
        Listener listener = new Listener(endpoint.settings(), "test", endpoint.loops(), channel -> {});
        EmbeddedChannel listening = new EmbeddedChannel(listener.new Acceptor());
        listening.freezeTime();
        try (Warnings warnings = new Warnings()) {
            for (int i = 0; i < 3; i++) {
                listening.pipeline().fireExceptionCaught(new IOException("a fault that the test asked for"));
                assertThat(listening.config().isAutoRead()).isFalse();
                listening.advanceTimeBy(1, TimeUnit.SECONDS);
                listening.runScheduledPendingTasks();
                assertThat(listening.config().isAutoRead()).isTrue();
            }
            assertThat(warnings.text()).containsOnlyOnce("could not accept");
        }
    }

    @Test
    void eachSendFailsWhenTheEventLoopHasStopped() throws Exception {
        SocketEndpoint endpoint = endpoint("&sync=false");
        SharedConnection line = new SharedConnection(endpoint, null);
        assertThat(endpoint.loops().shutdownGracefully(0, 1, TimeUnit.SECONDS).await(SECONDS, TimeUnit.SECONDS))
                .isTrue();
        for (int i = 0; i < 3; i++) {
            Exchange exchange = endpoint.createExchange();
            CountDownLatch done = new CountDownLatch(1);
            line.send(new Call(
                    endpoint.queuedSends(),
                    endpoint,
                    exchange,
                    doneSync -> done.countDown(),
                    SendCompletion.Accepted,
                    "message",
                    null));
            assertThat(done.await(SECONDS, TimeUnit.SECONDS)).isTrue();
            assertThat(exchange.getException()).isInstanceOf(ConnectionFailedException.class);
        }
    }

    @Test
    void aConnectionThatOpensTooLateIsClosedAndCountedOnce() throws Exception {
        SocketEndpoint endpoint = endpoint("");
        CountDownLatch mayConnect = new CountDownLatch(1);
        ClientPool pool = new ClientPool(endpoint, new With(endpoint, pipeline -> {
            try {
                mayConnect.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }));
        try (ServerSocket server = new ServerSocket(port)) {
            server.setSoTimeout(SECONDS * 1000);
            Thread.currentThread().interrupt();
            assertThatThrownBy(pool::connectNow).isInstanceOf(ConnectionFailedException.class);
            assertThat(Thread.interrupted()).as("the flag").isTrue();
            mayConnect.countDown();
            assertEnds(server);
        }
        await(() -> pool.connectionCount() == 0);
    }

    private static void assertEnds(ServerSocket server) throws IOException {
        try (Socket late = server.accept()) {
            late.setSoTimeout(SECONDS * 1000);
            assertThat(late.getInputStream().read()).isEqualTo(-1);
        }
    }

    /** The sender learns that it is connected when the other side has already closed the connection. */
    @Test
    void s1_aTlsConnectionThatHasEndedBeforeItsHandshakeBeginsFailsItsCall() throws Exception {
        SocketEndpoint endpoint = endpoint("&ssl=true");
        ClientPool pool =
                new ClientPool(endpoint, new With(endpoint, pipeline -> pipeline.addLast(new ConnectedWhenClosed())));
        Exchange exchange = endpoint.createExchange();
        CountDownLatch done = new CountDownLatch(1);
        try (ServerSocket server = new ServerSocket(port)) {
            pool.send(new Call(
                    endpoint.queuedSends(),
                    endpoint,
                    exchange,
                    doneSync -> done.countDown(),
                    SendCompletion.Reply,
                    "message",
                    null));
            assertThat(done.await(SECONDS, TimeUnit.SECONDS)).as("it ends").isTrue();
            assertThat(server.isBound()).isTrue();
        }
        assertThat(exchange.getException()).isInstanceOf(ConnectionFailedException.class);
        await(() -> pool.connectionCount() == 0);
    }

    private static final class ConnectedWhenClosed extends ChannelOutboundHandlerAdapter {
        @Override
        public void connect(
                ChannelHandlerContext context, SocketAddress remote, SocketAddress local, ChannelPromise promise) {
            var unused = context.connect(remote, local).addListener(connected -> {
                Sockets.close(context.channel());
                whenEmpty(context, promise);
            });
        }

        private static void whenEmpty(ChannelHandlerContext context, ChannelPromise promise) {
            if (context.pipeline().get(SslHandler.class) == null) {
                promise.setSuccess();
            } else {
                context.channel().eventLoop().execute(() -> whenEmpty(context, promise));
            }
        }
    }

    @Test
    void theHandshakeGetsWhatTheConnectionHasLeftOfConnectTimeout() throws Exception {
        String address = uri("&ssl=true&connectTimeout=1s").replace("localhost", "127.0.0.1"); // without a look-up
        SocketEndpoint endpoint = context.getEndpoint(address, SocketEndpoint.class);
        ClientPool pool =
                new ClientPool(endpoint, new With(endpoint, pipeline -> pipeline.addFirst(connectsAfter(750))));
        try (ServerSocket silent = new ServerSocket(port)) {
            assertThatThrownBy(pool::connectNow)
                    .isInstanceOf(ConnectionFailedException.class)
                    .rootCause()
                    .hasMessageFindingMatch("handshake timed out after (1?\\d?\\d|2[0-4]\\d|250)ms");
            assertThat(silent.isBound()).isTrue();
        }
    }

    private static ChannelOutboundHandlerAdapter connectsAfter(int millis) {
        return new ChannelOutboundHandlerAdapter() {
            @Override
            public void connect(
                    ChannelHandlerContext context, SocketAddress remote, SocketAddress local, ChannelPromise promise) {
                Runnable connect = () -> {
                    var unused = context.connect(remote, local, promise);
                };
                var unused = context.executor().schedule(connect, millis, TimeUnit.MILLISECONDS);
            }
        };
    }

    @Test
    void aConnectionThatGetsBytesBeforeItsSenderKnowsOfItIsClosed() throws Exception {
        try (HostileServer server = new HostileServer(HostileServer.LINES, (request, out) -> {})) {
            server.greeting("220 hello\n".getBytes(StandardCharsets.ISO_8859_1));
            port = server.port;
            SocketEndpoint endpoint = endpoint("");
            ClientPool pool = new ClientPool(
                    endpoint, new With(endpoint, pipeline -> pipeline.addFirst(new ConnectedWhenBytesCame())));
            pool.connectNow();
            await(() -> server.open() == 0 && pool.connectionCount() == 0);
        }
    }

    private static final class ConnectedWhenBytesCame extends ChannelDuplexHandler {
        private ChannelPromise whenConnected;

        @Override
        public void connect(
                ChannelHandlerContext context, SocketAddress remote, SocketAddress local, ChannelPromise promise) {
            whenConnected = promise;
            var unused = context.connect(remote, local);
        }

        @Override
        public void channelRead(ChannelHandlerContext context, Object bytes) {
            context.fireChannelRead(bytes);
            whenConnected.setSuccess();
        }
    }

    /** A protocol whose connections have one more handler, or begin in another way. */
    private record With(ClientProtocol other, Consumer<ChannelPipeline> more) implements ClientProtocol {
        @Override
        public void addTo(ChannelPipeline pipeline) {
            more.accept(pipeline);
            other.addTo(pipeline);
        }

        @Override
        public Object request(Exchange exchange) throws Exception {
            return other.request(exchange);
        }

        @Override
        public Object decoded(Object message) throws Exception {
            return other.decoded(message);
        }

        @Override
        public void take(Exchange exchange, Object reply) throws Exception {
            other.take(exchange, reply);
        }

        @Override
        public boolean mayBeReused(Object reply) {
            return other.mayBeReused(reply);
        }
    }
}
