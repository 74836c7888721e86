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
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Laws K3 and S3: many clients send as fast as the server takes it, and read nothing. A server with a small heap answers
 * others meanwhile, and everybody when they have gone.
 */
@Timeout(300)
class FloodTest {
    private static final long FLOOD_MILLIS = 1_000;
    private static final int OTHERS = 3;
    private static final String GET = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";

    /** What a client sends: bytes once, then others again and again, until their number is the limit. */
    enum Attack {
        /** The smallest requests, without an end. */
        HTTP(GET, GET, Integer.MAX_VALUE, GET),

        /** A body that does not come to its end. */
        BODIES("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\n", "x", 900_000, GET),

        /** Empty messages, without an end. */
        FRAMES("\0\0\0\0", "\0\0\0\0", Integer.MAX_VALUE, "\0\0\0\0"),

        /** The same for decoders of the user. */
        CODEC("\0\0\0\0", "\0\0\0\0", Integer.MAX_VALUE, "\0\0\0\0"),

        /** A frame that does not come to its end. */
        PARTS("\0\u000fB@", "x", 900_000, "\0\0\0\0");

        final String once;
        final String again;
        final int limit;
        final String asked;

        Attack(String once, String again, int limit, String asked) {
            this.once = once;
            this.again = again.repeat(16_384 / again.length());
            this.limit = limit;
            this.asked = asked;
        }
    }

    @ParameterizedTest
    @CsvSource({"HTTP, 50, 1000000, 64", "BODIES, 200, 0, 64", "CODEC, 100, 0, 32", "PARTS, 200, 0, 64"})
    void k3_aFloodFitsIntoASmallHeap(Attack attack, int clients, int replyLength, int megabytes, @TempDir Path folder)
            throws Exception {
        assertAnswersDuringAttack(attack, clients, replyLength, megabytes, folder);
    }

    @Tag("slow")
    @ParameterizedTest
    @CsvSource({"HTTP, 2000, 0, 64", "HTTP, 200, 1000000, 64", "FRAMES, 200, 1000000, 64"})
    void k3_soDoesALargerOne(Attack attack, int clients, int replyLength, int megabytes, @TempDir Path folder)
            throws Exception {
        assertAnswersDuringAttack(attack, clients, replyLength, megabytes, folder);
    }

    private static void assertAnswersDuringAttack(
            Attack attack, int clients, int replyLength, int megabytes, Path folder) throws Exception {
        Path log = folder.resolve("log");
        Process server = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx" + megabytes + "m",
                        "-XX:MaxDirectMemorySize=64m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        SmallServer.class.getName(),
                        attack.name(),
                        Integer.toString(replyLength))
                .redirectError(log.toFile())
                .start();
        try (BufferedReader output = new BufferedReader(new InputStreamReader(server.getInputStream(), US_ASCII))) {
            int port = Integer.parseInt(output.readLine());
            assertAnswers(port, attack, "at the begin");
            try (Flood flood = new Flood(port, attack, clients)) {
                Thread sending = new Thread(flood::send, "flood");
                sending.start();
                flood.moving.await();
                Thread.sleep(FLOOD_MILLIS);
                for (int i = 0; i < OTHERS; i++) {
                    assertAnswers(port, attack, "during the flood");
                }
                flood.over = true;
                sending.join();
            }
            for (int i = 0; i < OTHERS; i++) {
                assertAnswers(port, attack, "after the flood");
            }
            assertThat(Files.readString(log)).doesNotContain("OutOfMemory", "OutOfDirectMemory");
        } catch (IOException | AssertionError e) {
            throw new AssertionError("The server says: " + Files.readString(log), e);
        } finally {
            server.destroyForcibly();
        }
    }

    private static void assertAnswers(int port, Attack attack, String when) throws IOException {
        try (Socket socket = new Socket("localhost", port)) {
            socket.setSoTimeout(60_000);
            socket.getOutputStream().write(attack.asked.getBytes(US_ASCII));
            byte[] answer = socket.getInputStream().readNBytes(1);
            assertThat(answer).as(when).hasSize(1);
        }
    }

    /** All clients on one thread. */
    private static final class Flood implements AutoCloseable {
        final CountDownLatch moving = new CountDownLatch(1);
        volatile boolean over;
        private final Selector selector = Selector.open();
        private final Attack attack;

        private static final class Client {
            final ByteBuffer once;
            final ByteBuffer again;
            long left;

            Client(Attack attack) {
                once = ByteBuffer.wrap(attack.once.getBytes(US_ASCII));
                again = ByteBuffer.wrap(attack.again.getBytes(US_ASCII));
                left = attack.limit;
            }
        }

        Flood(int port, Attack attack, int clients) throws IOException {
            this.attack = attack;
            for (int i = 0; i < clients; i++) {
                SocketChannel channel = SocketChannel.open();
                channel.setOption(StandardSocketOptions.SO_RCVBUF, 4096); // else the system keeps many answers
                channel.connect(new InetSocketAddress("localhost", port));
                channel.configureBlocking(false);
                channel.register(selector, SelectionKey.OP_WRITE, new Client(attack));
            }
        }

        void send() {
            while (!over) {
                try {
                    selector.select(50);
                } catch (IOException e) {
                    return;
                }
                for (SelectionKey key : selector.selectedKeys()) {
                    try {
                        write((SocketChannel) key.channel(), (Client) key.attachment(), key);
                    } catch (IOException e) {
                        key.cancel(); // the server has closed it
                    }
                }
                selector.selectedKeys().clear();
                moving.countDown();
            }
        }

        private void write(SocketChannel channel, Client client, SelectionKey key) throws IOException {
            ByteBuffer next = client.once.hasRemaining() ? client.once : client.again;
            if (!next.hasRemaining()) {
                next.rewind();
            }
            next.limit((int) Math.min(next.capacity(), next.position() + client.left));
            int written = channel.write(next);
            client.left -= attack.limit == Integer.MAX_VALUE ? 0 : written;
            if (client.left <= 0) {
                key.interestOps(0);
            }
        }

        @Override
        public void close() throws IOException {
            over = true;
            for (SelectionKey each : selector.keys()) {
                each.channel().close();
            }
            selector.close();
        }
    }
}
