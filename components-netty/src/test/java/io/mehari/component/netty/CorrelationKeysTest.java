package io.mehari.component.netty;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mehari.ExchangeTimedOutException;
import io.mehari.ProducerTemplate;
import io.mehari.impl.DefaultRoutingContext;
import io.netty.buffer.ByteBuf;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A key, which is the first word here, is used again. No request gets the reply of another one. */
@Timeout(60)
class CorrelationKeysTest {
    private static final int SECONDS = 30;

    private final DefaultRoutingContext context = new DefaultRoutingContext();
    private final ProducerTemplate template = context.createProducerTemplate();
    private final LinkedBlockingQueue<String> received = new LinkedBlockingQueue<>();
    private HostileServer server;

    /** A key that throws when it is in a map. */
    private record Broken() {
        @Override
        public int hashCode() {
            throw new IllegalStateException("a fault that the test asked for");
        }
    }

    /** A key that throws when it is used again, after its message was sent. */
    private static final class BreaksLater {
        private final AtomicInteger left = new AtomicInteger(3); // to look, to remove an earlier one, to put

        @Override
        public int hashCode() {
            if (left.getAndDecrement() <= 0) {
                throw new IllegalStateException("a fault that the test asked for");
            }
            return 1;
        }

        @Override
        public boolean equals(Object other) {
            return this == other;
        }
    }

    @BeforeEach
    void start() throws Exception {
        server = new HostileServer(HostileServer.LINES, (request, out) -> received.add(request));
        context.getRegistry().bind("key", (CorrelationKey) body -> {
            String text = body instanceof ByteBuf bytes ? bytes.toString(US_ASCII) : body.toString();
            return text.startsWith("later")
                    ? new BreaksLater()
                    : text.startsWith("broken") ? new Broken() : text.replaceAll(" .*|\n", "");
        });
        context.start();
    }

    @AfterEach
    void stop() throws Exception {
        context.close();
        server.close();
    }

    private CompletableFuture<?> send(String request, int millis) {
        return template.asyncRequestBody(
                "netty:tcp://localhost:" + server.port + "?textline=true&correlation=#key&requestTimeout=" + millis,
                request);
    }

    private void assertTimedOut(CompletableFuture<?> sent) {
        assertThatThrownBy(() -> sent.get(SECONDS, TimeUnit.SECONDS))
                .hasStackTraceContaining(ExchangeTimedOutException.class.getSimpleName());
    }

    private void assertReply(CompletableFuture<?> sent, String reply) throws Exception {
        assertThat(sent.get(SECONDS, TimeUnit.SECONDS)).isEqualTo(reply);
    }

    private void assertReceived(String request) throws Exception {
        assertThat(received.poll(SECONDS, TimeUnit.SECONDS)).isEqualTo(request);
    }

    private void reply(String text) throws Exception {
        server.writeToAll((text + "\n").getBytes(US_ASCII));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aReplyThatComesAfterItsTimeGoesToNobody(boolean beforeTheNextRequest) throws Exception {
        AtomicReference<OutputStream> first = new AtomicReference<>();
        server.answers((request, out) -> first.set(out));
        assertTimedOut(send("one first", 500));
        server.answers((request, out) -> {
            if (!beforeTheNextRequest) {
                lateReply(first.get());
            }
            out.write((request + " answered\n").getBytes(US_ASCII));
        });
        if (beforeTheNextRequest) {
            lateReply(first.get());
            assertReply(send("two", 500), "two answered"); // so the late reply was read
        }
        assertReply(send("one second", 500), "one second answered");
        assertThat(server.accepted).as("connections").hasValue(beforeTheNextRequest ? 1 : 2);
    }

    private static void lateReply(OutputStream out) {
        try {
            out.write("one late\n".getBytes(US_ASCII));
        } catch (IOException e) {
            // the connection has ended
        }
    }

    /** The new connection does not cost the requests that wait for a reply on the old one. */
    @Test
    void anotherRequestUnderWayGetsItsReplyBeforeTheConnectionEnds() throws Exception {
        assertTimedOut(send("one first", 1_000));
        assertReceived("one first");
        CompletableFuture<?> slow = send("two", 1_000);
        assertReceived("two");
        CompletableFuture<?> again = send("one second", 1_000);
        CompletableFuture<?> after = send("three", 1_000);
        server.answers((request, out) -> out.write((request + " answered\n").getBytes(US_ASCII)));
        reply("two answered");
        assertReply(slow, "two answered");
        assertReply(again, "one second answered");
        assertReply(after, "three answered");
        assertThat(server.accepted).as("connections").hasValue(2);
    }

    @Test
    void ofTwoRequestsWithOneKeyTheSecondIsNotSent() throws Exception {
        CompletableFuture<?> first = send("one first", 20_000);
        assertReceived("one first");
        assertThatThrownBy(() -> send("one second", 20_000).get(SECONDS, TimeUnit.SECONDS))
                .hasStackTraceContaining("another request has the key one");
        reply("one answered");
        assertReply(first, "one answered");
        assertThat(received).isEmpty();
    }

    /** The other side reads nothing, so that a request stays in the socket, which has room for more. */
    @Test
    void s1_aRequestThatWaitsForANewConnectionDoesNotWaitForEver() throws Exception {
        try (SilentServer silent = new SilentServer()) {
            assertTimedOut(silent.send("one first", 200));
            assertTimedOut(silent.send("two " + "x".repeat(50_000), 200));
            assertTimedOut(silent.send("one second", 200));
        }
    }

    @Test
    void theReplyToARequestThatStayedInTheSocketGoesToNobody() throws Exception {
        try (SilentServer silent = new SilentServer()) {
            assertTimedOut(silent.send("one " + "x".repeat(50_000), 1_000));
            CompletableFuture<?> again = silent.send("one second", 1_000);
            silent.readAndAnswer();
            assertReply(again, "one from connection 2");
        }
    }

    /** A server that does not read until it is told to. */
    private final class SilentServer implements AutoCloseable {
        private final ServerSocket server = new ServerSocket();

        SilentServer() throws IOException {
            server.setReceiveBufferSize(4_096);
            server.bind(new InetSocketAddress("localhost", 0));
        }

        CompletableFuture<?> send(String request, int millis) {
            return template.asyncRequestBody(
                    "netty:tcp://localhost:" + server.getLocalPort()
                            + "?textline=true&correlation=#key&sendBufferSize=4096&requestTimeout=" + millis,
                    request);
        }

        void readAndAnswer() {
            Thread reading = new Thread(() -> {
                for (int i = 1; i <= 2; i++) {
                    try (Socket connection = server.accept()) {
                        BufferedReader in =
                                new BufferedReader(new InputStreamReader(connection.getInputStream(), US_ASCII));
                        String line;
                        while ((line = in.readLine()) != null) {
                            connection
                                    .getOutputStream()
                                    .write((line.substring(0, 3) + " from connection " + i + "\n").getBytes(US_ASCII));
                        }
                    } catch (IOException e) {
                        // the client has closed it
                    }
                }
            });
            reading.setDaemon(true);
            reading.start();
        }

        @Override
        public void close() throws IOException {
            server.close();
        }
    }

    @Test
    void s3_keysOfLostRepliesAreNotKeptForEver() throws Exception {
        List<CompletableFuture<?>> lost = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            lost.add(send("key" + i, 1_000));
        }
        lost.forEach(this::assertTimedOut);
        server.answers((request, out) -> out.write((request + " answered\n").getBytes(US_ASCII)));
        assertReply(send("another", 1_000), "another answered");
        assertThat(server.accepted).as("connections").hasValue(2);
    }

    @Test
    void s1_aKeyThatThrowsWhenItsTimeIsUpKeepsNoCall() throws Exception {
        assertTimedOut(send("later", 300));
        assertTimedOut(send("one", 300));
    }

    @Test
    void s1_aKeyThatThrowsFailsItsOwnRequestAlone() throws Exception {
        CompletableFuture<?> broken = send("broken", 20_000);
        CompletableFuture<?> next = send("one", 20_000);
        assertThatThrownBy(() -> broken.get(SECONDS, TimeUnit.SECONDS))
                .hasStackTraceContaining("a fault that the test asked for");
        assertReceived("one");
        reply("one answered");
        assertReply(next, "one answered");
    }
}
