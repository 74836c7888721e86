package io.mehari.component.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.mehari.InvalidOptionException;
import io.mehari.builder.Routes;
import io.mehari.impl.DefaultRoutingContext;
import java.io.BufferedInputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Routes as HTTP servers; the other parties are the JDK's client, curl and raw sockets. */
class HttpServerTest {
    private final DefaultRoutingContext context = new DefaultRoutingContext();
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private int port;

    @BeforeEach
    void choosePort() throws IOException {
        port = Ports.free();
    }

    @AfterEach
    void stop() {
        context.close();
    }

    private void start(Routes routes) throws Exception {
        context.addRoutes(routes);
        context.start();
    }

    private String uri(String path) {
        return "netty-http:http://localhost:" + port + path;
    }

    private HttpResponse<String> call(String method, String path, String body) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://localhost:" + port + path))
                .method(
                        method,
                        body == null ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofString(body))
                .build();
        return client.send(request, HttpResponse.BodyHandlers.ofString());
    }

    /** Sends bytes as they are, and returns everything until the server closes the connection. */
    private String raw(String request) throws IOException {
        try (Socket socket = new Socket("localhost", port)) {
            socket.setSoTimeout(60_000);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
        }
    }

    private String rawLines(String... lines) throws IOException {
        return raw(String.join("\r\n", lines));
    }

    // ---- a port that routes share

    @ParameterizedTest
    @ValueSource(strings = {"maxConnections=7", "enabledProtocols=TLSv1.3", "keepAlive=false", "sendBufferSize=8192"})
    void anOptionOfThePortHasOneValueInAllItsRoutes(String option) throws Exception {
        start(r -> r.from(uri("/first")).process(exchange -> {}));

        assertThatThrownBy(() ->
                        context.addRoutes(r -> r.from(uri("/second?" + option)).process(exchange -> {})))
                .hasStackTraceContaining("same")
                .hasStackTraceContaining(String.valueOf(port));
        assertThat(call("GET", "/first", null).statusCode()).isEqualTo(200);
    }

    // ---- requests that are sent without waiting for answers

    /** On the event loop each ends before the next begins: neither the order nor the stack may suffer. */
    @ParameterizedTest
    @ValueSource(strings = {"", "?runOnEventLoop=true", "?maxInFlight=1", "?maximumPoolSize=1"})
    void requestsSentTogetherAreAnsweredInTheirOrder(String options) throws Exception {
        int requests = 1_999;
        start(r -> {
            r.from(uri("/echo" + options)).setBody(exchange -> exchange.getBody(String.class) + ";");
            r.from(uri("/queued" + options)).to("seda:work").setBody(exchange -> exchange.getBody(String.class) + ";");
            r.from("seda:work").process(exchange -> {});
        });
        StringBuilder sent = new StringBuilder();
        StringBuilder expected = new StringBuilder();
        for (int i = 0; i < requests; i++) {
            String number = String.valueOf(i);
            String path = List.of("/queued", "/echo", "/nothing").get(i % 3);
            sent.append("POST ").append(path).append(" HTTP/1.1\r\nHost: x\r\n");
            sent.append(i == requests - 1 ? "Connection: close\r\n" : "");
            String body = path.equals("/nothing") ? "" : number; // a refused body would end the connection
            sent.append("Content-Length: ")
                    .append(body.length())
                    .append("\r\n\r\n")
                    .append(body);
            expected.append(path.equals("/nothing") ? "404 Not Found\n" : number + ";");
        }

        String answers = raw(sent.toString());

        assertThat(answers.replaceAll("HTTP/1.1 (200 OK|404 Not Found)\r\n([^\r]+\r\n)+\r\n", ""))
                .isEqualTo(expected.toString());
    }

    // ---- paths and methods

    @Test
    void theMostSpecialRouteTakesARequest() throws Exception {
        start(r -> {
            r.from(uri("/orders")).setBody(exchange -> "all");
            r.from(uri("/orders/new")).setBody(exchange -> "new");
            r.from(uri("/orders/{id}")).setBody(exchange -> "one " + exchange.getHeader("id"));
            r.from(uri("/orders/{id}/lines/{line}"))
                    .setBody(exchange -> exchange.getHeader("id") + ":" + exchange.getHeader("line"));
            r.from(uri("/files?matchOnUriPrefix=true"))
                    .setBody(exchange -> "rest " + exchange.getHeader(NettyConstants.HTTP_PATH));
        });
        assertThat(call("GET", "/orders", null).body()).isEqualTo("all");
        assertThat(call("GET", "/orders/new", null).body()).isEqualTo("new");
        assertThat(call("GET", "/orders/7%2F8%20x", null).body()).isEqualTo("one 7/8 x");
        assertThat(call("GET", "/orders/7/lines/2", null).body()).isEqualTo("7:2");
        assertThat(call("GET", "/files/a/b", null).body()).isEqualTo("rest /a/b");
        assertThat(call("GET", "/files", null).body()).isEqualTo("rest ");
        assertThat(call("GET", "/orders/", null).statusCode()).isEqualTo(404);
        assertThat(call("GET", "/nothing", null).statusCode()).isEqualTo(404);
        assertThat(call("GET", "/orders/%zz".replace("%zz", "%25zz"), null).body())
                .isEqualTo("one %zz");
        assertThat(raw("GET /orders/%zz HTTP/1.1\r\nHost: x\r\n\r\n")).startsWith("HTTP/1.1 400");
    }

    @Test
    void aMethodThatNoRouteTakesGets405() throws Exception {
        start(r -> {
            r.from(uri("/orders?httpMethodRestrict=GET,")).setBody(exchange -> "read");
            r.from(uri("/orders?httpMethodRestrict=POST,, PUT")).setBody(exchange -> "written");
        });
        assertThat(call("GET", "/orders", null).body()).isEqualTo("read");
        assertThat(call("PUT", "/orders", "x").body()).isEqualTo("written");
        HttpResponse<String> refused = call("DELETE", "/orders", null);
        assertThat(refused.statusCode()).isEqualTo(405);
        assertThat(refused.headers().firstValue("allow")).contains("GET, HEAD, OPTIONS, POST, PUT");
        HttpResponse<String> options = call("OPTIONS", "/orders", null);
        assertThat(options.statusCode()).isEqualTo(204);
        assertThat(options.headers().firstValue("allow")).contains("GET, HEAD, OPTIONS, POST, PUT");
        assertThat(raw("TRACE /orders HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 405");
        assertThat(raw("CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n")).startsWith("HTTP/1.1 405");
    }

    @Test
    void aListWithoutAMethodIsRefused() {
        assertThatThrownBy(() ->
                        start(r -> r.from(uri("/orders?httpMethodRestrict=,")).process(exchange -> {})))
                .hasMessageContaining("httpMethodRestrict takes methods with commas between them");
    }

    @Test
    void headIsAnsweredLikeGetWithoutTheBody() throws Exception {
        start(r -> r.from(uri("/a?httpMethodRestrict=GET")).setBody(exchange -> "12345"));
        String answers =
                raw("HEAD /a HTTP/1.1\r\nHost: x\r\n\r\nGET /a HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
        assertThat(answers).containsIgnoringCase("content-length: 5").endsWith("\r\n\r\n12345");
        assertThat(answers.split("12345", -1)).hasSize(2);
    }

    /** Only HEAD in capitals has an answer without a body: whoever asks for anything else waits for the body. */
    @ParameterizedTest
    @ValueSource(strings = {"head", "Head", "hEAD", "HEADS"})
    void methodsAreCaseSensitive(String method) throws Exception {
        start(r -> {
            r.from(uri("/any")).setBody(exchange -> "12345");
            r.from(uri("/get?httpMethodRestrict=GET")).setBody(exchange -> "12345");
            r.from(uri("/proxy"))
                    .setHeader(NettyConstants.HTTP_PATH, exchange -> null)
                    .to(uri("/any"));
        });
        for (String path : List.of("/any", "/proxy")) {
            String answer = raw(method + " " + path + " HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
            assertThat(answer).as(path).startsWith("HTTP/1.1 200").endsWith("\r\n\r\n12345");
        }
        assertThat(raw(method + " /get HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 405")
                .contains("405 Method Not Allowed\n");
    }

    /** As a route to another server does, whose answer to HEAD has a length and no body. */
    @Test
    void anAnswerToHeadOrWithStatus304HasTheLengthThatItWouldHave() throws Exception {
        start(r -> {
            r.from(uri("/head"))
                    .setHeader("Content-Length", exchange -> "5000000")
                    .setBody(exchange -> new byte[0]);
            r.from(uri("/304"))
                    .setHeader("content-length", exchange -> 2_000_000)
                    .setHeader(NettyConstants.HTTP_RESPONSE_CODE, exchange -> 304)
                    .setBody(exchange -> null);
            r.from(uri("/none")).setHeader("Content-Length", exchange -> 7).setBody(exchange -> null);
        });
        assertThat(raw("HEAD /head HTTP/1.0\r\n\r\n")).contains("200 OK").containsIgnoringCase("length: 5000000\r\n");
        assertThat(raw("GET /304 HTTP/1.0\r\n\r\n")).contains(" 304 ").containsIgnoringCase("length: 2000000\r\n");
        assertThat(raw("GET /none HTTP/1.0\r\n\r\n")).contains(" 204 ").doesNotContainIgnoringCase("content-length");
        assertThat(raw("GET /head HTTP/1.0\r\n\r\n")).containsIgnoringCase("length: 0\r\n");
        assertThat(raw("HEAD /head HTTP/1.0\r\nContent-Length: 0\r\n\r\n")).containsIgnoringCase("length: 5000000");
    }

    @Test
    void twoRoutesForTheSameRequestsAreRefused() throws Exception {
        context.addRoutes(r -> {
            r.from(uri("/orders/{id}")).process(exchange -> {});
            r.from(uri("/orders/{number}?httpMethodRestrict=GET")).process(exchange -> {});
        });
        assertThatThrownBy(context::start)
                .isInstanceOf(InvalidOptionException.class)
                .hasMessageContaining("httpMethodRestrict");
    }

    @Test
    void routesThatDisagreeAboutTheirPortAreRefused() throws Exception {
        context.addRoutes(r -> {
            r.from(uri("/a?maxHeaderSize=1000")).process(exchange -> {});
            r.from(uri("/b?maxHeaderSize=2000")).process(exchange -> {});
        });
        assertThatThrownBy(context::start)
                .isInstanceOf(InvalidOptionException.class)
                .hasMessageContaining("maxHeaderSize");
    }

    @Test
    void aSuspendedRouteAnswers503AndTheOthersGoOn() throws Exception {
        start(r -> {
            r.from(uri("/a")).routeId("a").setBody(exchange -> "a");
            r.from(uri("/b")).routeId("b").setBody(exchange -> "b");
        });
        context.getRouteController().suspendRoute("a");
        assertThat(call("GET", "/a", null).statusCode()).isEqualTo(503);
        assertThat(call("GET", "/b", null).body()).isEqualTo("b");
        context.getRouteController().resumeRoute("a");
        assertThat(call("GET", "/a", null).body()).isEqualTo("a");
        context.getRouteController().stopRoute("a");
        assertThat(call("GET", "/a", null).statusCode()).isEqualTo(404);
        assertThat(call("GET", "/b", null).body()).isEqualTo("b");
    }

    // ---- headers

    @Test
    void k4_parametersAndTrailersCannotBeHeadersForRoutes() throws Exception {
        AtomicReference<Map<String, Object>> seen = new AtomicReference<>();
        start(r -> r.from(uri("/{id}?queryAsHeaders=true"))
                .process(exchange -> seen.set(new HashMap<>(exchange.getHeaders()))));
        String answer = rawLines(
                "POST /7?CamelSqlQuery=forged&%43%61mel=forged&mEhari%41=forged&CAMEL%2dX=forged&cam%65l.y=forged&q=1"
                        + " HTTP/1.1",
                "Host: x",
                "Transfer-Encoding: chunked",
                "Trailer: CamelFileName",
                "Connection: close",
                "",
                "1",
                "x",
                "0",
                "CamelFileName: forged",
                "mehariB: forged",
                "",
                "");
        assertThat(answer).startsWith("HTTP/1.1 200");
        assertThat(seen.get()).containsEntry("q", "1").doesNotContainValue("forged");
    }

    @ParameterizedTest
    @ValueSource(strings = {"CamelFileName", "camelX", "MEHARIHttpPath"})
    void k4_aNameInThePathThatWouldNotPassIsRefused(String name) {
        assertThatThrownBy(() -> start(r -> r.from(uri("/{" + name + "}")).to("log:none")))
                .rootCause()
                .hasMessageContaining("{" + name + "}")
                .hasMessageContaining("choose another name");
    }

    @Test
    void k4_severalValuesStaySeveralAndTheQueryReplacesNoHeader() throws Exception {
        start(r -> r.from(uri("/{id}?queryAsHeaders=true")).process(exchange -> {
            assertThat(exchange.getHeader("x-MANY")).isEqualTo(List.of("1", "2", "3"));
            assertThat(exchange.getHeader("q")).isEqualTo(List.of("a b", "c"));
            assertThat(exchange.getHeader("Authorization")).isEqualTo("real");
            assertThat(exchange.getHeader("id")).isEqualTo("7");
            assertThat(exchange.getHeader(NettyConstants.HTTP_QUERY))
                    .isEqualTo("q=a+b&q=c&id=8&authorization=x&MehariX=1");
            exchange.setHeader("Set-Cookie", List.of("a=1", "b=2"));
            exchange.setBody("fine");
        }));
        String answer = rawLines(
                "POST /7?q=a+b&q=c&id=8&authorization=x&MehariX=1 HTTP/1.1",
                "Host: x",
                "X-Many: 1",
                "x-many: 2",
                "X-MANY: 3",
                "Authorization: real",
                "Connection: close",
                "",
                "");
        assertThat(answer).startsWith("HTTP/1.1 200").contains("Set-Cookie: a=1\r\n", "Set-Cookie: b=2\r\n");
    }

    @Test
    void k4_theQueryStandsInForNoHeaderUnlessTheRouteWantsIt() throws Exception {
        start(r -> {
            r.from(uri("/a"))
                    .setBody(exchange -> exchange.getHeader("X-Forwarded-For") + ";"
                            + exchange.getHeader(NettyConstants.HTTP_QUERY));
            r.from(uri("/b?queryAsHeaders=true"))
                    .setBody(exchange -> exchange.getHeader("a") + ";" + exchange.getHeader("good"));
        });
        assertThat(call("GET", "/a?x-forwarded-for=1", null).body()).isEqualTo("null;x-forwarded-for=1");
        assertThat(raw("GET /b?a=1&A=3&bad=%zz&good=%e4%bd%a0 HTTP/1.0\r\n\r\n"))
                .endsWith("[1, 3];\u00e4\u00bd\u00a0");
    }

    @Test
    void theHeadersOfTheRequestDoNotComeBack() throws Exception {
        start(r -> r.from(uri("/")).process(exchange -> {
            exchange.setHeader("X-Changed", exchange.getHeader("X-Changed") + "!");
            exchange.setBody("fine");
        }));
        String answer = rawLines(
                "GET / HTTP/1.1",
                "Host: x",
                "Authorization: Basic c2VjcmV0",
                "Cookie: a=b",
                "X-Changed: 1",
                "X-Twice: 1",
                "X-Twice: 2",
                "Connection: close",
                "",
                "");
        assertThat(answer).contains("X-Changed: 1!\r\n").doesNotContain("Authorization", "Cookie", "X-Twice");
    }

    @Test
    void noPartOfTheUriBecomesAHeaderOfTheReply() throws Exception {
        start(r -> r.from(uri("/{Location}/{id}?queryAsHeaders=true")).process(exchange -> {
            assertThat(exchange.getHeader("set-cookie")).isEqualTo("evil=1");
            exchange.setHeader("X-Id", exchange.getHeader("id"));
            exchange.setBody("fine");
        }));
        String answer = rawLines(
                "GET /evil/7?Set-Cookie=evil%3D1&x=evil&x=evil&Content-Type=evil&%D0%90=evil&a%20b=evil HTTP/1.1",
                "Host: x", "ID: evil", "Connection: close", "", "");
        assertThat(answer).startsWith("HTTP/1.1 200").doesNotContain("evil").contains("X-Id: 7\r\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\r\nSet-Cookie: evil=1", "a\nb", "a\rb", "a\u0000b"})
    void aHeaderThatWouldBeginAnotherOneIsRefused(String value) throws Exception {
        start(r -> r.from(uri("/")).setHeader("X-Name", exchange -> value).setBody(exchange -> "x"));
        String answer = raw("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
        assertThat(answer).startsWith("HTTP/1.1 500").doesNotContain("evil");
    }

    @Test
    void theRouteGivesStatusAndType() throws Exception {
        start(r -> {
            r.from(uri("/made"))
                    .setHeader(NettyConstants.HTTP_RESPONSE_CODE, exchange -> 201)
                    .setHeader("Content-Type", exchange -> "application/json")
                    .setBody(exchange -> "{}");
            r.from(uri("/none")).setBody(exchange -> null);
            r.from(uri("/fails")).process(exchange -> {
                throw new IllegalStateException("secret detail");
            });
        });
        HttpResponse<String> made = call("GET", "/made", null);
        assertThat(made.statusCode()).isEqualTo(201);
        assertThat(made.headers().firstValue("content-type")).contains("application/json");
        assertThat(call("GET", "/none", null).statusCode()).isEqualTo(204);
        HttpResponse<String> failed = call("GET", "/fails", null);
        assertThat(failed.statusCode()).isEqualTo(500);
        assertThat(failed.body()).doesNotContain("secret");
    }

    @Test
    void theCharacterSetOfTheRequestIsHeeded() throws Exception {
        start(r -> r.from(uri("/"))
                .setBody(exchange -> exchange.getBody(String.class).equals("gr\u00fcn")));
        String answer = raw("POST / HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain; charset=ISO-8859-1\r\n"
                + "Content-Length: 4\r\nConnection: close\r\n\r\ngr\u00fcn");
        assertThat(answer).endsWith("true");
    }

    @Test
    void theCharacterSetOfTheRequestIsNotThatOfTheReply() throws Exception {
        start(r -> r.from(uri("/")).setBody(exchange -> "gr\u00fcn"));
        String answer = raw("POST / HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain; charset=ISO-8859-1\r\n"
                + "Content-Length: 1\r\nConnection: close\r\n\r\nx");
        assertThat(answer).contains("charset=utf-8").endsWith("\r\n\r\ngr\u00c3\u00bcn");
    }

    // ---- connections

    @Test
    void requestsOnOneConnectionAreAnsweredInTheirOrder() throws Exception {
        start(r -> {
            r.from(uri("/slow")).delay(100).setBody(exchange -> "slow");
            r.from(uri("/fast")).setBody(exchange -> "fast");
        });
        String get = "GET %s HTTP/1.1\r\nHost: x\r\n%s\r\n";
        String answers = raw(get.formatted("/slow", "")
                + get.formatted("/nothing", "")
                + get.formatted("/fast", "")
                + get.formatted("/slow", "Connection: close\r\n"));
        int slow = answers.indexOf("\r\nslow");
        int nothing = answers.indexOf("404 Not Found\n");
        int fast = answers.indexOf("\r\nfast");
        assertThat(slow).isPositive().isLessThan(nothing);
        assertThat(nothing).isLessThan(fast);
        assertThat(answers).endsWith("slow");
    }

    @Test
    void http10ClosesUnlessItIsAskedToKeepAlive() throws Exception {
        start(r -> r.from(uri("/")).setBody(exchange -> "x"));
        assertThat(raw("GET / HTTP/1.0\r\n\r\n")).startsWith("HTTP/1.1 200").containsIgnoringCase("connection: close");
        String kept = raw("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\nGET / HTTP/1.0\r\n\r\n");
        assertThat(kept).containsIgnoringCase("connection: keep-alive");
        assertThat(kept.split("HTTP/1.1 200", -1)).hasSize(3);
    }

    @Test
    void chunksBecomeOneBody() throws Exception {
        start(r -> r.from(uri("/")).setBody(exchange -> "re: " + exchange.getBody(String.class)));
        String answer = rawLines(
                "POST / HTTP/1.1",
                "Host: x",
                "Transfer-Encoding: chunked",
                "Connection: close",
                "",
                "5",
                "hello",
                "6",
                " world",
                "0",
                "",
                "");
        assertThat(answer).endsWith("re: hello world");
    }

    // ---- limits

    @ParameterizedTest
    @ValueSource(strings = {"length", "chunks"})
    void aBodyThatIsTooLargeGets413(String kind) throws Exception {
        AtomicInteger entered = new AtomicInteger();
        start(r -> r.from(uri("/?chunkedMaxContentLength=1000")).process(exchange -> entered.incrementAndGet()));
        HttpRequest.BodyPublisher body = kind.equals("length")
                ? HttpRequest.BodyPublishers.ofByteArray(new byte[300_000])
                : HttpRequest.BodyPublishers.fromPublisher(HttpRequest.BodyPublishers.ofByteArray(new byte[300_000]));
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://localhost:" + port + "/"))
                .POST(body)
                .build();
        assertThat(client.send(request, HttpResponse.BodyHandlers.ofString()).statusCode())
                .isEqualTo(413);
        assertThat(entered).hasValue(0);
    }

    @Test
    void linesAndHeadersThatAreTooLargeAreRefused() throws Exception {
        start(r -> r.from(uri("/")).process(exchange -> {}));
        assertThat(raw("GET /" + "a".repeat(9_000) + " HTTP/1.1\r\nHost: x\r\n\r\n"))
                .startsWith("HTTP/1.1 414");
        assertThat(raw("GET / HTTP/1.1\r\nHost: x\r\nX-Large: " + "a".repeat(9_000) + "\r\n\r\n"))
                .startsWith("HTTP/1.1 431");
        assertThat(raw("GET / HTTP/1.1\r\nHost: x\r\n" + "a: b\r\n".repeat(101) + "\r\n"))
                .startsWith("HTTP/1.1 431");
    }

    @Test
    void k8_aRequestThatComesTooSlowlyIsCut() throws Exception {
        start(r -> r.from(uri("/?readTimeout=300")).process(exchange -> {}));
        try (Socket socket = new Socket("localhost", port)) {
            socket.setSoTimeout(60_000);
            InputStream in = new BufferedInputStream(socket.getInputStream());
            long begin = System.nanoTime();
            try {
                socket.getOutputStream().write("GET / HTTP/1.1\r\n".getBytes(StandardCharsets.US_ASCII));
                while (in.available() == 0 && System.nanoTime() - begin < 5_000_000_000L) {
                    socket.getOutputStream().write("X: y\r\n".getBytes(StandardCharsets.US_ASCII));
                    Thread.sleep(20);
                }
            } catch (IOException e) {
                // cut already
            }
            assertThat(LineServer.readLine(in)).startsWith("HTTP/1.1 408");
            assertThat(System.nanoTime() - begin).isLessThan(4_000_000_000L);
        }
    }

    @ParameterizedTest
    @CsvSource({"GE, true", "GET / HTTP/1.1\\r\\nHos, true", "\\r\\n, false"})
    void k8_aRequestThatBeginsInTheReadOfTheOneBeforeIsCut(String begin, boolean cut) throws Exception {
        start(r -> r.from(uri("/?readTimeout=100&idleTimeout=400")).process(exchange -> {}));
        String answers = raw("GET / HTTP/1.1\r\nHost: x\r\n\r\n" + begin.translateEscapes());
        assertThat(answers).startsWith("HTTP/1.1 200");
        assertThat(answers.contains("HTTP/1.1 408")).isEqualTo(cut);
    }

    @Test
    void k3_bodiesThatAreBeingReceivedAreBounded() throws Exception {
        start(r -> r.from(uri("/?maxBufferedBytes=100000")).process(exchange -> {}));
        List<Socket> slow = new ArrayList<>();
        try {
            for (int i = 0; i < 3; i++) {
                Socket socket = new Socket("localhost", port);
                socket.setSoTimeout(60_000);
                slow.add(socket);
                socket.getOutputStream()
                        .write("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 90000\r\n\r\n"
                                .getBytes(StandardCharsets.US_ASCII));
                socket.getOutputStream().write(new byte[45_000]); // and not the rest
            }
            assertThat(firstAnswer(slow)).startsWith("HTTP/1.1 503");
        } finally {
            for (Socket each : slow) {
                each.close();
            }
        }
        for (int i = 0; i < 100; i++) { // what was reserved for them is given back
            if (call("POST", "/", "x".repeat(50_000)).statusCode() == 200) {
                return;
            }
            Thread.sleep(20);
        }
        throw new AssertionError("The place of requests that were given up is not free again");
    }

    private static String firstAnswer(List<Socket> sockets) throws Exception {
        for (int i = 0; i < 5_000; i++) {
            for (Socket each : sockets) {
                if (each.getInputStream().available() > 0) {
                    return LineServer.readLine(each.getInputStream());
                }
            }
            Thread.sleep(1);
        }
        throw new AssertionError("None has got an answer");
    }

    // ---- smuggling: what two servers might understand differently is refused, and nothing after it is a request

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Content-Length: 5\r\nContent-Length: 6\r\n",
                "Content-Length: 5\r\nContent-Length: 5\r\n",
                "Content-Length: 5, 5\r\n",
                "Content-Length: +5\r\n",
                "Content-Length: -1\r\n",
                "Content-Length: 0x5\r\n",
                "Content-Length: 5 5\r\n",
                "Content-Length: 99999999999999999999\r\n",
                "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n",
                "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n",
                "Transfer-Encoding: chunked, identity\r\n",
                "Transfer-Encoding: identity, chunked, identity\r\n",
                "Transfer-Encoding: xchunked\r\n",
                "Transfer-Encoding : chunked\r\n",
                "Transfer-Encoding:\u000bchunked\r\n",
                "Transfer-Encoding: chunked\nX: y\r\n",
                " Transfer-Encoding: chunked\r\n",
                "X: y\rTransfer-Encoding: chunked\r\n",
                "Host: y\r\n",
                "X Y: z\r\n",
                ": z\r\n",
                "X\u0000: z\r\n"
            })
    void aRequestWithTwoMeaningsIsRefused(String header) throws Exception {
        List<String> seen = new ArrayList<>();
        start(r -> r.from(uri("/?matchOnUriPrefix=true")).process(exchange -> {
            synchronized (seen) {
                seen.add(exchange.getHeader(NettyConstants.HTTP_URI, String.class));
            }
        }));
        String answer = raw("POST /first HTTP/1.1\r\nHost: x\r\n" + header
                + "\r\n0\r\n\r\nGET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n");
        assertThat(answer).matches("(?s)HTTP/1.1 (400|413|501).*");
        assertThat(answer.split("HTTP/1.1 ", -1)).as("one answer").hasSize(2);
        synchronized (seen) {
            assertThat(seen).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET / HTTP/1.1\r\n\r\n", // no Host
                "GET / HTTP/3.7\r\nHost: x\r\n\r\n",
                "GET /\r\n\r\n",
                "G\u0000T / HTTP/1.1\r\nHost: x\r\n\r\n",
                "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
                "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nabc\r\n0\r\n\r\n",
                "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n-5\r\nabc\r\n0\r\n\r\n",
                "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabcd\r\n0\r\n\r\n"
            })
    void aRequestThatIsNotWellFormedIsRefused(String request) throws Exception {
        AtomicInteger entered = new AtomicInteger();
        start(r -> r.from(uri("/")).process(exchange -> entered.incrementAndGet()));
        String answer = raw(request);
        assertThat(answer).matches("(?s)HTTP/1.1 (400|501|505).*");
        assertThat(answer.split("HTTP/1.1 ", -1)).as("one answer").hasSize(2);
        assertThat(entered).hasValue(0);
    }

    // ---- curl

    private static String curl(String... options) throws Exception {
        assumeTrue(new File("/usr/bin/curl").canExecute(), "curl is not installed");
        List<String> command = new ArrayList<>(List.of("curl", "-sS", "--max-time", "20"));
        command.addAll(Arrays.asList(options));
        Process curl = new ProcessBuilder(command).redirectErrorStream(true).start();
        return new String(curl.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    @Test
    void curlGetsItsAnswers(@TempDir Path folder) throws Exception {
        start(r -> r.from(uri("/a?compression=true"))
                .setBody(exchange -> exchange.getBody(byte[].class).length + " bytes " + "x".repeat(1_000)));
        String url = "http://localhost:" + port + "/a";
        Path large = Files.write(folder.resolve("large"), new byte[900_000]);
        assertThat(curl("-d", "12345", url)).startsWith("5 bytes");
        assertThat(curl("--compressed", "-d", "12345", url)).startsWith("5 bytes");
        assertThat(curl("-i", "--compressed", url)).containsIgnoringCase("content-encoding: ");
        assertThat(curl("-H", "Expect: 100-continue", "--data-binary", "@" + large, url))
                .startsWith("900000 bytes");
        assertThat(curl("-H", "Transfer-Encoding: chunked", "--data-binary", "@" + large, url))
                .startsWith("900000 bytes");
        Files.write(large, new byte[2_000_000]);
        assertThat(curl("-w", "%{http_code}", "-o", "/dev/null", "--data-binary", "@" + large, url))
                .isEqualTo("413");
        assertThat(curl("-I", url)).startsWith("HTTP/1.1 200").containsIgnoringCase("date: ");
        assertThat(curl(url, url, url).split("0 bytes", -1)).hasSize(4); // one connection
    }

    @Test
    void httpsAnswersTheJdkAndCurl(@TempDir Path folder) throws Exception {
        Certificates own = Certificates.make(folder, "own", "localhost", -1, 10);
        start(r -> r.from("netty-http:https://localhost:" + port + "/?certificateFile=" + own.certificate + "&keyFile="
                        + own.key)
                .setBody(exchange -> "over TLS"));
        HttpClient trusting =
                HttpClient.newBuilder().sslContext(own.trusting(own)).build();
        HttpRequest request = HttpRequest.newBuilder(URI.create("https://localhost:" + port + "/"))
                .build();
        assertThat(trusting.send(request, HttpResponse.BodyHandlers.ofString()).body())
                .isEqualTo("over TLS");
        assertThat(curl("--cacert", own.authority.toString(), "https://localhost:" + port + "/"))
                .isEqualTo("over TLS");
        assertThat(context.createProducerTemplate()
                        .requestBody(
                                "netty-http:https://localhost:" + port + "/?trustFile=" + own.authority,
                                null,
                                String.class))
                .isEqualTo("over TLS");
    }

    @Test
    void aStopTellsKeptConnectionsToClose() throws Exception {
        start(r -> r.from(uri("/")).delay(200).setBody(exchange -> "x"));
        try (Socket kept = new Socket("localhost", port);
                Socket used = new Socket("localhost", port)) {
            kept.setSoTimeout(60_000);
            used.setSoTimeout(60_000);
            used.getOutputStream().write(HttpFixtures.request("GET", "/", "", Map.of()));
            while (context.stats().inflight() == 0) {
                Thread.sleep(1);
            }
            Thread stopping = new Thread(context::stop);
            stopping.start();
            assertThat(kept.getInputStream().read()).isEqualTo(-1);
            HttpFixtures.Parsed answer = HttpFixtures.read(used.getInputStream());
            assertThat(answer.body()).isEqualTo("x");
            assertThat(answer.headers()).containsEntry("connection", "close");
            stopping.join(60_000);
        }
    }

    // ---- what others see

    @Test
    void eachAnswerIsAnEventOfTheFlightRecorder(@TempDir Path folder) throws Exception {
        start(r -> {
            r.from(uri("/orders")).routeId("orders").setBody(exchange -> "taken");
            r.from(uri("/broken")).routeId("broken").process(exchange -> {
                throw new IllegalStateException("broken on purpose");
            });
        });
        call("POST", "/orders", "not recorded");
        Path file = folder.resolve("http.jfr");
        try (Recording recording = new Recording()) {
            recording.enable("mehari.HttpRequest");
            recording.start();
            call("POST", "/orders?secret=7", "four");
            call("GET", "/nothing", null);
            call("GET", "/broken", null);
            raw("what is this\r\n\r\n");
            context.stop(); // every answer is written now
            recording.dump(file);
        }
        assertThat(RecordingFile.readAllEvents(file))
                .extracting(HttpServerTest::described)
                .containsExactlyInAnyOrder(
                        "POST /orders by orders: 200, 4 -> 5",
                        "GET /nothing by null: 404, 0 -> 14",
                        "GET /broken by broken: 500, 0 -> 26",
                        "null null by null: 400, 0 -> 16");
    }

    private static String described(RecordedEvent event) {
        assertThat(event.getString("remote")).contains("127.0.0.1");
        assertThat(event.getBoolean("written")).isTrue();
        assertThat(event.getDuration()).isPositive();
        return event.getString("method") + " " + event.getString("path") + " by " + event.getString("route") + ": "
                + event.getInt("status") + ", " + event.getLong("requestBytes") + " -> "
                + event.getLong("responseBytes");
    }

    @Test
    void aRouteThatHoldsTheEventLoopIsNamed() throws Exception {
        start(r -> r.from(uri("/slow?runOnEventLoop=true")).routeId("slow").process(exchange -> Thread.sleep(150)));
        try (Warnings warnings = new Warnings()) {
            call("GET", "/slow", null);
            call("GET", "/slow", null); // when it is answered, the one before has returned
            assertThat(warnings.text()).contains("Route slow held the event loop mehari-http-");
        }
    }
}
