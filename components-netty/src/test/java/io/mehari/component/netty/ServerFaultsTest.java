package io.mehari.component.netty;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mehari.AsyncCallback;
import io.mehari.AsyncProcessor;
import io.mehari.Consumer;
import io.mehari.Exchange;
import io.mehari.ProducerTemplate;
import io.mehari.component.netty.socket.ScarceLoops;
import io.mehari.component.netty.socket.SocketEndpoint;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.spi.ShutdownAware;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.EncoderException;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.EventExecutor;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Law S4: what the JVM or a logger throws ends a connection or a send at most, and no count stays behind. */
@Timeout(60)
class ServerFaultsTest {
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

    private String uri(boolean http) {
        return (http
                        ? "netty-http:http://localhost:" + port + "/?"
                        : "netty:tcp://localhost:" + port + "?textline=true&")
                + "maxInFlight=1";
    }

    /** The first bytes of the answer; empty if the server has closed the connection. */
    private String ask(boolean http) throws IOException {
        try (Socket socket = new Socket("localhost", port)) {
            socket.setSoTimeout(SECONDS * 1000);
            socket.getOutputStream().write((http ? "GET / HTTP/1.1\r\nHost: a\r\n\r\n" : "hello\n").getBytes(US_ASCII));
            byte[] answer = socket.getInputStream().readNBytes(3);
            return new String(answer, US_ASCII);
        } catch (java.net.SocketException e) {
            return "";
        }
    }

    private static void await(BooleanSupplier condition) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("time is up").isLessThan(end);
            Thread.sleep(1);
        }
    }

    /** As if the memory had run out in a frame between the connection and the route. */
    private record Throwing(AtomicInteger failures) implements AsyncProcessor {
        @Override
        public void process(Exchange exchange) {
            exchange.setBody("answer");
        }

        @Override
        public boolean process(Exchange exchange, AsyncCallback callback) {
            if (failures.getAndDecrement() > 0) {
                throw new OutOfMemoryError("a fault that the test asked for");
            }
            process(exchange);
            callback.done(true);
            return true;
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void s4_anErrorBeforeTheRouteEndsItsConnectionAlone(boolean http) throws Exception {
        SocketEndpoint endpoint = context.getEndpoint(uri(http), SocketEndpoint.class);
        Consumer consumer = endpoint.createConsumer(new Throwing(new AtomicInteger(3)));
        consumer.start();
        for (int i = 0; i < 3; i++) {
            assertThat(ask(http)).isEmpty();
        }
        assertThat(ask(http)).isNotEmpty();
        await(() -> !((ShutdownAware) consumer).hasTaken());
        consumer.stop();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void s4_aLoggerThatThrowsKeepsNoPlace(boolean http) throws Exception {
        AtomicBoolean failing = new AtomicBoolean(true);
        context.addRoutes(r -> r.from(uri(http)).process(exchange -> {
            if (failing.get()) {
                throw new IllegalStateException("a fault that the test asked for");
            }
            exchange.setBody("answer");
        }));
        try (Throws logger = new Throws("io.mehari")) {
            for (int i = 0; i < 3; i++) {
                assertThat(ask(http)).isIn("", "HTT");
            }
            assertThat(logger.calls).hasPositiveValue();
        }
        failing.set(false);
        assertThat(ask(http)).isNotEmpty();
        await(() -> context.stats().inflight() == 0);
    }

    @Test
    void s4_anEventLoopContinuesWhenNettyCannotLog() throws Exception {
        context.addRoutes(r -> r.from(uri(false)).setBody(exchange -> "answer"));
        SocketEndpoint endpoint = context.getEndpoint(uri(false), SocketEndpoint.class);
        try (Throws logger = new Throws("io.netty")) {
            for (EventExecutor each : endpoint.loops()) {
                CountDownLatch done = new CountDownLatch(1);
                each.execute(() -> {
                    each.execute(done::countDown);
                    throw new IllegalStateException("a fault that the test asked for");
                });
                assertThat(done.await(SECONDS, TimeUnit.SECONDS)).isTrue();
            }
            assertThat(logger.calls).hasPositiveValue();
        }
        assertThat(ask(false)).isEqualTo("ans");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void s4_aReplyThatCannotBeEncodedEndsItsConnectionAndNamesItsRoute(boolean http) throws Exception {
        NettyComponent component = http ? new NettyHttpComponent() : new NettyComponent();
        context.addComponent(component);
        ScarceLoops loops = new ScarceLoops(component.loops);
        context.addRoutes(r -> r.from(uri(http)).routeId("speaker").setBody(exchange -> "answer"));
        try (Warnings warnings = new Warnings();
                Socket socket = new Socket("localhost", port)) {
            socket.setSoTimeout(2_000);
            await(() ->
                    loops.connections.size() == 1 && loops.connections.get(0).isActive());
            loops.connections.get(0).pipeline().addLast(new ChannelOutboundHandlerAdapter() {
                @Override
                public void write(ChannelHandlerContext writing, Object message, ChannelPromise promise) {
                    ReferenceCountUtil.release(message);
                    throw new EncoderException("a fault that the test asked for");
                }
            });
            socket.getOutputStream().write((http ? "GET / HTTP/1.1\r\nHost: a\r\n\r\n" : "hello\n").getBytes(US_ASCII));
            assertThat(socket.getInputStream().read()).isEqualTo(-1);
            assertThat(warnings.text()).containsOnlyOnce("Route speaker").contains("could not be encoded");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void s4_aSendThatCannotWakeOrConnectItsSharedConnectionLeavesItToTheNext(boolean wakes) throws Exception {
        NettyComponent component = new NettyComponent();
        context.addComponent(component);
        ScarceLoops loops = new ScarceLoops(component.loops);
        ProducerTemplate template = context.createProducerTemplate();
        String uri = "netty:tcp://localhost:" + port + "?textline=true&sync=false";
        try (ServerSocket server = new ServerSocket(port)) {
            loops.scarce = !wakes;
            loops.unregistered.set(wakes ? 1 : 0);
            CompletableFuture<?> failing = template.asyncSendBody(uri, "one");
            assertThatThrownBy(() -> failing.get(2, TimeUnit.SECONDS)).isInstanceOf(ExecutionException.class);
            loops.scarce = false;
            template.asyncSendBody(uri, "two").get(2, TimeUnit.SECONDS);
            assertThat(LineServer.readLine(server.accept().getInputStream())).isEqualTo("two");
        }
    }

    @Test
    void s4_aLinkThatCannotBeginToConnectTriesAgain() throws Exception {
        NettyComponent component = new NettyComponent();
        context.addComponent(component);
        new ScarceLoops(component.loops).unregistered.set(1);
        try (ServerSocket server = new ServerSocket(port)) {
            server.setSoTimeout(2_000);
            context.addRoutes(r -> r.from(uri(false) + "&clientMode=true").process(exchange -> {}));
            server.accept().close();
        }
    }

    /** Its message and its answer fill the memory for both, so that another one passes only if they count no more. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void s4_aBatchThatCannotComeBackToAClosedConnectionLeavesNoCount(boolean http) throws Exception {
        String options = "&maxBufferedBytes=64000&readTimeout=400" + (http ? "" : "&decoderMaxLineLength=50000");
        NettyComponent component = http ? new NettyHttpComponent() : new NettyComponent();
        context.addComponent(component);
        ScarceLoops loops = new ScarceLoops(component.loops);
        CountDownLatch inRoute = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        context.addRoutes(r -> r.from(uri(http) + options).process(exchange -> {
            inRoute.countDown();
            goOn.await();
        }));
        byte[] message = (http
                        ? "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 40000\r\n\r\n" + "x".repeat(40_000)
                        : "x".repeat(40_000) + "\n")
                .getBytes(US_ASCII);
        try (Socket first = new Socket("localhost", port)) {
            first.getOutputStream().write(message);
            assertThat(inRoute.await(SECONDS, TimeUnit.SECONDS)).isTrue();
            Channel closing = loops.connections.get(0);
            closing.close().sync();
            for (int i = 0; i < 2; i++) { // then the handlers know of it
                closing.eventLoop().submit(() -> {}).sync();
            }
            loops.scarce = true;
            goOn.countDown();
            await(() -> loops.refused.get() > 0);
            loops.scarce = false;
            await(() -> isEchoed(message));
        }
    }

    private boolean isEchoed(byte[] message) {
        try (Socket socket = new Socket("localhost", port)) {
            socket.setSoTimeout(500);
            socket.getOutputStream().write(message);
            return socket.getInputStream().readNBytes(40_000).length == 40_000;
        } catch (IOException e) {
            return false;
        }
    }

    /** A handler of loggers that throws, as one may if the heap is full. */
    private static final class Throws extends Handler implements AutoCloseable {
        final AtomicInteger calls = new AtomicInteger();
        private final Logger logger;

        Throws(String name) {
            logger = Logger.getLogger(name);
            logger.addHandler(this);
        }

        @Override
        public void publish(LogRecord line) {
            calls.incrementAndGet();
            throw new OutOfMemoryError("a fault that the test asked for");
        }

        @Override
        public void flush() {}

        @Override
        public void close() {
            logger.removeHandler(this);
        }
    }
}
