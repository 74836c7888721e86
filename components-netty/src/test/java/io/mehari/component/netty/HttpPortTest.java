package io.mehari.component.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.builder.Routes;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.spi.RouteController;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A port that several routes share, while they stop, are suspended, or get no thread. */
@Timeout(120)
class HttpPortTest {
    private final DefaultRoutingContext context = new DefaultRoutingContext();
    private final AtomicInteger calls = new AtomicInteger();
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

    private String uri(String path) {
        return "netty-http:http://localhost:" + port + path;
    }

    private RouteController controller() {
        return context.getRouteController();
    }

    private Socket connect() throws IOException {
        Socket socket = new Socket();
        socket.setReceiveBufferSize(4_096);
        socket.setSoTimeout(60_000);
        socket.connect(new InetSocketAddress("localhost", port));
        return socket;
    }

    private static void write(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    }

    private static String get(String path) {
        return "GET " + path + " HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
    }

    /** The first line of the answer; empty if the connection is closed without one. */
    private String status(String path) throws IOException {
        try (Socket socket = connect()) {
            write(socket, get(path));
            byte[] all = socket.getInputStream().readAllBytes();
            return new String(all, StandardCharsets.US_ASCII)
                    .lines()
                    .findFirst()
                    .orElse("");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "&runOnEventLoop=true"})
    void aRequestWhoseRouteStopsBeforeItsBodyHasComeIsNotProcessed(String options) throws Exception {
        start(r -> {
            r.from(uri("/a?maxConnections=9" + options)).routeId("a").process(exchange -> calls.incrementAndGet());
            r.from(uri("/b?maxConnections=9" + options)).process(exchange -> {});
        });
        try (Socket socket = connect()) {
            write(socket, "POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\n");
            InputStream in = new BufferedInputStream(socket.getInputStream());
            assertThat(LineServer.readLine(in)).startsWith("HTTP/1.1 100");
            assertThat(LineServer.readLine(in)).isEmpty();

            controller().stopRoute("a");
            write(socket, "hello");

            assertThat(LineServer.readLine(in)).startsWith("HTTP/1.1 503");
        }
        assertThat(calls).hasValue(0);
        assertThat(status("/b")).startsWith("HTTP/1.1 200");
    }

    @Test
    void aPortStaysOpenForARouteThatIsSuspended() throws Exception {
        start(r -> {
            r.from(uri("/a")).routeId("a").process(exchange -> {});
            r.from(uri("/b")).routeId("b").process(exchange -> {});
        });
        controller().suspendRoute("a");
        controller().stopRoute("b");
        assertThat(status("/a")).startsWith("HTTP/1.1 503");

        controller().resumeRoute("a");
        assertThat(status("/a")).startsWith("HTTP/1.1 200");

        controller().stopRoute("a");
        awaitThatThePortIsClosed();
    }

    @Test
    void aSuspendedRouteThatStopsTakesNoLastRequests() throws Exception {
        start(r -> r.from(uri("/a")).routeId("a").process(exchange -> calls.incrementAndGet()));
        try (Socket socket = connect()) {
            String request = "GET /a HTTP/1.1\r\nHost: x\r\n\r\n";
            InputStream in = new BufferedInputStream(socket.getInputStream());
            write(socket, request);
            assertThat(HttpFixtures.read(in).status()).isEqualTo(200);
            controller().suspendRoute("a");
            Thread stopping = new Thread(() -> {
                try {
                    controller().stopRoute("a");
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            });
            stopping.start();
            awaitThatThePortIsClosed();
            write(socket, request);
            HttpFixtures.Parsed answer = HttpFixtures.read(in);
            assertThat(answer == null ? 503 : answer.status()).isEqualTo(503); // null: it came too late
            stopping.join();
        }
        assertThat(calls).hasValue(1);
    }

    /** The port of a closed listener is free only when its selector has looked again. */
    private void awaitThatThePortIsClosed() throws InterruptedException {
        while (true) { // the test has a limit of time
            try {
                connect().close();
            } catch (ConnectException e) {
                return;
            } catch (IOException e) {
                // accepted by the system, and closed
            }
            Thread.sleep(1);
        }
    }

    @Test
    void aStopOfOneRouteDoesNotWaitForTheOthersOfItsPort() throws Exception {
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        start(r -> {
            r.from(uri("/a")).routeId("a").process(exchange -> {});
            r.from(uri("/b")).process(exchange -> {
                entered.countDown();
                goOn.await();
            });
        });
        try (Socket socket = connect()) {
            write(socket, get("/b"));
            entered.await();

            assertThat(controller().stopRoute("a", Duration.ofMillis(500))).isTrue();

            goOn.countDown();
            assertThat(socket.getInputStream().readAllBytes())
                    .startsWith("HTTP/1.1 200".getBytes(StandardCharsets.UTF_8));
        }
    }

    @Test
    void aStopSendsTheWholeOfAnAnswer() throws Exception {
        int length = 1_000_000;
        start(r -> r.from(uri("/")).setBody(exchange -> new byte[length]));
        try (Socket socket = connect()) {
            write(socket, "GET / HTTP/1.1\r\nHost: x\r\n\r\n");
            InputStream in = new BufferedInputStream(socket.getInputStream());
            String line = LineServer.readLine(in);
            while (!line.isEmpty()) {
                line = LineServer.readLine(in);
            }
            Thread stopping = new Thread(context::stop);
            stopping.start();
            Thread.sleep(50); // a stop that cut it would do so at once

            assertThat(in.readAllBytes()).hasSize(length);
            stopping.join();
        }
    }

    @Test
    void aThreadThatCannotBeMadeCostsOneConnectionAndNoPlace() throws Exception {
        var extension = context.getRoutingContextExtension();
        ScarceThreads threads = new ScarceThreads(extension.getThreadPools());
        extension.setThreadPools(threads);
        start(r -> r.from(uri("/?maxInFlight=1")).routeId("a").process(exchange -> calls.incrementAndGet()));
        for (int i = 0; i < 5; i++) {
            threads.scarce.set(1);
            assertThat(status("/")).isEmpty();
            assertThat(status("/")).startsWith("HTTP/1.1 200");
        }
        assertThat(calls).hasValue(5);
        assertThat(controller().stopRoute("a", Duration.ofSeconds(1))).isTrue();
    }

    @Test
    void aRequestThatNeverComesIsAnsweredWithCompressionToo() throws Exception {
        start(r -> r.from(uri("/?compression=true&readTimeout=200")).process(exchange -> {}));
        try (Socket socket = connect()) {
            write(socket, "GET / HT");
            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII))
                    .startsWith("HTTP/1.1 408");
        }
    }
}
