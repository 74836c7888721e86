package io.mehari.component.netty;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Laws K3 and S3: servers begin many long answers and do not end them. A sender with a small heap reads of them what
 * has room. Other routes on its event loops go on, and all answers come when their servers go on.
 */
@Timeout(300)
class StalledAnswersTest {
    private static final int ANSWERS = 100;
    private static final int LENGTH = 1_000_000;
    private static final int BEFORE = LENGTH / 20 * 19;
    private static final int PIECE = 10_000;
    private static final int OTHERS = 3;
    private static final long STILL_NANOS = TimeUnit.SECONDS.toNanos(2);

    @ParameterizedTest
    @CsvSource({"netty-http:http, bridgeEndpoint=true", "netty:tcp, lengthField=4"})
    void k3_answersThatStallFitIntoASmallHeap(String scheme, String option, @TempDir Path folder) throws Exception {
        boolean http = scheme.endsWith("http");
        AtomicLong sent = new AtomicLong();
        CountDownLatch goOn = new CountDownLatch(1);
        HostileServer.Answers answers = (request, out) -> {
            String head = http ? "HTTP/1.1 200 OK\r\nContent-Length: " + LENGTH + "\r\n\r\n" : "\0\u000fB@";
            out.write(head.getBytes(US_ASCII));
            write(out, BEFORE, sent);
            goOn.await();
            write(out, LENGTH - BEFORE, sent);
        };
        HostileServer.Reader reader = http ? HostileServer.HTTP : HostileServer.exactly(4, 4, 0);
        Path log = folder.resolve("log");
        try (HostileServer server = new HostileServer(reader, answers)) {
            server.layer(socket -> {
                socket.setSendBufferSize(8_192); // else the system keeps whole answers
                return socket;
            });
            Process sender = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-Xmx64m",
                            "-XX:MaxDirectMemorySize=64m",
                            "-cp",
                            System.getProperty("java.class.path"),
                            SmallServer.class.getName(),
                            scheme,
                            String.valueOf(server.port),
                            option)
                    .redirectError(log.toFile())
                    .start();
            List<Socket> asking = new ArrayList<>();
            try (BufferedReader output = new BufferedReader(new InputStreamReader(sender.getInputStream(), US_ASCII))) {
                int port = Integer.parseInt(output.readLine());
                for (int i = 0; i < ANSWERS; i++) {
                    asking.add(ask(port, "/ask"));
                }
                awaitStill(sent);
                for (int i = 0; i < OTHERS; i++) {
                    try (Socket other = ask(port, "/other")) {
                        assertThat(status(other)).isEqualTo(200);
                    }
                }
                assertThat(sent.get()).as("bytes that were taken").isLessThan((long) ANSWERS * LENGTH / 2);
                goOn.countDown();
                for (Socket each : asking) {
                    HttpFixtures.Parsed answer = HttpFixtures.read(each.getInputStream());
                    assertThat(answer).isNotNull();
                    assertThat(answer.body()).isEqualTo(String.valueOf(LENGTH));
                }
                assertThat(Files.readString(log))
                        .contains("of replies, an eighth of the heap, are being received")
                        .doesNotContain("OutOfMemory", "OutOfDirectMemory");
            } catch (IOException | AssertionError e) {
                throw new AssertionError("The sender says: " + Files.readString(log), e);
            } finally {
                goOn.countDown();
                sender.destroyForcibly();
                for (Socket each : asking) {
                    each.close();
                }
            }
        }
    }

    private static void write(OutputStream out, int bytes, AtomicLong sent) throws IOException {
        byte[] piece = new byte[PIECE];
        for (int i = 0; i < bytes; i += PIECE) {
            out.write(piece);
            sent.addAndGet(PIECE);
        }
    }

    private static Socket ask(int port, String path) throws IOException {
        Socket socket = new Socket("localhost", port);
        socket.setSoTimeout(120_000);
        socket.getOutputStream().write(("GET " + path + " HTTP/1.1\r\nHost: a\r\n\r\n").getBytes(US_ASCII));
        return socket;
    }

    private static int status(Socket socket) throws IOException {
        HttpFixtures.Parsed answer = HttpFixtures.read(socket.getInputStream());
        assertThat(answer).isNotNull();
        return answer.status();
    }

    /** Waits until nothing of the answers has moved for a while. */
    private static void awaitStill(AtomicLong sent) throws InterruptedException {
        long before = -1;
        long since = System.nanoTime();
        while (before <= 0 || System.nanoTime() - since < STILL_NANOS) {
            if (sent.get() != before) {
                before = sent.get();
                since = System.nanoTime();
            }
            Thread.sleep(10);
        }
    }
}
