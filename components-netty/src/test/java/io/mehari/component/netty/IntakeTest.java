package io.mehari.component.netty;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.impl.DefaultRoutingContext;
import io.netty.handler.codec.LineBasedFrameDecoder;
import io.netty.handler.codec.string.StringDecoder;
import io.netty.handler.codec.string.StringEncoder;
import java.io.BufferedInputStream;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Many messages come at once, more than are decoded ahead, and the client closes its side at once. Each is answered, in
 * order.
 */
@Timeout(60)
class IntakeTest {
    private static final int MESSAGES = 3_000;

    private final DefaultRoutingContext context = new DefaultRoutingContext();
    private int port;

    @BeforeEach
    void start() throws Exception {
        port = Ports.free();
        NettyCodec lines =
                pipeline -> pipeline.addLast(new LineBasedFrameDecoder(100), new StringDecoder(), new StringEncoder());
        context.getRegistry().bind("lines", lines);
    }

    @AfterEach
    void stop() {
        context.close();
    }

    private void serve(String uri, boolean nativeTransport, CountDownLatch goOn) throws Exception {
        NettyComponent tcp = new NettyComponent();
        tcp.setNativeTransport(nativeTransport);
        context.addComponent(tcp);
        NettyHttpComponent http = new NettyHttpComponent();
        http.setNativeTransport(nativeTransport);
        context.addComponent(http);
        context.addRoutes(r -> r.from(uri).process(exchange -> {
            goOn.await();
            if (exchange.getBody() instanceof InputStream body) {
                assertThat(body.readAllBytes()).hasSize(3);
            }
            Object path = exchange.getHeader(NettyConstants.HTTP_PATH);
            exchange.setBody(path != null ? path : exchange.getBody());
        }));
        context.start();
    }

    private static List<String> numbers() {
        return IntStream.range(0, MESSAGES).mapToObj(i -> "" + (1000 + i)).toList();
    }

    @ParameterizedTest
    @CsvSource({
        "textline=true, '', '\n'",
        "'textline=true&delimiter=NULL', '', '\0'",
        "lengthField=1, '\4', ''",
        "fixedLength=4, '', ''",
        "codec=#lines, '', '\n'",
        "'textline=true&runOnEventLoop=true', '', '\n'"
    })
    void k3_allMessagesOfAClientThatHasClosedItsSideAreAnswered(String framing, String before, String after)
            throws Exception {
        assertAllAnswered(framing, before, after, false);
    }

    @ParameterizedTest
    @CsvSource({"textline=true, '', '\n'", "lengthField=1, '\4', ''", "codec=#lines, '', '\n'"})
    void k3_soAreThoseOnTheNativeTransport(String framing, String before, String after) throws Exception {
        assertAllAnswered(framing, before, after, true);
    }

    private void assertAllAnswered(String framing, String before, String after, boolean nativeTransport)
            throws Exception {
        CountDownLatch goOn = new CountDownLatch(framing.contains("EventLoop") ? 0 : 1);
        serve("netty:tcp://localhost:" + port + "?" + framing, nativeTransport, goOn);
        StringBuilder text = new StringBuilder();
        numbers().forEach(each -> text.append(before).append(each).append(after));
        try (Socket socket = new Socket("localhost", port)) {
            socket.setSoTimeout(20_000);
            socket.getOutputStream().write(text.toString().getBytes(US_ASCII));
            socket.shutdownOutput();
            goOn.countDown();
            String answers = new String(socket.getInputStream().readAllBytes(), US_ASCII);
            assertThat(answers)
                    .isEqualTo(framing.startsWith("codec") ? text.toString().replace("\n", "") : text.toString());
        }
    }

    @ParameterizedTest
    @CsvSource({"false, ''", "true, ''", "false, ?runOnEventLoop=true", "false, ?disableStreamCache=true"})
    void k3_allRequestsOfAClientThatHasClosedItsSideAreAnswered(boolean nativeTransport, String options)
            throws Exception {
        CountDownLatch goOn = new CountDownLatch(options.contains("EventLoop") ? 0 : 1);
        serve(
                "netty-http:http://localhost:" + port + "/?matchOnUriPrefix=true" + options.replace('?', '&'),
                nativeTransport,
                goOn);
        try (Socket socket = new Socket("localhost", port)) {
            socket.setSoTimeout(20_000);
            StringBuilder text = new StringBuilder();
            numbers()
                    .forEach(each -> text.append("POST /")
                            .append(each)
                            .append(" HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc"));
            Thread writer = new Thread(() -> {
                try {
                    socket.getOutputStream().write(text.toString().getBytes(US_ASCII));
                    socket.shutdownOutput();
                } catch (java.io.IOException e) {
                    // then answers are missing
                }
                goOn.countDown();
            });
            writer.start();
            Thread.sleep(5); // some of it has come
            goOn.countDown();
            InputStream in = new BufferedInputStream(socket.getInputStream());
            for (String each : numbers()) {
                HttpFixtures.Parsed answer = HttpFixtures.read(in);
                assertThat(answer).as(each).isNotNull();
                assertThat(answer.body()).contains(each);
            }
            assertThat(in.read()).isEqualTo(-1);
            writer.join();
        }
    }

    @Test
    void k3_whatFollowsARequestThatTakesTooLongIsNotKept() throws Exception {
        CountDownLatch goOn = new CountDownLatch(1);
        serve("netty-http:http://localhost:" + port + "/?readTimeout=100&receiveBufferSize=65536", false, goOn);
        try (SocketChannel client = SocketChannel.open(new InetSocketAddress("localhost", port))) {
            String second = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n4000\r\n";
            client.write(ByteBuffer.wrap("GET / HTTP/1.1\r\nHost: a\r\n\r\n".getBytes(US_ASCII)));
            while (context.stats().inflight() == 0) {
                Thread.sleep(1);
            }
            client.write(ByteBuffer.wrap(second.getBytes(US_ASCII)));
            Thread.sleep(400); // more than readTimeout
            client.configureBlocking(false);
            assertThat(sentUntilNothingMoves(client, 64 << 20)).isLessThan(32 << 20);
            client.configureBlocking(true);
            goOn.countDown();
            InputStream in = new BufferedInputStream(client.socket().getInputStream());
            assertThat(HttpFixtures.read(in).status()).isEqualTo(200);
            assertThat(HttpFixtures.read(in).status()).isEqualTo(408);
        }
    }

    private static long sentUntilNothingMoves(SocketChannel client, long most) throws Exception {
        ByteBuffer chunk = ByteBuffer.wrap(("x".repeat(0x4000) + "\r\n4000\r\n").getBytes(US_ASCII));
        long sent = 0;
        long moved = System.nanoTime();
        while (sent < most && System.nanoTime() - moved < 500_000_000) {
            int more = client.write(chunk);
            if (more > 0) {
                sent += more;
                moved = System.nanoTime();
            } else {
                Thread.sleep(1);
            }
            if (!chunk.hasRemaining()) {
                chunk.rewind();
            }
        }
        return sent;
    }
}
