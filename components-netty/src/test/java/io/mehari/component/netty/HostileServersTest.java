package io.mehari.component.netty;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.Exchange;
import io.mehari.ExchangePattern;
import io.mehari.ExchangeTimedOutException;
import io.mehari.ProducerTemplate;
import io.mehari.impl.DefaultRoutingContext;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.LineBasedFrameDecoder;
import io.netty.handler.codec.MessageToMessageDecoder;
import io.netty.handler.codec.string.StringDecoder;
import io.netty.handler.codec.string.StringEncoder;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Servers that answer wrongly, too much, too little, too slowly or not at all: the table {@code hostile-servers.txt}.
 * The request that such a server answers gets its own answer or a failure with a name, soon. The next request gets its
 * own answer.
 */
@Timeout(60)
class HostileServersTest {
    private static final int SHORT_MILLIS = 200;
    private static final int LONG_MILLIS = 30_000;
    private static final int DROP_MILLIS = 20;
    private static final String FIRST = "first";
    private static final String OTHER = "other";

    private static final DefaultRoutingContext CONTEXT = new DefaultRoutingContext();
    private static final ProducerTemplate TEMPLATE = CONTEXT.createProducerTemplate();

    @TempDir
    private static Path folder;

    private static Certificates certificates;
    private static SSLContext tls;

    @BeforeAll
    static void start() throws Exception {
        certificates = Certificates.make(folder, "server", "localhost", -1, 10);
        tls = certificates.trusting(certificates);
        CONTEXT.getRegistry().bind("throwing", throwing());
        CONTEXT.getRegistry().bind("key", (CorrelationKey) HostileServersTest::key);
        CONTEXT.start();
    }

    @AfterAll
    static void stop() {
        CONTEXT.close();
    }

    private static NettyCodec throwing() {
        return pipeline -> pipeline.addLast(
                new LineBasedFrameDecoder(100),
                new StringDecoder(),
                new StringEncoder(),
                new MessageToMessageDecoder<String>(String.class) {
                    @Override
                    protected void decode(ChannelHandlerContext context, String text, List<Object> out) {
                        if (text.equals("evil")) {
                            throw new IllegalStateException(text);
                        }
                        out.add(text);
                    }
                });
    }

    private static Object key(Object body) {
        String text = body instanceof ByteBuf bytes ? bytes.toString(UTF_8) : body.toString();
        if (text.startsWith("throw")) {
            throw new IllegalStateException(text);
        }
        return text.isEmpty() ? null : text.substring(0, FIRST.length());
    }

    // ---- the table

    record Row(String name, Client client, String sends, String then, String expected, boolean reused) {
        static Row of(String line) {
            String[] cells = (line + " ").split(" \\| ", -1);
            assertThat(cells).as(line).hasSize(6);
            return new Row(
                    cells[0], Client.valueOf(cells[1]), cells[2], cells[3], cells[4], cells[5].startsWith("reused"));
        }

        @Override
        public String toString() {
            return client + ": " + name;
        }

        boolean isNear(String outcome) {
            return expected.equals(outcome) || expected.startsWith(outcome + " ");
        }

        String rest() {
            return expected.substring(expected.indexOf(' ') + 1);
        }

        List<byte[]> pieces() {
            return Arrays.stream(sends.split("<>", -1)).map(Row::bytes).toList();
        }

        private static byte[] bytes(String piece) {
            String text = piece.replace("{answer}", "{ok}Content-Length: 5~~first")
                    .replace("{ok}", "HTTP/1.1 200 OK~")
                    .replace("~", "\r\n");
            text = Pattern.compile("\\\\x(..)")
                    .matcher(text)
                    .replaceAll(hex -> Matcher.quoteReplacement("" + (char) Integer.parseInt(hex.group(1), 16)));
            text = Pattern.compile("\\{([^{}]+)\\*(\\d+)}")
                    .matcher(text)
                    .replaceAll(many -> many.group(1).repeat(Integer.parseInt(many.group(2))));
            return text.getBytes(ISO_8859_1);
        }

        /** Answers a request as the table says. */
        void write(OutputStream out, Socket socket) throws Exception {
            List<byte[]> pieces = pieces();
            byte[] last = pieces.get(pieces.size() - 1);
            for (byte[] each : pieces) {
                if (each != pieces.get(0)) {
                    Thread.sleep(DROP_MILLIS);
                }
                out.write(each);
            }
            while (then.equals("endless") || then.equals("drip")) {
                Thread.sleep(then.equals("drip") ? DROP_MILLIS : 0);
                out.write(last);
            }
            if (then.equals("close") && socket instanceof SSLSocket) {
                socket.shutdownOutput(); // which sends close_notify
            }
            if (then.equals("notify")) {
                socket.shutdownOutput(); // and the connection stays open
            } else if (!then.equals("keep")) {
                throw new HostileServer.End(then.equals("reset"));
            }
        }
    }

    @SuppressWarnings("ImmutableEnumChecker") // the readers have no state
    enum Client {
        http("netty-http:http://localhost:%d/?chunkedMaxContentLength=20000&", HostileServer.HTTP),
        head("netty-http:http://localhost:%d/?", HostileServer.HTTP),
        https("netty-http:https://localhost:%d/?", HostileServer.HTTP),
        https12("netty-http:https://localhost:%d/?enabledProtocols=TLSv1.2&", HostileServer.HTTP),
        tls("netty-http:https://localhost:%d/?connectTimeout=300&", HostileServer.HTTP),
        lines("netty:tcp://localhost:%d?textline=true&decoderMaxLineLength=500&", HostileServer.LINES),
        secret("netty:tcp://localhost:%d?textline=true&ssl=true&", HostileServer.LINES),
        secret12("netty:tcp://localhost:%d?textline=true&ssl=true&enabledProtocols=TLSv1.2&", HostileServer.LINES),
        shared("netty:tcp://localhost:%d?textline=true&ssl=true&correlation=#key&", HostileServer.LINES),
        zeros(
                "netty:tcp://localhost:%d?textline=true&delimiter=NULL&decoderMaxLineLength=500&",
                HostileServer.exactly(0, 5, 1)),
        length("netty:tcp://localhost:%d?lengthField=4&maxFrameLength=1000&", HostileServer.exactly(4, 5, 0)),
        fixed("netty:tcp://localhost:%d?fixedLength=5&", HostileServer.exactly(0, 5, 0)),
        throwing("netty:tcp://localhost:%d?codec=#throwing&", HostileServer.LINES),
        keyed("netty:tcp://localhost:%d?textline=true&correlation=#key&decoderMaxLineLength=500&", HostileServer.LINES);

        final String uri;
        final HostileServer.Reader reader;

        Client(String uri, HostileServer.Reader reader) {
            this.uri = uri;
            this.reader = reader;
        }

        boolean isHttp() {
            return uri.startsWith("netty-http");
        }

        boolean isSecure() {
            return uri.contains("https:") || uri.contains("ssl=true");
        }

        byte[] answer(String request) {
            String text = switch (this) {
                case http, https, https12, tls -> "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n" + request;
                case head -> "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nX-Id: " + request + "\r\n\r\n";
                case lines, secret, secret12, shared, throwing, keyed -> request + "\n";
                case zeros -> request + "\0";
                case length -> "\0\0\0\5" + request;
                case fixed -> request;
            };
            return text.getBytes(ISO_8859_1);
        }
    }

    static Stream<Row> rows() throws IOException {
        try (var in = HostileServersTest.class.getResourceAsStream("/hostile-servers.txt")) {
            List<Row> rows = new String(in.readAllBytes(), UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .map(Row::of)
                    .toList();
            assertThat(rows).hasSizeGreaterThan(90);
            return rows.stream();
        }
    }

    // ---- the test

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void aServerHarmsNoRequestButTheOneThatItAnswers(Row row) throws Exception {
        try (HostileServer server = new HostileServer(row.client.reader, (request, out) -> {})) {
            int limit = row.isNear("late") ? SHORT_MILLIS : LONG_MILLIS;
            String uri = String.format(row.client.uri, server.port) + "requestTimeout=" + limit
                    + (row.client.isSecure() ? "&trustFile=" + certificates.authority : "");
            misbehave(server, row);
            checkFirst(row, server, send(row, uri, FIRST));
            if (!row.reused) {
                NettyEndpoint client = CONTEXT.getEndpoint(uri, NettyEndpoint.class);
                await(row, () -> server.open() == 0 && client.getClientConnections() == 0);
            }
            server.layer(socket -> row.client.isSecure() ? overTls(socket) : socket);
            server.answers((request, out) -> out.write(row.client.answer(request)));
            checkOther(row, send(row, uri, OTHER));
            assertThat(server.accepted).as("connections").hasValue(row.reused ? 1 : 2);
        }
    }

    private static SSLSocket overTls(Socket socket) throws IOException {
        SSLSocket spoken = (SSLSocket) tls.getSocketFactory().createSocket(socket, null, socket.getPort(), false);
        spoken.setUseClientMode(false);
        return spoken;
    }

    private static void misbehave(HostileServer server, Row row) {
        server.layer(socket -> {
            Socket spoken = row.client.isSecure() && row.client != Client.tls ? overTls(socket) : socket;
            server.answers((request, out) -> row.write(out, spoken));
            if (row.client == Client.tls) {
                row.write(socket.getOutputStream(), socket);
            }
            return spoken;
        });
    }

    private static Exchange send(Row row, String uri, String request) {
        return TEMPLATE.send(uri, exchange -> {
            exchange.setPattern(ExchangePattern.InOut);
            if (row.client.isHttp()) {
                exchange.setHeader(NettyConstants.HTTP_PATH, request);
                exchange.setHeader(NettyConstants.HTTP_METHOD, row.client == Client.head ? "HEAD" : "GET");
            } else {
                exchange.setBody(row.client == Client.throwing ? request + "\n" : request);
            }
        });
    }

    private static void checkFirst(Row row, HostileServer server, Exchange done) {
        Throwable failure = done.getException();
        if (row.isNear("answer") || row.isNear("empty")) {
            assertThat(failure).isNull();
            assertThat(done.getBody(String.class)).isEqualTo(row.isNear("empty") ? "" : FIRST);
        } else if (row.isNear("status")) {
            assertThat(failure).isInstanceOfSatisfying(HttpOperationFailedException.class, failed -> {
                assertThat(failed.getStatusCode()).isEqualTo(Integer.parseInt(row.rest()));
                assertThat(failed.getResponseBody()).asString().isIn("", FIRST);
            });
        } else {
            Class<?> type = row.isNear("lost")
                    ? ConnectionLostException.class
                    : row.isNear("late") ? ExchangeTimedOutException.class : ConnectionFailedException.class;
            assertThat(failure).isInstanceOf(type).hasMessageContaining("localhost:" + server.port);
            if (row.isNear("lost")) {
                assertThat(failure).hasMessageContaining(row.rest());
            }
        }
        assertThat(done.getHeader("X")).isNull();
        assertThat(done.getHeaders().values()).doesNotContain("evil");
    }

    private static void checkOther(Row row, Exchange done) {
        assertThat(done.getException()).isNull();
        if (row.client == Client.head) {
            assertThat(done.getHeader("X-Id")).isEqualTo(OTHER);
        } else {
            assertThat(done.getBody(String.class)).isEqualTo(OTHER);
        }
        assertThat(done.getHeaders().values()).doesNotContain("evil");
    }

    private static void await(Row row, BooleanSupplier condition) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("%s: the connection is open", row).isLessThan(end);
            Thread.sleep(1);
        }
    }
}
