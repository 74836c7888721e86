package io.mehari.component.netty;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Laws K3 and S3: many clients send the smallest messages as fast as the server takes them, and read nothing. A server
 * with a heap of 32 MB answers another client meanwhile, and when they have gone.
 */
@Timeout(120)
class FloodTest {
    private static final long STILL_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
    private static final long MOST_NANOS = TimeUnit.SECONDS.toNanos(4);
    private static final String GET = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";

    @ParameterizedTest
    @CsvSource({"http, 300", "frames, 100", "codec, 100"})
    void k3_aFloodOfSmallMessagesFitsIntoASmallHeap(String protocol, int clients, @TempDir Path folder)
            throws Exception {
        Path log = folder.resolve("log");
        Process server = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx32m",
                        "-XX:MaxDirectMemorySize=64m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        SmallServer.class.getName(),
                        protocol,
                        "0")
                .redirectError(log.toFile())
                .start();
        byte[] message = protocol.equals("http") ? GET.getBytes(US_ASCII) : new byte[1];
        try (BufferedReader output = new BufferedReader(new InputStreamReader(server.getInputStream(), US_ASCII))) {
            int port = Integer.parseInt(output.readLine());
            assertAnswers(port, message, "at the begin");
            try (Flood flood = new Flood(port, message, clients)) {
                flood.untilNothingMoves();
                assertAnswers(port, message, "during the flood");
            }
            assertAnswers(port, message, "after the flood");
            assertThat(Files.readString(log)).doesNotContain("OutOfMemoryError");
        } catch (IOException | AssertionError e) {
            throw new AssertionError("The server says: " + Files.readString(log), e);
        } finally {
            server.destroyForcibly();
        }
    }

    private static void assertAnswers(int port, byte[] message, String when) throws IOException {
        try (Socket socket = new Socket("localhost", port)) {
            socket.setSoTimeout(30_000);
            socket.getOutputStream().write(message);
            assertThat(socket.getInputStream().read()).as(when).isGreaterThanOrEqualTo(0);
        }
    }

    /** All clients on one thread. */
    private static final class Flood implements AutoCloseable {
        private final Selector selector = Selector.open();

        Flood(int port, byte[] message, int clients) throws IOException {
            byte[] many = new byte[message.length * (16_384 / message.length)];
            for (int i = 0; i < many.length; i++) {
                many[i] = message[i % message.length];
            }
            for (int i = 0; i < clients; i++) {
                SocketChannel channel = SocketChannel.open();
                channel.setOption(StandardSocketOptions.SO_RCVBUF, 4096); // else the system keeps many answers
                channel.connect(new InetSocketAddress("localhost", port));
                channel.configureBlocking(false);
                channel.register(selector, SelectionKey.OP_WRITE, ByteBuffer.wrap(Arrays.copyOf(many, many.length)));
            }
        }

        void untilNothingMoves() throws IOException {
            long begin = System.nanoTime();
            long moved = begin;
            while (System.nanoTime() - moved < STILL_NANOS && System.nanoTime() - begin < MOST_NANOS) {
                selector.select(50);
                for (SelectionKey key : selector.selectedKeys()) {
                    ByteBuffer bytes = (ByteBuffer) key.attachment();
                    if (!bytes.hasRemaining()) {
                        bytes.rewind();
                    }
                    try {
                        if (((SocketChannel) key.channel()).write(bytes) > 0) {
                            moved = System.nanoTime();
                        }
                    } catch (IOException e) {
                        key.cancel(); // the server has closed it
                    }
                }
                selector.selectedKeys().clear();
            }
        }

        @Override
        public void close() throws IOException {
            for (SelectionKey each : selector.keys()) {
                each.channel().close();
            }
            selector.close();
        }
    }
}
