package io.mehari.component.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.component.netty.socket.Client;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Law K3 with many connections: 1,000 clients read no replies, or send to a full queue. A server with a heap of 64 MB
 * and 128 MB for buffers lets them wait, and finally processes all their messages.
 */
@Timeout(300)
class SlowClientsTest {
    private static final int CLIENTS = 1_000;
    private static final int LINES = 200;
    private static final long STILL_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** The replies are 400 MB, the queued messages 200 MB. */
    @ParameterizedTest
    @CsvSource({"2000, replies, 10", "100, queue, 1000"})
    void k3_aThousandSlowClientsFitIntoASmallHeap(int replyLength, String route, int lineLength, @TempDir Path folder)
            throws Exception {
        Path log = folder.resolve("log");
        Process server = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx64m",
                        "-XX:MaxDirectMemorySize=128m",
                        "-XX:+ExitOnOutOfMemoryError",
                        "-XX:+DisplayVMOutputToStderr",
                        "-cp",
                        System.getProperty("java.class.path"),
                        SmallServer.class.getName(),
                        route,
                        Integer.toString(replyLength))
                .redirectError(log.toFile())
                .start();
        try (BufferedReader output =
                new BufferedReader(new InputStreamReader(server.getInputStream(), StandardCharsets.UTF_8))) {
            int port = Integer.parseInt(output.readLine());
            try (Clients clients = new Clients(port, lineLength, LINES * (replyLength + 1L))) {
                clients.writeUntilNothingMoves();
                if (route.equals("queue")) {
                    assertThat(clients.unsent())
                            .as("clients that are held back")
                            .isPositive();
                }
                server.getOutputStream().write('\n'); // now the route of the queue goes on
                server.getOutputStream().flush();
                clients.writeAndReadToTheEnd();
            }
            server.getOutputStream().close();
            assertThat(output.readLine()).isEqualTo("messages " + CLIENTS * LINES);
            assertThat(server.waitFor()).isZero();
        } catch (IOException | AssertionError e) {
            throw new AssertionError("The server says: " + Files.readString(log), e);
        } finally {
            server.destroyForcibly();
        }
    }

    /** All clients on one thread. Each sends lines, and reads replies when all are told to. */
    private static final class Clients implements AutoCloseable {
        private final Selector selector = Selector.open();
        private final ByteBuffer sink = ByteBuffer.allocate(1 << 16);
        private final List<Client> all = new ArrayList<>();

        Clients(int port, int lineLength, long replies) throws IOException {
            byte[] line = ("x".repeat(lineLength - 1) + "\n").getBytes(StandardCharsets.US_ASCII);
            for (int i = 0; i < CLIENTS; i++) {
                all.add(new Client(port, line, replies));
            }
        }

        long unsent() {
            return all.stream().filter(each -> each.linesLeft > 0).count();
        }

        void writeUntilNothingMoves() throws IOException {
            all.forEach(each -> each.key.interestOps(SelectionKey.OP_WRITE));
            long moved = System.nanoTime();
            while (System.nanoTime() - moved < STILL_NANOS) {
                if (step()) {
                    moved = System.nanoTime();
                }
            }
        }

        void writeAndReadToTheEnd() throws IOException {
            all.forEach(each ->
                    each.key.interestOps(SelectionKey.OP_READ | (each.linesLeft > 0 ? SelectionKey.OP_WRITE : 0)));
            while (all.stream().anyMatch(each -> each.repliesLeft > 0)) {
                step();
            }
        }

        private boolean step() throws IOException {
            boolean moved = false;
            selector.select(100);
            for (SelectionKey key : selector.selectedKeys()) {
                Client client = (Client) key.attachment();
                moved |= key.isWritable() && client.write();
                moved |= key.isReadable() && client.read();
            }
            selector.selectedKeys().clear();
            return moved;
        }

        @Override
        public void close() throws IOException {
            for (Client each : all) {
                each.channel.close();
            }
            selector.close();
        }

        private final class Client {
            private final SocketChannel channel = SocketChannel.open();
            private final SelectionKey key;
            private final ByteBuffer line;
            private int linesLeft = LINES;
            private long repliesLeft;

            Client(int port, byte[] line, long replies) throws IOException {
                this.line = ByteBuffer.wrap(line);
                this.repliesLeft = replies;
                channel.setOption(StandardSocketOptions.SO_RCVBUF, 4096); // else the system keeps much that is not read
                channel.setOption(StandardSocketOptions.SO_SNDBUF, 4096);
                channel.connect(new InetSocketAddress("localhost", port));
                channel.configureBlocking(false);
                key = channel.register(selector, 0, this);
            }

            boolean write() throws IOException {
                boolean moved = false;
                while (linesLeft > 0 && channel.write(line) > 0) {
                    moved = true;
                    if (!line.hasRemaining()) {
                        line.rewind();
                        linesLeft--;
                    }
                }
                if (linesLeft == 0) {
                    key.interestOpsAnd(~SelectionKey.OP_WRITE);
                }
                return moved;
            }

            boolean read() throws IOException {
                sink.clear();
                int count = channel.read(sink);
                assertThat(count).as("bytes of replies").isNotNegative();
                repliesLeft -= count;
                return count > 0;
            }
        }
    }
}
