package io.mehari.component.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mehari.Exchange;
import io.mehari.ExchangePattern;
import io.mehari.Processor;
import io.mehari.ProducerTemplate;
import io.mehari.ResolveEndpointFailedException;
import io.mehari.impl.DefaultRoutingContext;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sending over HTTP; the other party is a blocking server of the JDK. */
class HttpClientTest {
    private final DefaultRoutingContext context = new DefaultRoutingContext();
    private final ProducerTemplate template = context.createProducerTemplate();
    private HttpFixtures.RawHttpServer server;

    @BeforeEach
    void start() throws Exception {
        server = new HttpFixtures.RawHttpServer(Ports.free());
        server.start();
        context.start();
    }

    @AfterEach
    void stop() throws Exception {
        context.close();
        server.stop();
    }

    private String uri(String rest) {
        return "netty-http:http://localhost:" + server.port + rest;
    }

    private Exchange send(String uri, Processor filling) {
        return template.send(uri, exchange -> {
            exchange.setPattern(ExchangePattern.InOut);
            filling.process(exchange);
        });
    }

    private HttpFixtures.Parsed request() {
        return server.requests.get(server.requests.size() - 1);
    }

    @Test
    void methodPathAndQueryComeFromTheMessage() {
        send(uri("/base"), exchange -> {});
        assertThat(request().firstLine()).isEqualTo("GET /base HTTP/1.1");
        assertThat(request().headers()).containsEntry("host", "localhost:" + server.port);
        send(uri("/base"), exchange -> exchange.setBody("x"));
        assertThat(request().firstLine()).isEqualTo("POST /base HTTP/1.1");
        Processor given = exchange -> {
            exchange.setHeader(NettyConstants.HTTP_METHOD, "PUT");
            exchange.setHeader(NettyConstants.HTTP_PATH, "/more");
            exchange.setHeader(NettyConstants.HTTP_QUERY, "a=b");
        };
        send(uri("/base"), given);
        assertThat(request().firstLine()).isEqualTo("PUT /base/more?a=b HTTP/1.1");
        send(uri("/base?bridgeEndpoint=true"), given);
        assertThat(request().firstLine()).isEqualTo("PUT /base HTTP/1.1");
        assertThat(server.connections()).as("one connection for each URI").isEqualTo(2);
    }

    @Test
    void theNextRequestFindsTheConnectionOfThePreviousOne() {
        for (int i = 0; i < 500; i++) {
            send(uri("/base"), exchange -> {});
        }
        assertThat(server.connections()).isEqualTo(1);
    }

    /** Law S4: data fails no message. */
    @ParameterizedTest
    @ValueSource(strings = {"a{b", "{", "}", "x{id}", "{id}x", "{}"})
    void s4_bracesInAValueAreSent(String id) throws Exception {
        context.addRoutes(r -> r.from("direct:a").toD(uri("/orders/${header.id}/lines")));
        template.sendBodyAndHeader("direct:a", null, "id", id);
        assertThat(request().firstLine())
                .isEqualTo("GET /orders/" + URLEncoder.encode(id, StandardCharsets.UTF_8) + "/lines HTTP/1.1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/{id}", "/orders/{id}", "/orders/{id}/lines", "/orders/{id}?requestTimeout=5000"})
    void s6_aWholePartInBracesIsRefused(String path) throws Exception {
        String why = "the part {id} of its path stays as it is";
        assertThatThrownBy(() -> context.addRoutes(r -> r.from("direct:a").to(uri(path))))
                .hasMessageContaining(why);
        context.addRoutes(r -> r.from("direct:b")
                .toD()
                .allowedSchemes("netty-http?requestTimeout")
                .uri("${header.to}"));
        assertThatThrownBy(() -> template.sendBodyAndHeader("direct:b", null, "to", uri(path)))
                .hasRootCauseInstanceOf(ResolveEndpointFailedException.class)
                .rootCause()
                .hasMessageContaining(why);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a b", "a\r\nHost: evil", "a\nb", "a#b"})
    void aPathThatWouldEndTheRequestLineIsRefused(String path) {
        assertThat(send(uri("/"), exchange -> exchange.setHeader(NettyConstants.HTTP_PATH, path))
                        .getException())
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(send(uri("/"), exchange -> exchange.setHeader(NettyConstants.HTTP_METHOD, "GET " + path))
                        .getException())
                .isNotNull();
        assertThat(server.requests).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\r\nEvil: 1", "a\nb", "a\rb", "a\u0000b", "\u010a"})
    void aHeaderThatWouldBeginAnotherOneIsRefused(String value) {
        assertThat(send(uri("/"), exchange -> exchange.setHeader("X-Name", value))
                        .getException())
                .hasMessageContaining("X-Name");
        assertThat(send(uri("/"), exchange -> exchange.setHeader("X" + value, "1"))
                        .getException())
                .isNotNull();
        assertThat(server.requests).isEmpty();
    }

    @Test
    void k4_headersOfTheConnectionAndObjectsStayHere() {
        send(uri("/"), exchange -> {
            exchange.setHeader("Connection", "close");
            exchange.setHeader("TRANSFER-encoding", "chunked");
            exchange.setHeader("Content-Length", "77");
            exchange.setHeader("Host", "evil");
            exchange.setHeader("X-Object", new Object());
            exchange.setHeader("X-Number", 7);
            exchange.setHeader("X-Many", List.of("a", "b"));
            exchange.setBody("hello");
        });
        assertThat(request().headers())
                .containsEntry("x-number", "7")
                .containsEntry("x-many", "a,b")
                .containsEntry("content-length", "5")
                .containsEntry("host", "localhost:" + server.port)
                .doesNotContainKeys("connection", "transfer-encoding", "x-object");
    }

    @Test
    void aStatusOfFailureIsAFailureUnlessTheUriSaysSo() {
        server.status = "302 Found";
        server.answerHeaders = Map.of("Location", "http://elsewhere/");
        Exchange failed = send(uri("/"), exchange -> exchange.setBody("x"));
        assertThat(failed.getException()).isInstanceOfSatisfying(HttpOperationFailedException.class, failure -> {
            assertThat(failure.getStatusCode()).isEqualTo(302);
            assertThat(failure.getRedirectLocation()).isEqualTo("http://elsewhere/");
            assertThat(new String(failure.getResponseBody(), java.nio.charset.StandardCharsets.UTF_8))
                    .isEqualTo("re: x");
        });
        assertThat(server.requests).as("redirects are not followed").hasSize(1);
        Exchange answered = send(uri("/?throwExceptionOnFailure=false"), exchange -> exchange.setBody("x"));
        assertThat(answered.getException()).isNull();
        assertThat(answered.getHeader(NettyConstants.HTTP_RESPONSE_CODE)).isEqualTo(302);
        assertThat(send(uri("/?okStatusCodeRange=200-399"), exchange -> exchange.setBody("x"))
                        .getException())
                .isNull();
    }

    @Test
    void anAnswerThatIsTooLargeFails() {
        Exchange failed = send(uri("/?chunkedMaxContentLength=100"), exchange -> exchange.setBody("x".repeat(200)));
        assertThat(failed.getException()).isInstanceOf(ConnectionLostException.class);
        assertThat(send(uri("/?chunkedMaxContentLength=100"), exchange -> exchange.setBody("x"))
                        .getException())
                .isNull();
    }
}
