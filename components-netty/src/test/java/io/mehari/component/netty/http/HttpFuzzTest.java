package io.mehari.component.netty.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.mehari.component.netty.NettyConstants;
import io.mehari.component.netty.socket.EventLoops;
import io.mehari.impl.DefaultRoutingContext;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whatever bytes an HTTP server gets, and however they are divided: the same requests enter the route, the same answers
 * are sent, and nothing is left open.
 */
class HttpFuzzTest {
    private static final int MUTATIONS = 300;

    /** None has Expect: its answer depends on whether the one before is answered already, and so on how bytes come. */
    private static final List<String> PARTS = List.of(
            "GET / HTTP/1.1\r\nHost: x\r\n\r\n",
            "HEAD /a HTTP/1.1\r\nHost: x\r\n\r\n",
            "OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n",
            "GET /a HTTP/1.0\r\n\r\n",
            "GET /a HTTP/1.0\r\nConnection: keep-alive\r\n\r\n",
            "GET /a HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
            "GET http://x/a?b=c&b=%20d HTTP/1.1\r\nHost: x\r\n\r\n",
            "GET /%zz HTTP/1.1\r\nHost: x\r\n\r\n",
            "POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhello",
            "POST /a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
            "POST /a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n2;x=y\r\nhe\r\n0\r\nT: u\r\n\r\n",
            "POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            "POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello!",
            "POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 2000\r\n\r\n" + "b".repeat(2000),
            "GET /" + "l".repeat(300) + " HTTP/1.1\r\nHost: x\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: x\r\nX: " + "h".repeat(600) + "\r\n\r\n",
            "GET / HTTP/1.1\nHost: x\n\n",
            "GET / HTTP/1.1\r\nHost: x\r\n folded: y\r\n\r\n",
            "G\u0000T / HTTP/1.1\r\nHost: x\r\n\r\n",
            "\r\n\r\nGET / HTTP/1.1\r\nHost: x\r\n\r\n",
            "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
            "\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003");

    private static final List<String> entered = new ArrayList<>();
    private static DefaultRoutingContext context;
    private static EventLoops loops;
    private static HttpServer server;
    private static HttpConsumer receiver;

    @BeforeAll
    static void startServer() throws Exception {
        context = new DefaultRoutingContext();
        context.start();
        HttpEndpoint endpoint = context.getEndpoint(
                "netty-http:http://localhost:0/?matchOnUriPrefix=true&runOnEventLoop=true&chunkedMaxContentLength=1000"
                        + "&maxInitialLineLength=200&maxHeaderSize=400",
                HttpEndpoint.class);
        receiver = (HttpConsumer) endpoint.createConsumer(exchange -> {
            String seen = exchange.getHeader(NettyConstants.HTTP_METHOD) + " "
                    + exchange.getHeader(NettyConstants.HTTP_URI) + " " + exchange.getBody(String.class);
            entered.add(seen);
            exchange.setBody(seen);
        });
        receiver.start();
        loops = new EventLoops("fuzz");
        server = new HttpServer(endpoint.settings(), loops.get());
        server.add(receiver);
    }

    @AfterAll
    static void stopServer() {
        loops.stop();
        context.close();
    }

    /** With {@code JAZZER_FUZZ=1} it makes up bytes for a minute; CONTRIBUTING has the command. */
    @FuzzTest(maxDuration = "1m")
    @Tag("slow") // Jazzer changes the classes that it loads
    void theAnswersAreThoseOfTheBytes(byte[] bytes) {
        check(bytes, 1);
        check(bytes, 2 + Math.floorMod(Arrays.hashCode(bytes), 7));
    }

    static List<String> requests() {
        return PARTS;
    }

    @ParameterizedTest
    @MethodSource("requests")
    void twoRequestsOfEachKindAreAnsweredAlikeHoweverTheyAreCut(String first) {
        for (String second : PARTS) {
            check((first + second).getBytes(StandardCharsets.ISO_8859_1), 1);
        }
    }

    @ParameterizedTest
    @MethodSource("requests")
    void requestsWithBytesChangedAreAnsweredAlikeHoweverTheyAreCut(String request) {
        Random random = new Random(request.hashCode());
        for (int i = 0; i < MUTATIONS; i++) {
            byte[] bytes = (request + PARTS.get(random.nextInt(PARTS.size()))).getBytes(StandardCharsets.ISO_8859_1);
            for (int changes = random.nextInt(4); changes >= 0; changes--) {
                bytes[random.nextInt(bytes.length)] = (byte) " \r\n:0;\t,%/Hx\u0000\u00ff".charAt(random.nextInt(14));
            }
            check(bytes, 1 + random.nextInt(20));
        }
    }

    @Test
    void aRequestAfterTheLastOneOfAConnectionIsNotProcessed() {
        Outcome outcome = send(
                "GET /1 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\nGET /2 HTTP/1.1\r\nHost: x\r\n\r\n"
                        .getBytes(StandardCharsets.ISO_8859_1),
                1_000);
        assertThat(outcome.requests()).containsExactly("GET /1 ");
        assertThat(outcome.open()).isFalse();
    }

    // ---- one connection

    private record Outcome(List<String> requests, String answers, boolean open) {}

    private static void check(byte[] bytes, int cut) {
        Outcome whole = send(bytes, Math.max(1, bytes.length));
        assertThat(send(bytes, cut))
                .as(() -> "of " + new String(bytes, StandardCharsets.ISO_8859_1) + " in pieces of " + cut)
                .isEqualTo(whole);
        assertThat(whole.answers().split("HTTP/1.1 \\d", -1))
                .as("an answer for each request that entered the route")
                .hasSizeGreaterThan(whole.requests().size());
    }

    private static Outcome send(byte[] bytes, int pieces) {
        entered.clear();
        EmbeddedChannel channel = new EmbeddedChannel();
        server.connect(channel);
        channel.runPendingTasks();
        StringBuilder answers = new StringBuilder();
        for (int from = 0; from < bytes.length && channel.isOpen(); from += pieces) {
            channel.writeInbound(Unpooled.copiedBuffer(bytes, from, Math.min(pieces, bytes.length - from)));
            read(channel, answers);
        }
        boolean open = channel.isOpen();
        var unused = channel.close();
        channel.runPendingTasks();
        read(channel, answers);
        assertThat(channel.inboundMessages()).isEmpty();
        assertThat(server.pending()).as("requests that wait").hasValue(0);
        assertThat(receiver.gate().taken()).as("requests in the route").isZero();
        return new Outcome(List.copyOf(entered), comparable(answers.toString()), open);
    }

    /** Without the time; and which of several limits a last, refused request is over depends on what has come of it. */
    private static String comparable(String answers) {
        return answers.replaceAll("(?i)date: [^\r]*\r\n", "")
                .replaceAll("(?s)HTTP/1.1 (400|413|414|431) (?!.*HTTP/1.1 \\d).*", "refused");
    }

    private static void read(EmbeddedChannel channel, StringBuilder answers) {
        ByteBuf part;
        while ((part = channel.readOutbound()) != null) {
            answers.append(part.toString(StandardCharsets.ISO_8859_1));
            part.release();
        }
        channel.checkException();
    }
}
