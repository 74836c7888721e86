package io.mehari.component.netty.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.mehari.Exchange;
import io.mehari.builder.Routes;
import io.mehari.component.netty.Certificates;
import io.mehari.component.netty.HttpFixtures;
import io.mehari.component.netty.LineServer;
import io.mehari.component.netty.Ports;
import io.mehari.impl.DefaultRoutingContext;
import java.io.BufferedInputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.CRC32;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bodies that a route reads while they come; the other parties are sockets of the JDK, and curl. */
@Timeout(120)
class HttpStreamTest {
    private static final int MEGABYTE = 1 << 20;

    /** What the buffers of two sockets hold, whose systems may double the sizes that they were asked for. */
    private static final long IN_SOCKETS = 4L * MEGABYTE;

    private final DefaultRoutingContext context = new DefaultRoutingContext();
    private final CompletableFuture<Object> seen = new CompletableFuture<>();
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
        return "netty-http:http://localhost:" + port + "/?disableStreamCache=true" + options;
    }

    private Socket connect() throws IOException {
        Socket socket = new Socket("localhost", port);
        socket.setSoTimeout(60_000);
        socket.setSendBufferSize(64 << 10);
        return socket;
    }

    private static byte[] head(long length) {
        return ("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: " + length + "\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII);
    }

    private static InputStream body(Exchange exchange) {
        return exchange.getBody(InputStream.class);
    }

    /** The message of what the function throws, for the test to see. */
    private Object failureOf(InputStream body) {
        try {
            return body.readAllBytes().length;
        } catch (IOException | IllegalStateException e) {
            return e;
        }
    }

    // ---- law K3: bounded

    @ParameterizedTest
    @ValueSource(strings = {"length", "chunks"})
    void k3_aSlowReaderHoldsTheClientBack(String kind) throws Exception {
        int size = 50 * MEGABYTE;
        AtomicLong sent = new AtomicLong();
        AtomicInteger requests = new AtomicInteger();
        start(r -> r.from(uri("&readTimeout=500&receiveBufferSize=65536")).process(exchange -> {
            CRC32 sum = new CRC32();
            InputStream in = body(exchange);
            byte[] some = new byte[100_000];
            boolean slow = requests.getAndIncrement() == 0;
            long read = 0;
            int count;
            while ((count = in.read(some)) >= 0) {
                sum.update(some, 0, count);
                assertThat(in.available()).isLessThan(RequestBody.WINDOW + (48 << 10));
                if (slow && (read == 0 || (read < size / 2 && read + count >= size / 2))) {
                    untilNothingMoves(sent); // for longer than readTimeout, which is not for readers
                    assertThat(sent.get() - read).as("bytes on their way").isLessThan(IN_SOCKETS);
                }
                read += count;
            }
            exchange.setBody(read + " bytes, " + sum.getValue());
        }));
        CRC32 sum = new CRC32();
        try (Socket socket = connect()) {
            OutputStream out = socket.getOutputStream();
            boolean chunks = kind.equals("chunks");
            out.write(
                    chunks
                            ? "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
                                    .getBytes(StandardCharsets.US_ASCII)
                            : head(size));
            byte[] part = new byte[MEGABYTE / 16];
            for (int i = 0; i < size; i += part.length) {
                java.util.Arrays.fill(part, (byte) (i / part.length));
                sum.update(part);
                if (chunks) {
                    out.write((Integer.toHexString(part.length) + "\r\n").getBytes(StandardCharsets.US_ASCII));
                }
                out.write(part);
                if (chunks) {
                    out.write("\r\n".getBytes(StandardCharsets.US_ASCII));
                }
                sent.addAndGet(part.length);
            }
            if (chunks) {
                out.write("0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            }
            InputStream in = new BufferedInputStream(socket.getInputStream());
            assertThat(HttpFixtures.read(in).body()).isEqualTo(size + " bytes, " + sum.getValue());
            socket.getOutputStream().write(HttpFixtures.request("POST", "/", "next", Map.of())); // it was kept open
            assertThat(HttpFixtures.read(in).body()).startsWith("4 bytes");
        }
    }

    private static void untilNothingMoves(AtomicLong count) throws InterruptedException {
        long before = -1;
        long since = System.nanoTime();
        while (System.nanoTime() - since < TimeUnit.MILLISECONDS.toNanos(700)) {
            long now = count.get();
            if (now != before) {
                before = now;
                since = System.nanoTime();
            }
            Thread.sleep(1);
        }
    }

    @Test
    void k3_streamsBeyondMaxBufferedBytesGet503AndGiveTheirPlaceBack() throws Exception {
        CountDownLatch entered = new CountDownLatch(1);
        start(r -> r.from(uri("&maxBufferedBytes=100000")).process(exchange -> {
            entered.countDown();
            exchange.setBody(body(exchange).readAllBytes().length);
        }));
        try (Socket first = connect();
                Socket second = connect()) {
            first.getOutputStream().write(head(10));
            entered.await();
            second.getOutputStream().write(head(10));
            assertThat(LineServer.readLine(second.getInputStream())).startsWith("HTTP/1.1 503");
            first.getOutputStream().write(new byte[10]);
            InputStream in = new BufferedInputStream(first.getInputStream());
            assertThat(HttpFixtures.read(in).body()).isEqualTo("10");
            for (int i = 0; i < 5; i++) {
                first.getOutputStream().write(HttpFixtures.request("POST", "/", "12345", Map.of()));
                assertThat(HttpFixtures.read(in).body()).isEqualTo("5");
            }
        }
    }

    // ---- law K8: ends of a body

    @ParameterizedTest
    @ValueSource(strings = {"close", "reset", "half", "no HTTP", "stall"})
    void k8_aBodyThatDoesNotComeToItsEndIsAnIOException(String end) throws Exception {
        start(r -> r.from(uri("&readTimeout=" + (end.equals("stall") ? 300 : 60_000)))
                .process(exchange -> seen.complete(failureOf(body(exchange)))));
        try (Socket socket = connect()) {
            OutputStream out = socket.getOutputStream();
            if (end.equals("no HTTP")) {
                out.write("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\nzz\r\n"
                        .getBytes(StandardCharsets.US_ASCII));
            } else {
                out.write(head(5L * MEGABYTE));
                out.write(new byte[3 * MEGABYTE]);
            }
            switch (end) {
                case "half" -> socket.shutdownOutput();
                case "reset" -> close(socket, true);
                case "close" -> close(socket, false);
                default -> {}
            }
            assertThat(seen.get(60, TimeUnit.SECONDS)).isInstanceOf(IOException.class);
            if (!socket.isClosed()) {
                InputStream in = new BufferedInputStream(socket.getInputStream());
                HttpFixtures.Parsed answer = HttpFixtures.read(in);
                assertThat(answer.headers()).containsEntry("connection", "close");
                assertThat(in.read()).as("what follows the one answer").isEqualTo(-1);
            }
        }
    }

    private static void close(Socket socket, boolean reset) throws IOException {
        if (reset) {
            socket.setSoLinger(true, 0);
        }
        socket.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 100_000})
    void aRouteThatDoesNotReadIsAnsweredAndTheConnectionCloses(int read) throws Exception {
        AtomicInteger requests = new AtomicInteger();
        start(r -> r.from(uri("&maxBufferedBytes=100000")).process(exchange -> {
            requests.incrementAndGet();
            body(exchange).readNBytes(read);
        }));
        for (int i = 1; i <= 5; i++) { // each has a place again
            try (Socket socket = connect()) {
                OutputStream out = socket.getOutputStream();
                out.write(head(10L * MEGABYTE));
                out.write(new byte[150_000]);
                HttpFixtures.Parsed answer = HttpFixtures.read(socket.getInputStream());
                assertThat(answer.status()).isEqualTo(200);
                assertThat(answer.body()).isEmpty();
                assertThat(answer.headers()).containsEntry("connection", "close");
                assertThat(requests).hasValue(i);
            }
        }
    }

    @Test
    void aBodyThatHasComeAndIsNotReadLeavesTheConnectionOpen() throws Exception {
        start(r -> r.from(uri("")).process(exchange -> {
            InputStream in = body(exchange);
            while (in.available() < 4) {
                Thread.sleep(1);
            }
            exchange.setBody("no");
        }));
        try (Socket socket = connect()) {
            InputStream in = new BufferedInputStream(socket.getInputStream());
            for (int i = 0; i < 3; i++) {
                socket.getOutputStream().write(HttpFixtures.request("POST", "/", "1234", Map.of()));
                HttpFixtures.Parsed answer = HttpFixtures.read(in);
                assertThat(answer.body()).isEqualTo("no");
                assertThat(answer.headers()).doesNotContainKey("connection");
            }
        }
    }

    @Test
    void aStreamEndsWithItsExchange() throws Exception {
        CompletableFuture<InputStream> kept = new CompletableFuture<>();
        start(r -> r.from(uri("")).process(exchange -> {
            kept.complete(body(exchange));
            exchange.setBody("done");
        }));
        try (Socket socket = connect()) {
            socket.getOutputStream().write(HttpFixtures.request("POST", "/", "12345", Map.of()));
            assertThat(HttpFixtures.read(socket.getInputStream()).body()).isEqualTo("done");
            assertThatThrownBy(() -> kept.join().read())
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("convertBodyTo");
        }
    }

    @Test
    void aReaderThatWaitsWhenItsExchangeEndsIsWoken() throws Exception {
        start(r -> r.from(uri("")).process(exchange -> {
            InputStream in = body(exchange);
            new Thread(() -> seen.complete(failureOf(in)), "reader").start();
            exchange.setBody("done");
        }));
        try (Socket socket = connect()) {
            socket.getOutputStream().write(head(10));
            assertThat(HttpFixtures.read(socket.getInputStream()).body()).isEqualTo("done");
            assertThat(seen.get(60, TimeUnit.SECONDS)).isInstanceOf(IOException.class);
        }
    }

    // ---- threads

    @Test
    void aRouteOnAnEventLoopMayNotWaitForABody() throws Exception {
        start(r -> r.from(uri("&runOnEventLoop=true")).process(exchange -> seen.complete(failureOf(body(exchange)))));
        try (Socket socket = connect()) {
            socket.getOutputStream().write(head(10));
            assertThat(seen.get(60, TimeUnit.SECONDS))
                    .asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.THROWABLE)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("runOnEventLoop");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"&runOnEventLoop=true", ""})
    void aBodyCanBeReadBehindAQueue(String options) throws Exception {
        start(r -> {
            r.from(uri(options)).to("seda:read");
            r.from("seda:read").setBody(exchange -> exchange.getBody(byte[].class).length);
        });
        try (Socket socket = connect()) {
            socket.getOutputStream().write(head(3L * MEGABYTE));
            socket.getOutputStream().write(new byte[3 * MEGABYTE]);
            assertThat(HttpFixtures.read(socket.getInputStream()).body()).isEqualTo(Integer.toString(3 * MEGABYTE));
        }
    }

    @Test
    void aStopEndsTheWaitOfAReader() throws Exception {
        CountDownLatch reads = new CountDownLatch(1);
        start(r -> r.from(uri("")).process(exchange -> {
            reads.countDown();
            seen.complete(failureOf(body(exchange)));
        }));
        try (Socket socket = connect()) {
            socket.getOutputStream().write(head(10));
            reads.await();
            context.getRoutingContextExtension().getShutdownStrategy().setTimeout(Duration.ofMillis(100));
            context.stop();
            assertThat(seen.get(60, TimeUnit.SECONDS)).isInstanceOf(IOException.class);
            assertThat(socket.isConnected()).isTrue();
        }
    }

    // ---- other parties

    @Test
    void aRequestWithoutABodyHasAnEmptyStream() throws Exception {
        start(r -> r.from(uri("")).setBody(exchange -> "read " + failureOf(body(exchange))));
        try (Socket socket = connect()) {
            socket.getOutputStream().write(HttpFixtures.request("GET", "/", "", Map.of()));
            assertThat(HttpFixtures.read(socket.getInputStream()).body()).isEqualTo("read 0");
        }
    }

    @Test
    void requestsOnOneConnectionFollowEachOther() throws Exception {
        start(r -> r.from(uri("")).setBody(exchange -> "re: " + exchange.getBody(String.class)));
        try (Socket socket = connect()) {
            InputStream in = new BufferedInputStream(socket.getInputStream());
            for (int i = 0; i < 20; i++) {
                socket.getOutputStream().write(HttpFixtures.request("POST", "/", "number " + i, Map.of()));
            }
            for (int i = 0; i < 20; i++) {
                assertThat(HttpFixtures.read(in).body()).isEqualTo("re: number " + i);
            }
        }
    }

    @Test
    void curlSendsAFileThatIsLargerThanTheLimit(@TempDir Path folder) throws Exception {
        assumeTrue(new File("/usr/bin/curl").canExecute(), "curl is not installed");
        start(r -> r.from(uri("")).setBody(exchange -> exchange.getBody(byte[].class).length));
        Path file = Files.write(folder.resolve("large"), new byte[5 * MEGABYTE]);
        for (String header : new String[] {"Expect: 100-continue", "Transfer-Encoding: chunked", "X: y"}) {
            Process curl = new ProcessBuilder(
                            "curl",
                            "-sS",
                            "--max-time",
                            "60",
                            "-H",
                            header,
                            "--data-binary",
                            "@" + file,
                            "http://localhost:" + port + "/")
                    .redirectErrorStream(true)
                    .start();
            assertThat(curl.getInputStream().readAllBytes()).asString().isEqualTo(Integer.toString(5 * MEGABYTE));
        }
    }

    @Test
    void aStreamComesOverTls(@TempDir Path folder) throws Exception {
        Certificates own = Certificates.make(folder, "own", "localhost", -1, 10);
        start(r -> r.from("netty-http:https://localhost:" + port + "/?disableStreamCache=true&certificateFile="
                        + own.certificate + "&keyFile=" + own.key)
                .setBody(exchange -> exchange.getBody(byte[].class).length));
        SSLContext trusting = own.trusting(own);
        try (Socket socket = trusting.getSocketFactory().createSocket("localhost", port)) {
            socket.setSoTimeout(60_000);
            socket.getOutputStream().write(head(3L * MEGABYTE));
            socket.getOutputStream().write(new byte[3 * MEGABYTE]);
            assertThat(HttpFixtures.read(socket.getInputStream()).body()).isEqualTo(Integer.toString(3 * MEGABYTE));
        }
    }
}
