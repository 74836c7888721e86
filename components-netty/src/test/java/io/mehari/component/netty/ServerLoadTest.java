package io.mehari.component.netty;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.Consumer;
import io.mehari.component.netty.socket.SocketEndpoint;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.spi.ShutdownAware;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A server whose clients are slow, leave, or are at work when it stops. */
@Timeout(120)
class ServerLoadTest {
    private static final int SECONDS = 30;
    private static final String GET = "GET /%s HTTP/1.1\r\nHost: a\r\n\r\n";

    private final DefaultRoutingContext context = new DefaultRoutingContext();
    private int port;

    @BeforeEach
    void choosePort() throws Exception {
        port = Ports.free();
    }

    @AfterEach
    void close() {
        context.close();
    }

    private String http(String path) {
        return "netty-http:http://localhost:" + port + "/" + path;
    }

    private Socket connect() throws IOException {
        Socket socket = new Socket();
        socket.setReceiveBufferSize(4_096); // else the system keeps much that is not read
        socket.connect(new InetSocketAddress("localhost", port));
        socket.setSoTimeout(60_000);
        return socket;
    }

    // ---- a stop

    /** How the requests of one client ended: a request has an answer, or the connection is closed before it. */
    private static final class Client {
        final List<Integer> statuses = new ArrayList<>();
        boolean reset;
        boolean unanswered;

        void run(Socket socket) throws IOException {
            try (socket) {
                InputStream in = new BufferedInputStream(socket.getInputStream());
                boolean kept = true;
                while (kept) {
                    long begin = System.nanoTime();
                    socket.getOutputStream().write(GET.formatted("work").getBytes(US_ASCII));
                    HttpFixtures.Parsed answer = HttpFixtures.read(in);
                    if (answer == null) { // a client that got no time for so long is an unused one
                        unanswered = System.nanoTime() - begin < TimeUnit.MILLISECONDS.toNanos(200);
                        return;
                    }
                    statuses.add(answer.status());
                    kept = !"close".equals(answer.headers().get("connection"));
                }
            } catch (SocketException e) {
                reset = true;
            }
        }
    }

    @RepeatedTest(2)
    void k7_aStopUnderLoadLosesNoAnswer() throws Exception {
        AtomicInteger answered = new AtomicInteger();
        context.addRoutes(r -> {
            r.from(http("work")).process(exchange -> exchange.setBody(answered.incrementAndGet()));
            r.from(http("other")).process(exchange -> {});
        });
        context.start();
        List<Client> clients =
                IntStream.range(0, 32).mapToObj(i -> new Client()).toList();
        List<CompletableFuture<Void>> all = new ArrayList<>();
        for (Client each : clients) {
            Socket socket = connect();
            all.add(CompletableFuture.runAsync(
                    () -> {
                        try {
                            each.run(socket);
                        } catch (IOException e) {
                            throw new java.io.UncheckedIOException(e);
                        }
                    },
                    task -> new Thread(task, "client").start()));
        }
        while (answered.get() < 500) {
            Thread.sleep(1);
        }
        context.stop();
        for (CompletableFuture<Void> each : all) {
            each.get(60, TimeUnit.SECONDS);
        }
        assertThat(clients.stream().flatMap(each -> each.statuses.stream())).containsOnly(200);
        assertThat(clients).noneMatch(each -> each.reset).noneMatch(each -> each.unanswered);
    }

    /** Otherwise the stop would go on, and cut what is left after a second. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void k7_anAnswerThatIsBeingReadHasNotLeft(boolean http) throws Exception {
        byte[] large = new byte[4_000_000];
        String options = "sendBufferSize=4096";
        String tcp = "netty:tcp://localhost:" + port + "?lengthField=4&maxFrameLength=5000000&" + options;
        context.start();
        Consumer consumer = context.getEndpoint(http ? http("?" + options) : tcp, SocketEndpoint.class)
                .createConsumer(exchange -> exchange.setBody(large));
        ShutdownAware stopping = (ShutdownAware) consumer;
        consumer.start();
        try (Socket socket = connect()) {
            socket.getOutputStream().write(http ? GET.formatted("").getBytes(US_ASCII) : new byte[] {0, 0, 0, 0});
            InputStream in = socket.getInputStream();
            assertThat(in.read()).isNotNegative();
            stopping.closeIntake();
            long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(500); // HTTP takes requests for 300 ms
            while (System.nanoTime() - end < 0) {
                assertThat(stopping.hasTaken()).isTrue();
                Thread.sleep(10);
            }
            assertThat(in.readNBytes(large.length)).hasSize(large.length);
            await(() -> !stopping.hasTaken());
        }
        consumer.stop();
    }

    // ---- slow readers

    /** The limits are for a side that reads nothing, and for one that has nothing to read. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aSlowReaderThatReadsOnIsNotCut(boolean http) throws Exception {
        byte[] large = new byte[2_000_000];
        String options = "writeTimeout=400&idleTimeout=300&sendBufferSize=4096";
        String tcp = "netty:tcp://localhost:" + port + "?lengthField=4&maxFrameLength=3000000&" + options;
        context.addRoutes(r -> r.from(http ? http("?" + options) : tcp).process(exchange -> exchange.setBody(large)));
        context.start();
        try (Socket socket = connect()) {
            socket.getOutputStream().write(http ? GET.formatted("").getBytes(US_ASCII) : new byte[] {0, 0, 0, 0});
            InputStream in = socket.getInputStream();
            long left = large.length;
            long begin = System.nanoTime();
            while (left > 0) {
                int read = in.read(new byte[40_000]);
                assertThat(read)
                        .as("after " + (System.nanoTime() - begin) / 1_000_000 + " ms")
                        .isPositive();
                left -= read;
                Thread.sleep(10); // longer than the limit in all
            }
            assertThat(System.nanoTime() - begin).isGreaterThan(TimeUnit.MILLISECONDS.toNanos(500));
        }
    }

    /** What the check of the limit itself writes does not count as something that moves. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void k8_aClientThatReadsNothingIsCut(boolean http) throws Exception {
        byte[] large = new byte[8_000_000];
        String options = "writeTimeout=300&sendBufferSize=4096";
        String tcp = "netty:tcp://localhost:" + port + "?lengthField=4&maxFrameLength=9000000&" + options;
        String uri = http ? http("?" + options) : tcp;
        context.addRoutes(r -> r.from(uri).process(exchange -> exchange.setBody(large)));
        context.start();
        SocketEndpoint endpoint = context.getEndpoint(uri, SocketEndpoint.class);
        try (Socket socket = connect()) {
            socket.getOutputStream().write(http ? GET.formatted("").getBytes(US_ASCII) : new byte[] {0, 0, 0, 0});
            await(() -> endpoint.getServerConnections() == 1);
            await(() -> endpoint.getServerConnections() == 0);
        }
    }

    /** It may have gone for ever, or still read: its answer is written, and what the system does not take has a limit. */
    @ParameterizedTest
    @CsvSource({"true, 3", "false, 3", "true, 15000", "false, 15000"})
    void k8_aClientThatHasClosedItsSideIsCutAfterItsAnswer(boolean http, int length) throws Exception {
        byte[] answer = new byte[length];
        CountDownLatch inRoute = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        String options = "writeTimeout=300&sendBufferSize=4096";
        String tcp = "netty:tcp://localhost:" + port + "?lengthField=4&" + options;
        String uri = http ? http("?" + options) : tcp;
        context.addRoutes(r -> r.from(uri).process(exchange -> {
            inRoute.countDown();
            goOn.await();
            exchange.setBody(answer);
        }));
        context.start();
        SocketEndpoint endpoint = context.getEndpoint(uri, SocketEndpoint.class);
        try (Socket socket = connect()) {
            socket.getOutputStream().write(http ? GET.formatted("").getBytes(US_ASCII) : new byte[] {0, 0, 0, 0});
            assertThat(inRoute.await(SECONDS, TimeUnit.SECONDS)).isTrue();
            socket.shutdownOutput();
            goOn.countDown();
            await(() -> endpoint.getServerConnections() == 0);
            assertThat(socket.getInputStream().read()).isIn(0, (int) 'H');
        }
    }

    private static void await(BooleanSupplier condition) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("time is up").isLessThan(end);
            Thread.sleep(1);
        }
    }

    // ---- requests that follow each other closely

    /** An answer of this size makes the connection unwritable, and writable again within the write. */
    @Test
    void requestsSentTogetherToTwoRoutesLeaveEachItsPlaces() throws Exception {
        byte[] large = new byte[20_000];
        context.addRoutes(r -> {
            r.from(http("a?maxInFlight=1")).setBody(exchange -> large);
            r.from(http("b?maxInFlight=1")).setBody(exchange -> large);
        });
        context.start();
        int pairs = 100;
        try (Socket socket = new Socket("localhost", port)) {
            socket.setSoTimeout(SECONDS * 1_000);
            socket.getOutputStream()
                    .write((GET.formatted("a") + GET.formatted("b"))
                            .repeat(pairs)
                            .getBytes(US_ASCII));
            InputStream in = new BufferedInputStream(socket.getInputStream());
            for (int i = 0; i < 2 * pairs; i++) {
                assertThat(HttpFixtures.read(in).body()).as("answer " + i).hasSize(large.length);
            }
        }
        assertThat(status("a")).isEqualTo(200);
        assertThat(status("b")).isEqualTo(200);
    }

    private static byte[] post(String path, int length, int received) {
        String head = "POST /" + path + " HTTP/1.1\r\nHost: a\r\nContent-Length: " + length + "\r\n\r\n";
        return (head + "x".repeat(received)).getBytes(US_ASCII);
    }

    /** Law K3: what such a connection has sent counts until it has left the route, and not until there is a pause. */
    @Test
    void k3_aConnectionWithoutAPauseHoldsOnlyItsLastMessages() throws Exception {
        CountDownLatch last = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        AtomicInteger count = new AtomicInteger();
        context.addRoutes(r -> {
            r.from(http("busy?maxBufferedBytes=100000")).process(exchange -> {
                exchange.setBody(null);
                Thread.sleep(2); // the next request comes meanwhile
                if (count.incrementAndGet() == 100) {
                    last.countDown();
                    goOn.await();
                }
            });
            r.from(http("other?maxBufferedBytes=100000")).process(exchange -> {});
        });
        context.start();
        try (Socket socket = connect()) {
            Thread sending = new Thread(() -> {
                try {
                    for (int i = 0; i < 200; i++) {
                        socket.getOutputStream().write(post("busy", 3_000, 3_000));
                    }
                } catch (IOException e) {
                    // the test has ended
                }
            });
            sending.start();
            assertThat(last.await(SECONDS, TimeUnit.SECONDS)).isTrue();
            try (Socket other = connect()) {
                other.getOutputStream().write(post("other", 40_000, 40_000));
                assertThat(HttpFixtures.read(new BufferedInputStream(other.getInputStream()))
                                .status())
                        .isIn(200, 204);
            }
            goOn.countDown();
        }
    }

    // ---- a slow route

    @Test
    void aSlowRouteLeavesThePortToOthersAndDropsRequestsWhoseClientsHaveLeft() throws Exception {
        Semaphore mayEnd = new Semaphore(0);
        AtomicInteger entered = new AtomicInteger();
        CountDownLatch full = new CountDownLatch(2);
        context.addRoutes(r -> {
            r.from(http("slow?maxInFlight=2")).process(exchange -> {
                entered.incrementAndGet();
                full.countDown();
                mayEnd.acquireUninterruptibly();
            });
            r.from(http("fast")).setBody(exchange -> "fast");
        });
        context.start();
        List<Socket> leaving = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            Socket socket = connect();
            socket.getOutputStream().write(GET.formatted("slow").getBytes(US_ASCII));
            leaving.add(socket);
        }
        full.await();
        assertThat(status("fast")).isEqualTo(200);
        for (Socket each : leaving) {
            each.setSoLinger(true, 0);
            each.close();
        }
        assertThat(status("fast")).isEqualTo(200); // by now the closes have come
        Thread.sleep(100);
        mayEnd.release(100);
        assertThat(status("slow")).isIn(200, 204);
        assertThat(entered.get()).isLessThan(10);
    }

    private int status(String path) throws IOException {
        try (Socket socket = connect()) {
            socket.getOutputStream().write(GET.formatted(path).getBytes(US_ASCII));
            return HttpFixtures.read(new BufferedInputStream(socket.getInputStream()))
                    .status();
        }
    }
}
