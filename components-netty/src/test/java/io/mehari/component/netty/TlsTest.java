package io.mehari.component.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.mehari.Exchange;
import io.mehari.InvalidOptionException;
import io.mehari.impl.DefaultRoutingContext;
import java.io.File;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** TLS: between the JDK, openssl and this component. */
class TlsTest {
    @TempDir
    private static Path folder;

    private static Certificates good;
    private static Certificates elsewhere;
    private static Certificates expired;
    private static Certificates client;

    private final DefaultRoutingContext context = new DefaultRoutingContext();
    private LineServer server;

    @BeforeAll
    static void makeCertificates() throws Exception {
        good = Certificates.make(folder, "good", "localhost", -1, 10);
        elsewhere = Certificates.make(folder, "elsewhere", "example.org", -1, 10);
        expired = Certificates.make(folder, "expired", "localhost", -10, 5);
        client = Certificates.make(folder, "client", "client", -1, 10);
    }

    @AfterEach
    void stop() throws Exception {
        context.close();
        if (server != null) {
            server.stop();
        }
    }

    private static void await(BooleanSupplier condition) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("time is up").isLessThan(end);
            Thread.sleep(1);
        }
    }

    private LineServer serverWith(Certificates own) throws Exception {
        server = new LineServer(Ports.free(), own.trusting(client).getServerSocketFactory());
        server.start();
        return server;
    }

    private Exchange sendTrusting(Certificates trusted, String options) throws Exception {
        context.addRoutes(r -> r.from("direct:in")
                .to("netty:tcp://localhost:" + server.port + "?textline=true&ssl=true&trustFile=" + trusted.authority
                        + options));
        context.start();
        return context.createProducerTemplate().send("direct:in", exchange -> exchange.setBody("hello"));
    }

    @Test
    void aMessageAndItsReplyGoThroughTls() throws Exception {
        serverWith(good);
        Exchange sent = sendTrusting(good, "");
        assertThat(sent.getException()).isNull();
        assertThat(sent.getBody(String.class)).isEqualTo("re: hello");
    }

    @Test
    void k10_aCertificateForAnotherHostIsRefused() throws Exception {
        serverWith(elsewhere);
        assertThat(sendTrusting(elsewhere, "").getException()).hasStackTraceContaining("localhost");
        assertThat(server.received()).isEmpty();
    }

    @Test
    void k10_unlessTheUriSaysSo() throws Exception {
        serverWith(elsewhere);
        assertThat(sendTrusting(elsewhere, "&hostnameVerification=false").getException())
                .isNull();
    }

    @Test
    void k8_anExpiredCertificateIsRefused() throws Exception {
        serverWith(expired);
        assertThat(sendTrusting(expired, "").getException()).isNotNull();
        assertThat(server.received()).isEmpty();
    }

    @Test
    void k8_aCertificateThatIsNotTrustedIsRefused() throws Exception {
        serverWith(good);
        assertThat(sendTrusting(client, "").getException()).isNotNull();
        assertThat(server.received()).isEmpty();
    }

    /** Nothing is written before the handshake, also on a connection that all senders share. */
    @ParameterizedTest
    @ValueSource(strings = {"", "&sync=false", "&correlation=#key"})
    void aFailedHandshakeSaysThatNothingWasSent(String options) throws Exception {
        context.getRegistry().bind("key", (CorrelationKey) body -> body);
        serverWith(good);
        assertThat(sendTrusting(client, options).getException())
                .isInstanceOf(ConnectionFailedException.class)
                .hasMessageContaining("TLS");
        assertThat(server.received()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "&sync=false"})
    void aFailedHandshakeFailsTheStartOfARouteThatConnectsThen(String options) throws Exception {
        serverWith(good);
        assertThatThrownBy(() -> sendTrusting(client, options + "&lazyChannelCreation=false"))
                .hasStackTraceContaining("cannot connect with TLS");
    }

    @Test
    void messagesOfAllSendersGoThroughTlsInOrder() throws Exception {
        serverWith(good);
        assertThat(sendTrusting(good, "&sync=false").getException()).isNull();
        context.createProducerTemplate().sendBody("direct:in", "again");
        await(() -> server.received.size() == 2);
        assertThat(server.received()).containsExactly("hello", "again");
    }

    @Test
    void aServerAsksForTheCertificateOfItsClient() throws Exception {
        int port = Ports.free();
        context.getRegistry().bind("server", good.trusting(client));
        context.getRegistry().bind("client", client.trusting(good));
        context.getRegistry().bind("stranger", elsewhere.trusting(good));
        String uri = "netty:tcp://localhost:" + port + "?textline=true&ssl=true&sslContext=";
        context.addRoutes(r -> r.from(uri + "#server&needClientAuth=true")
                .setBody(exchange -> exchange.getHeader(NettyConstants.CLIENT_SUBJECT)));
        context.start();
        var template = context.createProducerTemplate();
        assertThat(template.requestBody(uri + "#client", "who am I?")).isEqualTo("CN=client");
        assertThat(template.send(uri + "#stranger", exchange -> exchange.setBody("who am I?"))
                        .getException())
                .isNotNull();
    }

    @Test
    void opensslTalksToAServerWithFiles() throws Exception {
        assumeTrue(new File("/usr/bin/openssl").canExecute(), "openssl is not installed");
        int port = Ports.free();
        String uri = "netty:tcp://localhost:" + port + "?textline=true&ssl=true&certificateFile=" + good.certificate
                + "&keyFile=" + good.key;
        context.addRoutes(r -> r.from(uri).setBody(exchange -> "re: " + exchange.getBody()));
        context.start();
        Process openssl = new ProcessBuilder(
                        "openssl",
                        "s_client",
                        "-quiet",
                        "-verify_return_error",
                        "-no_ign_eof",
                        "-CAfile",
                        good.authority.toString(),
                        "-connect",
                        "localhost:" + port)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        openssl.getOutputStream().write("hello\n".getBytes(StandardCharsets.UTF_8));
        openssl.getOutputStream().flush();
        assertThat(openssl.inputReader().readLine()).isEqualTo("re: hello");
        openssl.getOutputStream().close();
        assertThat(openssl.waitFor(60, TimeUnit.SECONDS)).isTrue();
        NettyEndpoint endpoint = context.getEndpoint(uri, NettyEndpoint.class);
        await(() -> endpoint.getServerConnections() == 0);
    }

    /** Its answers have no length: close_notify ends them, and then it waits until its client has closed. */
    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
    void k11_anAnswerOfOpensslWithoutALengthEnds(String version) throws Exception {
        assumeTrue(new File("/usr/bin/openssl").canExecute(), "openssl is not installed");
        int port = Ports.free();
        Process openssl = new ProcessBuilder(
                        "openssl",
                        "s_server",
                        "-www",
                        "-accept",
                        String.valueOf(port),
                        "-cert",
                        good.certificate.toString(),
                        "-cert_chain",
                        good.certificate.toString(),
                        "-key",
                        good.key.toString())
                .redirectErrorStream(true)
                .start();
        try {
            String said = "";
            while (said != null && !said.equals("ACCEPT")) {
                said = openssl.inputReader().readLine();
            }
            assertThat(said).isEqualTo("ACCEPT");
            context.start();
            String uri = "netty-http:https://localhost:" + port + "/?requestTimeout=30s&trustFile=" + good.authority
                    + "&enabledProtocols=" + version;
            for (int i = 0; i < 2; i++) {
                assertThat(context.createProducerTemplate().requestBody(uri, null, String.class))
                        .containsIgnoringCase(version)
                        .endsWith("</HTML>\r\n\r\n");
            }
        } finally {
            openssl.destroyForcibly();
        }
    }

    /** It says that it sends no more, and leaves the connection open. */
    @ParameterizedTest
    @CsvSource({"TLSv1.2, http", "TLSv1.3, http", "TLSv1.2, tcp", "TLSv1.3, tcp", "TLSv1.2, link", "TLSv1.3, link"})
    void k11_theCloseNotifyOfAClientEndsItsConnection(String version, String kind) throws Exception {
        int port = Ports.free();
        String keys = "&certificateFile=" + good.certificate + "&keyFile=" + good.key;
        String uri = kind.equals("http")
                ? "netty-http:https://localhost:" + port + "/?httpMethodRestrict=GET" + keys
                : "netty:tcp://localhost:" + port + "?textline=true&ssl=true"
                        + (kind.equals("tcp") ? keys : "&clientMode=true&trustFile=" + good.authority);
        context.addRoutes(r -> r.from(uri).setBody(exchange -> "answer"));
        try (ServerSocket server = kind.equals("link") ? new ServerSocket(port) : null) {
            context.start();
            try (Socket raw = server == null ? new Socket("localhost", port) : server.accept()) {
                raw.setSoTimeout(30_000);
                SSLSocketFactory factory = good.trusting(good).getSocketFactory();
                SSLSocket socket = (SSLSocket) factory.createSocket(raw, "localhost", port, false);
                socket.setUseClientMode(server == null);
                socket.setEnabledProtocols(new String[] {version});
                String request = kind.equals("http") ? "GET / HTTP/1.1\r\nHost: a\r\n\r\n" : "hello\n";
                String last = kind.equals("http") ? "" : "answer";
                socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
                String line = LineServer.readLine(socket.getInputStream());
                while (!line.equals(last)) {
                    line = LineServer.readLine(socket.getInputStream());
                }
                socket.shutdownOutput();
                assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII))
                        .isIn("", "answer");
                assertThat(raw.getInputStream().read()).isEqualTo(-1);
            }
        }
    }

    /** Version 1.3 still takes the answer; 1.2 allows no more than an end. */
    @Test
    void k11_aRequestBeforeTheCloseNotifyIsAnswered() throws Exception {
        int port = Ports.free();
        context.addRoutes(r -> r.from("netty-http:https://localhost:" + port + "/?certificateFile=" + good.certificate
                        + "&keyFile=" + good.key)
                .delay(100)
                .setBody(exchange -> "answer"));
        context.start();
        try (Socket raw = new Socket("localhost", port)) {
            raw.setSoTimeout(30_000);
            SSLSocket socket =
                    (SSLSocket) good.trusting(good).getSocketFactory().createSocket(raw, "localhost", port, false);
            socket.getOutputStream().write("GET / HTTP/1.1\r\nHost: a\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            socket.shutdownOutput();
            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII))
                    .startsWith("HTTP/1.1 200")
                    .endsWith("answer");
            assertThat(raw.getInputStream().read()).isEqualTo(-1);
        }
    }

    /** A client could begin handshakes without an end: each costs the server more than the client. */
    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
    void aSecondHandshakeOfAClientEndsItsConnection(String version) throws Exception {
        int port = Ports.free();
        context.addRoutes(r -> r.from("netty:tcp://localhost:" + port + "?textline=true&ssl=true&certificateFile="
                        + good.certificate + "&keyFile=" + good.key)
                .setBody(exchange -> "re: " + exchange.getBody()));
        context.start();
        try (SSLSocket socket =
                (SSLSocket) good.trusting(good).getSocketFactory().createSocket("localhost", port)) {
            socket.setSoTimeout(30_000);
            socket.setEnabledProtocols(new String[] {version});
            String answer = ask(socket);
            assertThat(answer).isEqualTo("re: hello");
            if (version.equals("TLSv1.2")) { // later versions have none
                assertThatThrownBy(() -> {
                            socket.startHandshake();
                            throw new IOException(ask(socket));
                        })
                        .isInstanceOf(IOException.class)
                        .hasMessageNotContaining("re: hello");
            } else {
                assertThat(ask(socket)).isEqualTo("re: hello");
            }
        }
    }

    /** A server that closed at once would reset the connection, and the client would get no answer. */
    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
    void aClientThatSendsABodyThatIsTooLargeToTheEndGetsItsAnswer(String version) throws Exception {
        int port = Ports.free();
        context.addRoutes(r -> r.from("netty-http:https://localhost:" + port + "/?certificateFile=" + good.certificate
                        + "&keyFile=" + good.key)
                .process(exchange -> {}));
        context.start();
        try (SSLSocket socket =
                (SSLSocket) good.trusting(good).getSocketFactory().createSocket("localhost", port)) {
            socket.setSoTimeout(30_000);
            socket.setEnabledProtocols(new String[] {version});
            byte[] body = new byte[8_000_000];
            String head = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: " + body.length + "\r\n\r\n";
            socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
            socket.getOutputStream().write(body);
            assertThat(LineServer.readLine(socket.getInputStream())).startsWith("HTTP/1.1 413");
        }
    }

    private static String ask(SSLSocket socket) throws IOException {
        socket.getOutputStream().write("hello\n".getBytes(StandardCharsets.UTF_8));
        return LineServer.readLine(socket.getInputStream());
    }

    @Test
    void aServerWithoutACertificateIsRefused() throws Exception {
        context.addRoutes(
                r -> r.from("netty:tcp://localhost:0?textline=true&ssl=true").process(exchange -> {}));
        assertThatThrownBy(context::start)
                .isInstanceOf(InvalidOptionException.class)
                .hasMessageContaining("certificateFile");
    }
}
