package io.mehari.component.netty;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mehari.impl.DefaultRoutingContext;
import java.io.BufferedInputStream;
import java.net.Socket;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A route from HTTP to HTTP: what the next server gets, and what goes back. */
class GatewayTest {
    private final DefaultRoutingContext context = new DefaultRoutingContext();
    private HttpFixtures.RawHttpServer next;
    private int port;

    @BeforeEach
    void start() throws Exception {
        port = Ports.free();
        next = new HttpFixtures.RawHttpServer(Ports.free());
        next.start();
    }

    @AfterEach
    void stop() throws Exception {
        context.close();
        next.stop();
    }

    private void gateway(String path, String nextPath) throws Exception {
        context.addRoutes(r -> r.from("netty-http:http://localhost:" + port + path)
                .to("netty-http:http://localhost:" + next.port + nextPath));
        context.start();
    }

    /** Sends bytes as they are, which no client of a library would do. */
    private HttpFixtures.Parsed get(String target, String... headers) throws Exception {
        try (Socket socket = new Socket("localhost", port)) {
            socket.setSoTimeout(30_000);
            String lines = headers.length == 0 ? "" : String.join("\r\n", headers) + "\r\n";
            byte[] before = "GET ".getBytes(UTF_8);
            socket.getOutputStream().write(before);
            socket.getOutputStream().write(target.getBytes(UTF_8));
            socket.getOutputStream().write((" HTTP/1.1\r\nHost: x\r\n" + lines + "\r\n").getBytes(ISO_8859_1));
            return HttpFixtures.read(new BufferedInputStream(socket.getInputStream()));
        }
    }

    private String target() {
        assertThat(next.requests).hasSize(1);
        return next.requests.get(0).firstLine().replaceAll("^GET | HTTP/1.1$", "");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "q=%E4%BD%A0",
                "filter[name]=x",
                "a%20b=1",
                "a+b=1",
                "a=1&a=2",
                "a=1&A=3",
                "a",
                "a=",
                "=a",
                "&&",
                "a=b=c",
                "a;b=c",
                "a=%zz",
                "a=100%",
                "a=%00",
                "a=%0d%0aX:%20evil",
                "?/../a?",
                "^`{|}",
                "Authorization=x&X-Forwarded-For=x&Host=x&Content-Length=7&Transfer-Encoding=chunked",
                "MehariHttpPath=x&CamelHttpUri=x"
            })
    void aQueryGoesToTheNextServerAsItCame(String query) throws Exception {
        context.addRoutes(r -> r.from("netty-http:http://localhost:" + port + "/wanted?queryAsHeaders=true")
                .to("netty-http:http://localhost:" + next.port + "/base"));
        gateway("/sub", "/base");
        for (String path : List.of("/sub", "/wanted")) {
            next.requests.clear();
            assertThat(get(path + "?" + query).status()).isEqualTo(200);
            assertThat(target()).isEqualTo("/base?" + query);
            assertThat(next.requests.get(0).headers()).containsOnlyKeys("host");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "/sub?matchOnUriPrefix=true, /base, /sub, /base",
        "/sub?matchOnUriPrefix=true, /base, /sub/, /base/",
        "/sub?matchOnUriPrefix=true, /base, /sub/a/b, /base/a/b",
        "/sub?matchOnUriPrefix=true, /base/, /sub/a, /base/a",
        "/sub?matchOnUriPrefix=true, , /sub/a, /a",
        "/?matchOnUriPrefix=true, /base, /a/b, /base/a/b",
        "/sub?matchOnUriPrefix=true, /base, /sub//a, /base//a",
        "/sub?matchOnUriPrefix=true, /base, /sub/a%20b%2Fc%3Fd, /base/a%20b%2Fc%3Fd",
        "/sub?matchOnUriPrefix=true, /base, /sub/%E4%BD%A0, /base/%E4%BD%A0",
        "/sub?matchOnUriPrefix=true, /base, /sub/...;a/.b/c.., /base/...;a/.b/c..",
        "/sub?matchOnUriPrefix=true, /base?fixed=1&x=2, /sub/a, /base/a",
        "/sub, /base, /sub, /base",
        "/, /base, /, /base",
        "/sub/{id}, /base, /sub/7, /base",
        "/sub/{id}?matchOnUriPrefix=true, /base, /sub/%E4%BD%A0/a, /base/a",
        "/你, /好, /%E4%BD%A0, /%E5%A5%BD",
        "/%e4%bd%a0, /%E5%A5%BD, /%E4%BD%A0, /%E5%A5%BD",
        "/sub, /base, http://x/sub, /base"
    })
    void thePathAfterThatOfTheRouteIsAddedToThatOfTheNextServer(
            String path, String nextPath, String requested, String expected) throws Exception {
        gateway(path, nextPath == null ? "" : nextPath.replaceAll("\\?.*", ""));
        assertThat(get(requested).status()).isEqualTo(200);
        assertThat(target()).isEqualTo(expected);
        assertThat(next.requests.get(0).headers()).containsOnlyKeys("host");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/sub/../admin",
                "/sub/..",
                "/sub/.",
                "/sub/./a",
                "/sub/a/../../admin",
                "/sub/%2e%2e/admin",
                "/sub/.%2E/admin",
                "/sub/..%2Fadmin",
                "/sub/%2e%2e%2fadmin",
                "/sub/a%2f..%2f..%2fadmin",
                "/sub/..\\admin",
                "/sub/%2e%2e%5cadmin",
                "/sub/..;/admin",
                "/sub/..;a=b/admin",
                "/sub/%2e%2e%3b/admin",
                "/sub/a/..%00/../admin",
                "/../sub/a",
                "http://x/sub/../admin",
                "/sub/%zz",
                "/sub/a#b",
                "/sub/你",
                "/sub?q=你",
                "sub/a"
            })
    void aPathThatLeadsOutIsRefused(String path) throws Exception {
        gateway("/sub?matchOnUriPrefix=true", "/base");
        assertThat(get(path).status()).isEqualTo(400);
        assertThat(next.requests).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/sub/../x", "/sub/%2e", "/a/..;b"})
    void aRouteCannotHaveSuchAPath(String path) {
        assertThatThrownBy(() -> gateway(path, "/base"))
                .rootCause()
                .hasMessageContaining(path)
                .hasMessageContaining("refused");
    }

    @ParameterizedTest
    @ValueSource(strings = {"../admin", "/..", "a/%2e%2e/b", "a/..;x", "a#b", "%zz"})
    void aPathOfAMessageCannotLeadOutOfThatOfTheUri(String path) throws Exception {
        context.start();
        assertThat(context.createProducerTemplate()
                        .send(
                                "netty-http:http://localhost:" + next.port + "/base",
                                exchange -> exchange.setHeader(NettyConstants.HTTP_PATH, path))
                        .getException())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(NettyConstants.HTTP_PATH);
        assertThat(next.requests).isEmpty();
    }

    @Test
    void headersGoOnButThoseOfTheFirstHopAndValuesOfTheUriDoNot() throws Exception {
        next.answerHeaders = Map.of("X-Answer", "1", "Connection", "X-Hop, keep-alive", "X-Hop", "1");
        context.addRoutes(r -> r.from("netty-http:http://localhost:" + port + "/{id}/{X-Moved}")
                .setHeader("X-Number", request -> request.getHeader("X-Moved"))
                .to("direct:next"));
        context.addRoutes(r -> r.from("direct:next").to("netty-http:http://localhost:" + next.port + "/"));
        context.start();
        HttpFixtures.Parsed answer = get(
                "/%E4%BD%A0/7?authorization=evil",
                "X-Own: 1", "ID: evil", "Connection: close, X-Of-A-Proxy", "X-Of-A-Proxy: 1", "Cookie: a=b");
        assertThat(next.requests.get(0).headers())
                .containsOnlyKeys("host", "x-own", "cookie", "x-number", "x-of-a-proxy")
                .containsEntry("x-number", "7");
        assertThat(answer.headers())
                .containsEntry("x-answer", "1")
                .doesNotContainKeys("x-hop", "x-own", "cookie", "id");
    }

    @ParameterizedTest
    @CsvSource({"404 Not Found, 404", "302 Found, 302", "200 OK, 200", "503 Busy, 503"})
    void theAnswerOfTheNextServerIsTheAnswer(String status, int expected) throws Exception {
        next.status = status;
        gateway("/sub", "/base?throwExceptionOnFailure=false");
        HttpFixtures.Parsed answer = get("/sub");
        assertThat(answer.status()).isEqualTo(expected);
        assertThat(answer.body()).isEqualTo("re: ");
    }

    /** Where the next server gives a length, that is the length; else nobody knows it. */
    @ParameterizedTest
    @CsvSource({"HEAD, 200, 7", "HEAD, 200,", "HEAD, 404,", "GET, 304, 7", "GET, 304,"})
    void anAnswerWithoutABodyHasTheLengthThatTheNextServerGives(String method, int status, String length)
            throws Exception {
        String headers = length == null ? "" : "Content-Length: " + length + "\r\n";
        String answer = "HTTP/1.1 " + status + " Any\r\nX: 1\r\n" + headers + "\r\n";
        try (HostileServer other =
                new HostileServer(HostileServer.HTTP, (request, out) -> out.write(answer.getBytes(UTF_8)))) {
            context.addRoutes(r -> r.from("netty-http:http://localhost:" + port + "/")
                    .to("netty-http:http://localhost:" + other.port + "/?throwExceptionOnFailure=false"));
            context.start();
            try (Socket socket = new Socket("localhost", port)) {
                socket.setSoTimeout(30_000);
                socket.getOutputStream().write((method + " / HTTP/1.0\r\n\r\n").getBytes(UTF_8));
                String got = new String(socket.getInputStream().readAllBytes(), UTF_8).toLowerCase(Locale.ROOT);
                assertThat(got).contains(" " + status + " ", "x: 1\r\n");
                assertThat(got.contains("content-length")).isEqualTo(length != null);
                assertThat(got).contains(headers.toLowerCase(Locale.ROOT));
            }
        }
    }

    @Test
    void manyValuesOfAHeaderStayMany() throws Exception {
        gateway("/sub", "/base");
        assertThat(get("/sub", "Accept: a", "X: 1", "accept: b").status()).isEqualTo(200);
        assertThat(List.of(next.requests.get(0).headers().get("accept").split(",")))
                .containsExactly("a", "b");
    }
}
