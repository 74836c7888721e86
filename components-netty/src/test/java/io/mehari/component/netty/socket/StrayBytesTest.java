package io.mehari.component.netty.socket;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.Exchange;
import io.mehari.ExchangePattern;
import io.mehari.ProducerTemplate;
import io.mehari.component.netty.ConnectionFailedException;
import io.mehari.component.netty.HostileServer;
import io.mehari.component.netty.NettyCodec;
import io.mehari.component.netty.NettyConstants;
import io.mehari.component.netty.Warnings;
import io.mehari.impl.DefaultRoutingContext;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.LineBasedFrameDecoder;
import io.netty.handler.codec.MessageToMessageDecoder;
import io.netty.handler.codec.string.StringDecoder;
import io.netty.handler.codec.string.StringEncoder;
import io.netty.util.concurrent.EventExecutor;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A server sends bytes that belong to no request: with an answer, after it, or on an unused connection. They never begin
 * the next answer.
 */
@Timeout(60)
class StrayBytesTest {
    private static final int SECONDS = 20;

    /** What a client speaks, and what may come too much. All requests and answers have four characters. */
    enum Speech {
        HTTP("netty-http:http://localhost:%d/", "HTTP/1.1 200 OK\r\nX: evil\r\nContent-Length: 4\r\n\r\nevil"),
        LINES("netty:tcp://localhost:%d?textline=true", "evil\n"),
        ZEROS("netty:tcp://localhost:%d?textline=true&delimiter=NULL", "evil\0"),
        LENGTH("netty:tcp://localhost:%d?lengthField=1", "\4evil"),
        FIXED("netty:tcp://localhost:%d?fixedLength=4", "evil"),
        CODEC("netty:tcp://localhost:%d?codec=#lines", "evil\n");

        final String uri;
        final String evil;

        Speech(String uri, String evil) {
            this.uri = uri;
            this.evil = evil;
        }

        byte[] answer(String request) {
            return (this == HTTP ? "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil" : evil)
                    .replace("evil", request)
                    .getBytes(ISO_8859_1);
        }

        HostileServer.Reader reader() {
            return switch (this) {
                case HTTP -> HostileServer.HTTP;
                case LINES, CODEC -> HostileServer.LINES;
                case ZEROS -> HostileServer.exactly(0, 4, 1);
                case LENGTH -> HostileServer.exactly(1, 4, 0);
                case FIXED -> HostileServer.exactly(0, 4, 0);
            };
        }

        /** Whole answers, their beginnings, single bytes, and what some servers send between answers. */
        String[] stray() {
            return new String[] {
                evil, evil + evil, evil.substring(0, evil.length() - 1), evil.substring(0, 1), "\r\n", "0\r\n\r\n"
            };
        }
    }

    private final DefaultRoutingContext context = new DefaultRoutingContext();
    private final ProducerTemplate template = context.createProducerTemplate();

    @BeforeEach
    void start() {
        NettyCodec lines =
                pipeline -> pipeline.addLast(new LineBasedFrameDecoder(100), new StringDecoder(), new StringEncoder());
        context.getRegistry().bind("lines", lines);
        context.start();
    }

    @AfterEach
    void stop() {
        context.close();
    }

    private Exchange send(Speech speech, HostileServer server, String request) {
        return template.send(String.format(speech.uri, server.port), exchange -> {
            exchange.setPattern(ExchangePattern.InOut);
            if (speech == Speech.HTTP) {
                exchange.setHeader(NettyConstants.HTTP_PATH, request);
            } else {
                exchange.setBody(speech == Speech.CODEC ? request + "\n" : request);
            }
        });
    }

    private void assertOwnAnswer(Speech speech, HostileServer server, String request) {
        Exchange done = send(speech, server, request);
        assertThat(done.getException()).isNull();
        assertThat(done.getBody(String.class)).isEqualTo(request);
        assertThat(done.getHeader("X")).isNull();
    }

    private static void await(BooleanSupplier condition) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("time is up").isLessThan(end);
            Thread.sleep(1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void bytesAfterAnAnswerInTheSameSegmentCloseItsConnection(Speech speech) throws Exception {
        for (String stray : speech.stray()) {
            byte[] more = stray.getBytes(ISO_8859_1);
            try (HostileServer server = new HostileServer(speech.reader(), (request, out) -> {
                byte[] answer = speech.answer(request);
                byte[] both = java.util.Arrays.copyOf(answer, answer.length + more.length);
                System.arraycopy(more, 0, both, answer.length, more.length);
                out.write(both);
            })) {
                for (int i = 1000; i < 1004; i++) {
                    assertOwnAnswer(speech, server, "" + i);
                }
                assertThat(server.accepted).as("connections").hasValue(4);
            }
        }
    }

    @Test
    void bytesAfterTheLastAnswerOfAConnectionCauseNoWarning() throws Exception {
        String last = "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 4\r\n\r\n";
        try (Warnings warnings = new Warnings();
                HostileServer server = new HostileServer(
                        HostileServer.HTTP,
                        (request, out) -> out.write((last + request + "\r\n").getBytes(ISO_8859_1)))) {
            assertOwnAnswer(Speech.HTTP, server, "1000");
            assertThat(warnings.text()).isEmpty();
        }
    }

    /** The buffer of the answer, which the decoder has released, is in use again when its connection becomes free. */
    @Test
    void aCodecThatUsesBuffersKeepsItsConnection() throws Exception {
        Queue<ByteBuf> used = new ConcurrentLinkedQueue<>();
        NettyCodec codec = pipeline -> pipeline.addLast(
                new LineBasedFrameDecoder(100), new StringDecoder(), new StringEncoder(), usesBuffers(used));
        context.getRegistry().bind("usesBuffers", codec);
        try (HostileServer server =
                new HostileServer(HostileServer.LINES, (request, out) -> out.write(Speech.LINES.answer(request)))) {
            for (int i = 1000; i < 1004; i++) {
                String request = i + "\n";
                assertThat(template.requestBody(
                                "netty:tcp://localhost:" + server.port + "?codec=#usesBuffers", request, String.class))
                        .isEqualTo(i + "");
            }
            assertThat(server.accepted).as("connections").hasValue(1);
        } finally {
            used.forEach(ByteBuf::release);
        }
    }

    private static MessageToMessageDecoder<String> usesBuffers(Queue<ByteBuf> used) {
        return new MessageToMessageDecoder<>(String.class) {
            @Override
            protected void decode(ChannelHandlerContext context, String text, List<Object> out) {
                for (int i = 0; i < 10; i++) {
                    used.add(context.alloc().ioBuffer().writeInt(1));
                }
                out.add(text);
            }
        };
    }

    @ParameterizedTest
    @EnumSource
    void bytesOnAnUnusedConnectionCloseIt(Speech speech) throws Exception {
        for (String stray : speech.stray()) {
            try (HostileServer server =
                    new HostileServer(speech.reader(), (request, out) -> out.write(speech.answer(request)))) {
                for (int i = 1000; i < 1003; i++) {
                    assertOwnAnswer(speech, server, "" + i);
                    server.writeToAll(stray.getBytes(ISO_8859_1));
                    await(() -> server.open() == 0);
                }
                assertThat(server.accepted).as("connections").hasValue(3);
            }
        }
    }

    /** The connection is taken from the pool, but its event loop is late, and the bytes come before the request. */
    @ParameterizedTest
    @EnumSource
    void bytesBeforeARequestIsWrittenSendItToAnotherConnection(Speech speech) throws Exception {
        for (String stray : speech.stray()) {
            try (HostileServer server =
                    new HostileServer(speech.reader(), (request, out) -> out.write(speech.answer(request)))) {
                assertOwnAnswer(speech, server, "1000");
                SocketEndpoint endpoint =
                        context.getEndpoint(String.format(speech.uri, server.port), SocketEndpoint.class);
                CountDownLatch goOn = new CountDownLatch(1);
                for (EventExecutor each : endpoint.loops()) {
                    each.execute(() -> {
                        try {
                            goOn.await();
                        } catch (InterruptedException e) {
                            throw new IllegalStateException(e);
                        }
                    });
                }
                CompletableFuture<Exchange> done = CompletableFuture.supplyAsync(() -> send(speech, server, "1001"));
                Thread.sleep(20); // until it has taken the connection
                server.writeToAll(stray.getBytes(ISO_8859_1));
                goOn.countDown();
                Exchange answered = done.get(SECONDS, TimeUnit.SECONDS);
                assertThat(answered.getException()).isNull();
                assertThat(answered.getBody(String.class)).isEqualTo("1001");
                assertThat(server.accepted).as("connections").hasValue(2);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void theBodyOfAnAnswerToHeadIsNotTheNextAnswer(boolean sameSegment) throws Exception {
        String body = "HTTP/1.1 200 OK\r\nX: evil\r\nX-"; // so the next answer would go on as a header
        try (HostileServer server = new HostileServer(HostileServer.HTTP, (request, out) -> {
            String head = "HTTP/1.1 200 OK\r\nContent-Length: " + body.length() + "\r\n\r\n";
            out.write(
                    request.startsWith("head")
                            ? (sameSegment ? head + body : head).getBytes(ISO_8859_1)
                            : Speech.HTTP.answer(request));
        })) {
            for (int i = 1000; i < 1003; i++) {
                Exchange head = template.send("netty-http:http://localhost:" + server.port + "/head", exchange -> {
                    exchange.setPattern(ExchangePattern.InOut);
                    exchange.setHeader(NettyConstants.HTTP_METHOD, "HEAD");
                });
                assertThat(head.getException()).isNull();
                if (!sameSegment) {
                    server.writeToAll(body.getBytes(ISO_8859_1));
                    await(() -> server.open() == 0);
                }
                assertOwnAnswer(Speech.HTTP, server, "" + i);
            }
        }
    }

    /** Not endlessly: a server that greets each connection would be asked for ever. */
    @Test
    void aServerThatSpeaksFirstGetsNoRequest() throws Exception {
        try (HostileServer server =
                new HostileServer(HostileServer.LINES, (request, out) -> out.write(Speech.LINES.answer(request)))) {
            server.greeting("220 hello\n".getBytes(ISO_8859_1));
            String uri = String.format(Speech.LINES.uri, server.port) + "&lazyChannelCreation=false";
            SocketEndpoint endpoint = context.getEndpoint(uri, SocketEndpoint.class);
            ClientPool pool = new ClientPool(endpoint, endpoint);
            pool.connectNow();
            await(() -> server.accepted.get() == 1 && server.open() == 0 && pool.connectionCount() == 0);
        }
    }

    @Test
    void aServerWithoutTlsGetsNoRequestOverTls() throws Exception {
        try (HostileServer server = new HostileServer(
                HostileServer.LINES, (request, out) -> out.write("no TLS here\n".getBytes(ISO_8859_1)))) {
            Exchange failed = template.send(
                    "netty-http:https://localhost:" + server.port + "/",
                    exchange -> exchange.setPattern(ExchangePattern.InOut));
            assertThat(failed.getException()).isInstanceOf(ConnectionFailedException.class);
        }
    }
}
