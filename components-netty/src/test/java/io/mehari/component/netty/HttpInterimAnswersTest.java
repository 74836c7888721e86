package io.mehari.component.netty;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.Exchange;
import io.mehari.ExchangePattern;
import io.mehari.ProducerTemplate;
import io.mehari.impl.DefaultRoutingContext;
import java.io.OutputStream;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each request gets its own answer or fails, whatever interim answers (statuses 100 to 199) come before it. */
@Timeout(60)
class HttpInterimAnswersTest {
    private static final String[] INTERIM = {
        "HTTP/1.1 100 Continue\r\n\r\n",
        "HTTP/1.1 102 Processing\r\n\r\n",
        "HTTP/1.1 103 Early Hints\r\nLink: </style.css>; rel=preload\r\nX: evil\r\n\r\n",
        "HTTP/1.1 199 Something\r\nContent-Type: text/plain\r\n\r\n",
        "HTTP/1.1 100 Continue\r\nConnection: close\r\n\r\n",
        "HTTP/1.1 100 Continue\r\nContent-Length: 5\r\n\r\n",
        "HTTP/1.1 103 Early Hints\r\nTransfer-Encoding: chunked\r\n\r\n"
    };
    private static final String[] HARMFUL = {
        "HTTP/1.1 100 Continue\r\nContent-Length: 5\r\n\r\nhello",
        "HTTP/1.1 103 Early Hints\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
        "HTTP/1.1 101 Switching Protocols\r\n\r\n",
        "HTTP/2.0 200 OK\r\nContent-Length: 4\r\n\r\nevil",
        "helloHTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil",
        "HTTP/1.1 0 Zero\r\nContent-Length: 4\r\n\r\nevil",
        "HTTP/1.1 9999 Many\r\nContent-Length: 4\r\n\r\nevil"
    };
    private static final String EVIL = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil";

    private final DefaultRoutingContext context = new DefaultRoutingContext();
    private final ProducerTemplate template = context.createProducerTemplate();
    private HostileServer server;

    @BeforeEach
    void start() throws Exception {
        server = new HostileServer(HostileServer.HTTP, (request, out) -> {});
        context.start();
    }

    @AfterEach
    void stop() throws Exception {
        context.close();
        server.close();
    }

    private static String answer(String request) {
        return "HTTP/1.1 200 OK\r\nContent-Length: " + request.length() + "\r\n\r\n" + request;
    }

    private Exchange send(String method, String request) {
        return template.send("netty-http:http://localhost:" + server.port + "/", exchange -> {
            exchange.setPattern(ExchangePattern.InOut);
            exchange.setHeader(NettyConstants.HTTP_METHOD, method);
            exchange.setHeader(NettyConstants.HTTP_PATH, request);
        });
    }

    private void assertOwnAnswer(String request) {
        Exchange done = send("GET", request);
        assertThat(done.getException()).isNull();
        assertThat(done.getBody(String.class)).isEqualTo(request);
        assertThat(done.getHeader(NettyConstants.HTTP_RESPONSE_CODE)).isEqualTo(200);
        assertThat(done.getHeader("X")).isNull();
    }

    private static void write(OutputStream out, String text, int piece) throws Exception {
        byte[] bytes = text.getBytes(ISO_8859_1);
        for (int i = 0; i < bytes.length; i += piece) {
            out.write(bytes, i, Math.min(piece, bytes.length - i));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7})
    void eachRequestGetsItsAnswerAfterAnyInterimAnswers(int count) {
        int request = 0;
        for (String interim : INTERIM) {
            for (int piece : new int[] {10_000, interim.length(), 3}) {
                server.answers((id, out) -> write(out, interim.repeat(count) + answer(id), piece));
                assertOwnAnswer("a" + request++);
            }
            server.answers((id, out) -> out.write(answer(id).getBytes(ISO_8859_1)));
            assertOwnAnswer("b" + request++);
        }
        assertThat(server.accepted).as("connections").hasValue(1);
    }

    @Test
    void aHeadRequestHasNoBodyAfterInterimAnswersEither() {
        for (String interim : INTERIM) {
            server.answers((id, out) ->
                    write(out, interim + "HTTP/1.1 200 OK\r\nContent-Length: 5000000\r\nX-Id: " + id + "\r\n\r\n", 20));
            Exchange done = send("HEAD", "head");
            assertThat(done.getException()).isNull();
            assertThat(done.getHeader("X-Id")).isEqualTo("head");
            server.answers((id, out) -> out.write(answer(id).getBytes(ISO_8859_1)));
            assertOwnAnswer("get");
        }
        assertThat(server.accepted).as("connections").hasValue(1);
    }

    @Test
    void anUnchangedAnswerMayGiveTheLengthThatItDoesNotSend() {
        server.answers((id, out) -> write(out, "HTTP/1.1 304 Not Modified\r\nContent-Length: 5000000\r\n\r\n", 20));
        Exchange done = send("GET", "old");
        assertThat(done.getException())
                .isInstanceOfSatisfying(
                        HttpOperationFailedException.class,
                        failure -> assertThat(failure.getStatusCode()).isEqualTo(304));
    }

    @Test
    void whatIsNoAnswerFailsItsRequestAlone() {
        for (String harmful : HARMFUL) {
            server.answers((id, out) -> write(out, harmful + answer(id) + EVIL, 10_000));
            Exchange failed = send("GET", "first");
            assertThat(failed.getException()).as(harmful).isInstanceOf(ConnectionLostException.class);
            server.answers((id, out) -> out.write(answer(id).getBytes(ISO_8859_1)));
            assertOwnAnswer("next");
        }
    }

    @Test
    void aChangeOfProtocolIsNamed() {
        server.answers((id, out) -> write(out, HARMFUL[2], 10_000));
        assertThat(send("GET", "first").getException()).hasMessageContaining("101");
    }

    /** All kinds, mixed by chance, in pieces of all sizes, before and after the answer. */
    @Test
    void noRequestEverGetsTheAnswerOfAnother() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < 300; i++) {
            StringBuilder before = new StringBuilder();
            boolean harmful = random.nextInt(5) == 0;
            for (int n = random.nextInt(4); n > 0; n--) {
                before.append(INTERIM[random.nextInt(INTERIM.length)]);
            }
            if (harmful) {
                before.append(HARMFUL[random.nextInt(HARMFUL.length)]);
            }
            int piece = 1 + random.nextInt(80);
            String after = random.nextInt(3) == 0 ? EVIL : "";
            server.answers((id, out) -> write(out, before + answer(id) + after, after.isEmpty() ? piece : 10_000));
            Exchange done = send("GET", "r" + i);
            if (harmful) {
                assertThat(done.getException()).as("seed " + seed).isInstanceOf(ConnectionLostException.class);
            } else {
                assertThat(done.getException()).as("seed " + seed).isNull();
                assertThat(done.getBody(String.class)).as("seed " + seed).isEqualTo("r" + i);
            }
        }
    }
}
