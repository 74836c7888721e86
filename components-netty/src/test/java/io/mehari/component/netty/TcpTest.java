package io.mehari.component.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mehari.Exchange;
import io.mehari.ExchangePattern;
import io.mehari.InvalidOptionException;
import io.mehari.ProducerTemplate;
import io.mehari.builder.Routes;
import io.mehari.impl.DefaultRoutingContext;
import io.netty.handler.codec.LineBasedFrameDecoder;
import io.netty.handler.codec.string.StringDecoder;
import io.netty.handler.codec.string.StringEncoder;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import javax.net.ServerSocketFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code netty:tcp} beyond the laws: frames, limits, pools, client mode. */
class TcpTest {
    private final DefaultRoutingContext context = new DefaultRoutingContext();
    private final ProducerTemplate template = context.createProducerTemplate();
    private int port;

    @BeforeEach
    void choosePort() throws IOException {
        port = Ports.free();
    }

    @AfterEach
    void stop() {
        context.close();
    }

    private void start(Routes routes) throws Exception {
        context.addRoutes(routes);
        context.start();
    }

    private String uri(String options) {
        return "netty:tcp://localhost:" + port + "?" + options;
    }

    private Socket connect() throws IOException {
        Socket socket = new Socket("localhost", port);
        socket.setSoTimeout(60_000);
        return socket;
    }

    private static void await(BooleanSupplier condition) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("time is up").isLessThan(end);
            Thread.sleep(1);
        }
    }

    // ---- life

    @Test
    void aRouteThatIsSuspendedFreesItsPortForWhenItIsResumed() throws Exception {
        start(r -> r.from(uri("textline=true")).routeId("a").process(exchange -> {}));
        for (int i = 0; i < 300; i++) {
            context.getRouteController().suspendRoute("a");
            context.getRouteController().resumeRoute("a");
        }
        assertThat(template.requestBody(uri("textline=true"), "x")).isEqualTo("x");
    }

    @Test
    void aThreadThatCannotBeMadeCostsOneConnectionAndNoPlace() throws Exception {
        var extension = context.getRoutingContextExtension();
        ScarceThreads threads = new ScarceThreads(extension.getThreadPools());
        extension.setThreadPools(threads);
        start(r -> r.from(uri("textline=true&maxInFlight=1")).routeId("a").process(exchange -> {}));
        for (int i = 0; i < 5; i++) {
            threads.scarce.set(1);
            try (Socket socket = connect()) {
                socket.getOutputStream().write("one\ntwo\n".getBytes(StandardCharsets.UTF_8));
                assertThat(socket.getInputStream().read()).isEqualTo(-1);
            }
            assertThat(template.requestBody(uri("textline=true&disconnect=true"), "x"))
                    .isEqualTo("x");
        }
        assertThat(context.getRouteController().stopRoute("a", Duration.ofSeconds(1)))
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"textline=true", "textline=true&sync=false", "textline=true&producerPoolMaxTotal=2"})
    void aSenderThatBlocksIsWokenWithoutAnotherThread(String options) throws Exception {
        start(r -> r.from(uri(options)).process(exchange -> {}));
        for (int i = 0; i < 5; i++) {
            template.sendBody(uri(options), "x");
        }
        assertThat(Thread.getAllStackTraces().keySet())
                .extracting(Thread::getName)
                .noneMatch(each -> each.startsWith(context.getName() + "-worker"));
    }

    // ---- frames

    @ParameterizedTest
    @ValueSource(
            strings = {
                "textline=true",
                "textline=true&delimiter=NULL",
                "lengthField=1",
                "lengthField=2",
                "lengthField=3",
                "lengthField=4",
                "fixedLength=5"
            })
    void aBodyGoesThereAndBack(String frames) throws Exception {
        start(r -> r.from(uri(frames)).process(exchange -> {
            String body = exchange.getBody(String.class);
            exchange.setBody(new StringBuilder(body).reverse().toString());
        }));
        for (int i = 0; i < 3; i++) {
            assertThat(template.requestBody(uri(frames), "ab\tc" + i, String.class))
                    .isEqualTo(i + "c\tba");
        }
    }

    @Test
    void aLengthFieldCountsTheBytesOfTheBody() throws Exception {
        start(r -> r.from(uri("lengthField=2")).setBody(exchange -> new byte[300]));
        try (Socket socket = connect()) {
            socket.getOutputStream().write(new byte[] {0, 3, 'a', 'b', 'c'});
            byte[] reply = socket.getInputStream().readNBytes(302);
            assertThat(reply[0]).isEqualTo((byte) 1);
            assertThat(reply[1]).isEqualTo((byte) 44);
        }
    }

    @Test
    void anotherCharacterSetIsUsedBothWays() throws Exception {
        String latin = "textline=true&encoding=ISO-8859-1";
        start(r -> r.from(uri(latin)).process(exchange -> {}));
        try (Socket socket = connect()) {
            socket.getOutputStream().write("gr\u00fcn\n".getBytes(StandardCharsets.ISO_8859_1));
            assertThat(socket.getInputStream().readNBytes(5))
                    .isEqualTo("gr\u00fcn\n".getBytes(StandardCharsets.ISO_8859_1));
        }
    }

    @Test
    void aTextWithALineEndIsNotSentAsTwoMessages() throws Exception {
        start(r -> r.from(uri("textline=true")).process(exchange -> {}));
        Exchange sent = template.send(uri("textline=true"), exchange -> exchange.setBody("one\r\ntwo"));
        assertThat(sent.getException()).hasMessageContaining("autoAppendDelimiter");
        assertThat(template.requestBody(uri("textline=true"), "with an end\n")).isEqualTo("with an end");
    }

    @Test
    void aLineThatIsTooLongEndsItsConnection() throws Exception {
        start(r -> r.from(uri("textline=true&decoderMaxLineLength=10")).process(exchange -> {}));
        try (Socket socket = connect()) {
            socket.getOutputStream().write("12345678901234567890\n".getBytes(StandardCharsets.UTF_8));
            assertThat(socket.getInputStream().read()).isEqualTo(-1);
        }
    }

    @Test
    void aFrameThatIsTooLongEndsItsConnection() throws Exception {
        start(r -> r.from(uri("lengthField=4&maxFrameLength=100")).process(exchange -> {}));
        try (Socket socket = connect()) {
            socket.getOutputStream().write(new byte[] {0x7f, -1, -1, -1, 1});
            assertThat(socket.getInputStream().read()).isEqualTo(-1);
        }
        Exchange sent = template.send(uri("lengthField=1"), exchange -> exchange.setBody(new byte[256]));
        assertThat(sent.getException()).hasMessageContaining("at most 255");
    }

    private void bindCodec() {
        context.getRegistry().bind("lines", (NettyCodec) pipeline -> pipeline.addLast(
                new LineBasedFrameDecoder(1024),
                new StringDecoder(StandardCharsets.UTF_8),
                new StringEncoder(StandardCharsets.UTF_8)));
    }

    @Test
    void aCodecOfTheUsersIsUsedBothWays() throws Exception {
        bindCodec();
        start(r -> r.from(uri("codec=#lines")).setBody(exchange -> "re: " + exchange.getBody() + "\n"));
        assertThat(template.requestBody(uri("codec=#lines"), "hello\n")).isEqualTo("re: hello");
    }

    @Test
    void aReplyThatTheCodecDoesNotEncodeEndsItsConnectionAndIsNamed() throws Exception {
        bindCodec();
        start(r -> r.from(uri("codec=#lines")).routeId("counter").setBody(exchange -> 7));
        try (Warnings warnings = new Warnings();
                Socket socket = connect()) {
            socket.setSoTimeout(2_000);
            socket.getOutputStream().write("hello\n".getBytes(StandardCharsets.UTF_8));
            assertThat(socket.getInputStream().read()).isEqualTo(-1);
            assertThat(warnings.text()).contains("Route counter", "could not be encoded", "Integer");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "textline=true&fixedLength=5",
                "lengthField=5",
                "textline=true&encoding=UTF-16",
                "textline=true&encoding=nothing",
                "textline=true&sync=false&completion=Reply",
                "textline=true&maxInFlight=0",
                "textline=true&certificateFile=a&ssl=true",
                "textline=true&keyFile=a&certificateFile=b"
            })
    void optionsThatMakeNoSenseAreRefused(String options) {
        context.start();
        assertThatThrownBy(() -> context.getEndpoint(uri(options))).isInstanceOf(InvalidOptionException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "netty:udp://localhost:1",
                "netty:tcp://localhost",
                "netty:tcp://localhost:99999",
                "netty:tcp://user:secret@localhost:1"
            })
    void addressesThatMakeNoSenseAreRefused(String uri) {
        context.start();
        assertThatThrownBy(() -> context.getEndpoint(uri + "?textline=true"))
                .isInstanceOf(InvalidOptionException.class)
                .hasMessageNotContaining("secret");
    }

    // ---- one way

    @Test
    void k5_oneWayMessagesArriveInTheirOrder() throws Exception {
        List<Integer> seen = new ArrayList<>(); // of one connection, so of one message at a time
        start(r ->
                r.from(uri("textline=true&sync=false")).process(exchange -> seen.add(exchange.getBody(Integer.class))));
        for (int i = 0; i < 5_000; i++) {
            template.sendBody(uri("textline=true&sync=false&completion=Queued"), i);
        }
        await(() -> seen.size() == 5_000);
        assertThat(seen).isSorted();
    }

    @Test
    void linesThatCameBeforeTheEndOfTheConnectionAreProcessed() throws Exception {
        ConcurrentLinkedQueue<String> seen = new ConcurrentLinkedQueue<>();
        start(r -> r.from(uri("textline=true&sync=false"))
                .delay(1)
                .process(exchange -> seen.add(exchange.getBody(String.class))));
        try (Socket socket = connect()) {
            socket.getOutputStream().write("a\nb\nc\nd".getBytes(StandardCharsets.UTF_8));
        }
        await(() -> seen.size() == 3);
        assertThat(seen).containsExactly("a", "b", "c");
    }

    @Test
    void whoSendsNoMoreStillGetsItsReplies() throws Exception {
        start(r -> r.from(uri("textline=true")).delay(20).process(exchange -> {}));
        try (Socket socket = connect()) {
            socket.getOutputStream().write("a\nb\n".getBytes(StandardCharsets.UTF_8));
            socket.shutdownOutput();
            assertThat(socket.getInputStream().readAllBytes()).isEqualTo("a\nb\n".getBytes(StandardCharsets.UTF_8));
        }
    }

    // ---- K3: bounds

    @Test
    void k3_aSenderThatIsNotReadIsHeldBackByTheSocket() throws Exception {
        Semaphore mayEnd = new Semaphore(0);
        start(r -> r.from(uri("textline=true&sync=false")).process(exchange -> mayEnd.acquireUninterruptibly()));
        try (Socket socket = connect()) {
            CompletableFuture<Long> sent = new CompletableFuture<>();
            AtomicLong bytes = new AtomicLong();
            Thread sender = new Thread(() -> {
                byte[] line = ("x".repeat(999) + "\n").getBytes(StandardCharsets.UTF_8);
                try {
                    for (int i = 0; i < 20_000; i++) {
                        socket.getOutputStream().write(line);
                        bytes.addAndGet(line.length);
                    }
                    sent.complete(bytes.get());
                } catch (IOException e) {
                    sent.completeExceptionally(e);
                }
            });
            sender.start();
            long before = -1;
            while (bytes.get() != before) { // until it stands still
                before = bytes.get();
                Thread.sleep(200);
            }
            assertThat(before).isPositive().isLessThan(15_000_000);
            mayEnd.release(20_000);
            assertThat(sent.get(60, TimeUnit.SECONDS)).isEqualTo(20_000_000);
        }
        await(() -> context.stats().completed() == 20_000);
    }

    @Test
    void k3_moreConnectionsThanAllowedWait() throws Exception {
        start(r -> r.from(uri("textline=true&maxConnections=2")).process(exchange -> {}));
        NettyEndpoint endpoint = context.getEndpoint(uri("textline=true&maxConnections=2"), NettyEndpoint.class);
        try (Socket first = connect();
                Socket second = connect();
                Socket third = connect()) {
            await(() -> endpoint.getServerConnections() == 2);
            third.setSoTimeout(200);
            third.getOutputStream().write("x\n".getBytes(StandardCharsets.UTF_8));
            assertThatThrownBy(() -> third.getInputStream().read()).isInstanceOf(IOException.class);
            assertThat(endpoint.getServerConnections()).isEqualTo(2);
            third.setSoTimeout(60_000);
            first.shutdownOutput(); // the server closes it then
            assertThat(third.getInputStream().read()).isEqualTo('x');
            assertThat(second.isConnected()).isTrue();
        }
    }

    @Test
    void k3_theConnectionsOfASenderAreBounded() throws Exception {
        LineServer server = new LineServer(port, ServerSocketFactory.getDefault());
        server.start();
        server.hold();
        String uri = uri("textline=true&producerPoolMaxTotal=3");
        context.start();
        List<CompletableFuture<?>> sent = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            sent.add(template.asyncRequestBody(uri, "message " + i));
        }
        await(() -> server.received().size() == 3);
        Thread.sleep(50);
        assertThat(server.connections()).isEqualTo(3);
        assertThat(context.getEndpoint(uri, NettyEndpoint.class).getClientConnections())
                .isEqualTo(3);
        server.release();
        for (int i = 0; i < 20; i++) {
            assertThat(sent.get(i).get(60, TimeUnit.SECONDS)).isEqualTo("re: message " + i);
        }
        assertThat(server.connections()).isEqualTo(3);
        server.stop();
    }

    // ---- times

    @Test
    void k8_aClientThatSendsItsMessageTooSlowlyIsCut() throws Exception {
        start(r -> r.from(uri("textline=true&readTimeout=200")).process(exchange -> {}));
        try (Socket socket = connect()) {
            long begin = System.nanoTime();
            assertThatThrownBy(() -> {
                        while (System.nanoTime() - begin < TimeUnit.SECONDS.toNanos(5)) {
                            socket.getOutputStream().write('a'); // a byte now and then, and never a whole line
                            Thread.sleep(20);
                        }
                    })
                    .isInstanceOf(IOException.class);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\nb", "a\nb\nc\nd"})
    void k8_aMessageThatBeginsInTheReadOfTheOneBeforeIsCut(String sent) throws Exception {
        start(r -> r.from(uri("textline=true&readTimeout=100")).process(exchange -> {}));
        try (Socket socket = connect()) {
            socket.setSoTimeout(2_000);
            socket.getOutputStream().write(sent.getBytes(StandardCharsets.UTF_8));
            assertThat(socket.getInputStream().readAllBytes()).hasSize(sent.length() - 1);
        }
    }

    /** While a message is in the route and another one waits, the server does not read. */
    @Test
    void k8_theTimeOfAMessageStandsWhileTheServerDoesNotRead() throws Exception {
        start(r -> r.from(uri("textline=true&readTimeout=400")).process(exchange -> {
            if ("slow".equals(exchange.getBody(String.class))) {
                Thread.sleep(1_000);
            }
        }));
        try (Socket socket = connect()) {
            socket.setSoTimeout(5_000);
            socket.getOutputStream().write("slow\n".getBytes(StandardCharsets.UTF_8));
            Thread.sleep(100);
            socket.getOutputStream().write("b\nc".getBytes(StandardCharsets.UTF_8));
            assertThat(socket.getInputStream().readNBytes(7)).hasSize(7);
            Thread.sleep(150);
            socket.getOutputStream().write("\n".getBytes(StandardCharsets.UTF_8));
            assertThat(socket.getInputStream().readNBytes(2)).hasSize(2);
        }
    }

    @Test
    void anIdleConnectionIsClosedIfTheUriSaysSo() throws Exception {
        start(r -> r.from(uri("textline=true&idleTimeout=100")).process(exchange -> {}));
        try (Socket socket = connect()) {
            assertThat(socket.getInputStream().read()).isEqualTo(-1);
        }
    }

    @Test
    void k8_aConnectionThatIsOpenAtOneEndAloneTimesOut() throws Exception {
        try (ServerSocket silent = new ServerSocket(port)) {
            context.start();
            Exchange sent =
                    template.send(uri("textline=true&requestTimeout=150"), exchange -> exchange.setBody("hello"));
            assertThat(sent.getException()).isInstanceOf(io.mehari.ExchangeTimedOutException.class);
            assertThat(silent.isBound()).isTrue();
        }
    }

    @Test
    void whatWaitsForAnOtherSideThatDoesNotReadFailsAfterTheWriteTimeout() throws Exception {
        try (ServerSocket silent = new ServerSocket()) {
            silent.setReceiveBufferSize(4_096);
            silent.bind(new InetSocketAddress("localhost", port));
            context.start();
            String uri = uri("textline=true&sync=false&sendBufferSize=4096&requestTimeout=0&writeTimeout=200");
            String line = "x".repeat(100_000);
            List<CompletableFuture<?>> sent = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                sent.add(template.asyncSendBody(uri, line));
            }
            assertThatThrownBy(() -> sent.get(99).get(60, TimeUnit.SECONDS))
                    .hasStackTraceContaining("has read nothing for 200 ms (writeTimeout)");
        }
    }

    // ---- correlation

    @Test
    void aRequestWithAKeyTimesOutAndItsLateReplyIsIgnored() throws Exception {
        context.getRegistry().bind("first", (CorrelationKey) body ->
                body instanceof String text ? text.charAt(0) : (char) ((io.netty.buffer.ByteBuf) body).getByte(0));
        try (ServerSocket listening = new ServerSocket(port)) {
            context.start();
            String uri = uri("textline=true&correlation=#first&requestTimeout=150");
            CompletableFuture<?> first = template.asyncRequestBody(uri, "one");
            try (Socket socket = listening.accept()) {
                assertThatThrownBy(() -> first.get(60, TimeUnit.SECONDS))
                        .hasStackTraceContaining("ExchangeTimedOutException");
                socket.getOutputStream().write("one, late\n".getBytes(StandardCharsets.UTF_8));
                assertThatThrownBy(() -> template.asyncRequestBody(uri, "two").get(60, TimeUnit.SECONDS))
                        .hasStackTraceContaining("ExchangeTimedOutException");
            }
        }
    }

    @Test
    void repliesInAnotherOrderFindTheirRequests() throws Exception {
        context.getRegistry().bind("number", (CorrelationKey) body -> body instanceof String text
                ? text.substring(0, 4)
                : ((io.netty.buffer.ByteBuf) body).toString(0, 4, StandardCharsets.UTF_8));
        Thread server = new Thread(this::answerBackwards, "other party: backwards");
        server.start();
        String uri = uri("textline=true&correlation=#number");
        await(() -> serving);
        context.start();
        List<CompletableFuture<?>> sent = new ArrayList<>();
        for (int i = 1_000; i < 1_020; i++) {
            sent.add(template.asyncRequestBody(uri, i + " please"));
        }
        for (int i = 0; i < 20; i++) {
            assertThat(sent.get(i).get(60, TimeUnit.SECONDS)).isEqualTo((1_000 + i) + " done");
        }
        assertThat(context.getEndpoint(uri, NettyEndpoint.class).getClientConnections())
                .isEqualTo(1);
        context.stop(); // which closes the connection
        server.join(60_000);
    }

    private volatile boolean serving;

    private void answerBackwards() {
        try (ServerSocket listening = new ServerSocket(port)) {
            serving = true;
            try (Socket socket = listening.accept()) {
                var in = new java.io.BufferedReader(
                        new java.io.InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
                List<String> lines = new ArrayList<>();
                while (lines.size() < 20) {
                    lines.add(in.readLine());
                }
                for (int i = 19; i >= 0; i--) {
                    String answer = lines.get(i).substring(0, 4) + " done\n";
                    socket.getOutputStream().write(answer.getBytes(StandardCharsets.UTF_8));
                }
                in.readLine();
            }
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    // ---- client mode

    @Test
    void k9_aRouteInClientModeStartsWithoutItsServerAndConnectsAgain() throws Exception {
        ConcurrentLinkedQueue<String> seen = new ConcurrentLinkedQueue<>();
        start(r -> r.from(uri("textline=true&clientMode=true&reconnectInterval=200"))
                .process(exchange -> seen.add(exchange.getBody(String.class))));
        for (int round = 0; round < 3; round++) {
            try (ServerSocket server = new ServerSocket(port);
                    Socket socket = server.accept()) {
                socket.setSoTimeout(60_000);
                socket.getOutputStream().write(("round " + round + "\n").getBytes(StandardCharsets.UTF_8));
                assertThat(socket.getInputStream().readNBytes(8))
                        .isEqualTo(("round " + round + "\n").getBytes(StandardCharsets.UTF_8));
            }
        }
        assertThat(seen).containsExactly("round 0", "round 1", "round 2");
    }

    @Test
    void aRouteThatIsToFailWithoutItsServerFailsAtStart() throws Exception {
        context.addRoutes(r -> r.from("direct:in").to(uri("textline=true&lazyChannelCreation=false")));
        assertThatThrownBy(context::start).hasStackTraceContaining("cannot connect");
    }

    @Test
    void aPortThatIsInUseIsNamed() throws Exception {
        try (ServerSocket taken = new ServerSocket(0)) {
            context.addRoutes(r -> r.from("netty:tcp://0.0.0.0:" + taken.getLocalPort() + "?textline=true")
                    .process(exchange -> {}));
            assertThatThrownBy(context::start)
                    .hasStackTraceContaining("cannot listen on 0.0.0.0:" + taken.getLocalPort());
        }
    }

    // ---- threads

    @Test
    void noRouteRunsOnAnEventLoopUnlessTheUriSaysSo() throws Exception {
        start(r -> {
            r.from(uri("textline=true"))
                    .setBody(exchange -> Thread.currentThread().getName());
            r.from("netty:tcp://localhost:0?textline=true&runOnEventLoop=true")
                    .setBody(exchange -> Thread.currentThread().getName());
        });
        assertThat(template.requestBody(uri("textline=true"), "hello", String.class))
                .startsWith("netty-route1-");
        int other = context.getEndpoint(
                        "netty:tcp://localhost:0?textline=true&runOnEventLoop=true", NettyEndpoint.class)
                .getPort();
        assertThat(template.requestBody("netty:tcp://localhost:" + other + "?textline=true", "hello", String.class))
                .startsWith("mehari-netty-");
    }

    @Test
    void aReplyThatNeverComesTakesNoConnectionFromThePool() throws Exception {
        LineServer server = new LineServer(port, ServerSocketFactory.getDefault());
        server.start();
        server.hold();
        context.start();
        String uri = uri("textline=true&completion=Accepted&producerPoolMaxTotal=1&requestTimeout=100");
        for (int i = 0; i < 3; i++) {
            template.asyncSendBody(uri, "message " + i).get(60, TimeUnit.SECONDS);
        }
        await(() -> server.received.size() == 3);
        server.release();
        server.stop();
    }

    @Test
    void aRouteThatHoldsTheEventLoopIsNamed() throws Exception {
        start(r -> r.from(uri("textline=true&runOnEventLoop=true"))
                .routeId("slow")
                .process(exchange -> Thread.sleep(150)));
        try (Warnings warnings = new Warnings()) {
            template.requestBody(uri("textline=true"), "one");
            template.requestBody(uri("textline=true"), "two"); // when it is answered, the one before has returned
            assertThat(warnings.text()).contains("Route slow held the event loop mehari-netty-");
        }
    }

    @Test
    void noThreadIsLeftWhenTheContextHasStopped() throws Exception {
        start(r -> r.from(uri("textline=true")).process(exchange -> {}));
        template.requestBody(uri("textline=true"), "hello");
        context.stop();
        await(() -> Thread.getAllStackTraces().keySet().stream()
                .noneMatch(each -> each.getName().startsWith("mehari-netty-")
                        || each.getName().startsWith("netty-")));
    }

    @Test
    void aMessageIsInOnlyIfItGoesOneWay() throws Exception {
        CountDownLatch seen = new CountDownLatch(1);
        start(r -> {
            r.from(uri("textline=true")).setBody(exchange -> exchange.getPattern());
            r.from("netty:tcp://localhost:0?textline=true&sync=false").process(exchange -> {
                if (exchange.getPattern() == ExchangePattern.InOnly) {
                    seen.countDown();
                }
            });
        });
        assertThat(template.requestBody(uri("textline=true"), "hello")).isEqualTo("InOut");
        int other = context.getEndpoint("netty:tcp://localhost:0?textline=true&sync=false", NettyEndpoint.class)
                .getPort();
        template.sendBody("netty:tcp://localhost:" + other + "?textline=true&sync=false", "hello");
        assertThat(seen.await(60, TimeUnit.SECONDS)).isTrue();
    }
}
