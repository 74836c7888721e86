package io.mehari.component.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.Exchange;
import io.mehari.ExchangePattern;
import io.mehari.ResolveEndpointFailedException;
import io.mehari.impl.DefaultRoutingContext;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Law K4a: a value that a client sends is a value in the URI of a request, and nothing else. */
class HostileValuesTest {
    private final DefaultRoutingContext context = new DefaultRoutingContext();
    private HttpFixtures.RawHttpServer server;

    @BeforeEach
    void start() throws Exception {
        server = new HttpFixtures.RawHttpServer(Ports.free());
        server.start();
        context.getGlobalOptions().put("x", "property");
        context.start();
    }

    @AfterEach
    void stop() throws Exception {
        context.close();
        server.stop();
    }

    private Exchange send(String uri, String value) throws Exception {
        context.addRoutes(r -> r.from("direct:a").toD("netty-http:http://localhost:" + server.port + uri));
        return context.createProducerTemplate().send("direct:a", exchange -> {
            exchange.setPattern(ExchangePattern.InOut);
            exchange.setProperty("id", value); // a header would be sent, too
            exchange.setHeader("y", "header");
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "?a=b",
                "?requestTimeout=1",
                "%3frequestTimeout=1",
                "&requestTimeout=1",
                "%26",
                "%2e%2e%2fx",
                "#",
                "#x",
                "a/b",
                "a b",
                "a\r\nEvil: 1",
                "a\u0000b",
                "//evil:1/",
                "http://evil",
                "@evil:1/",
                "RAW(x)",
                "{{x}}",
                "${header.y}",
                "{id}",
                "größe \ud83d\udc2a",
                "a;b=c",
                "a+b"
            })
    void k4a_aValueStaysInItsPartOfThePath(String value) throws Exception {
        if (send("/orders/${exchangeProperty.id}/lines", value).getException() != null) {
            assertThat(value).as("what leads to another path is refused").contains("%2e%2e");
            return;
        }
        String path = server.requests.get(0).firstLine().replaceAll("^GET | HTTP/1.1$", "");
        assertThat(path).matches("/orders/[\\w.~%-]+/lines");
        String part = path.split("/", -1)[2];
        assertThat(URLDecoder.decode(part, StandardCharsets.UTF_8)).isEqualTo(value);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "..",
                ".",
                "../x",
                "x/../..",
                "..\\",
                "%2e%2e",
                ".%2E",
                "%252e%252e/",
                "..;a",
                "..%2fx",
                "a\\..\\b"
            })
    void k4a_aValueLeadsToNoOtherPath(String value) throws Exception {
        assertThat(send("/orders/${exchangeProperty.id}/lines", value).getException())
                .isInstanceOf(ResolveEndpointFailedException.class)
                .hasMessageContainingAll(
                        "toD", "/orders/${exchangeProperty.id}/lines", "${exchangeProperty.id}", "'.' or '..'");
        assertThat(server.requests).isEmpty();
    }

    @Test
    void k4a_aValueAndTheTextAroundItMakeNoOtherPath() throws Exception {
        assertThat(send("/orders/.${exchangeProperty.id}/lines", ".").getException())
                .isInstanceOf(ResolveEndpointFailedException.class);
        assertThat(server.requests).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"5000&bridgeEndpoint=true", "5000%26bridgeEndpoint=true", "RAW(5000)", "#x", "{{x}}"})
    void k4a_theValueOfAnOptionIsOneValue(String value) throws Exception {
        assertThat(send("/orders?requestTimeout=${exchangeProperty.id}", value).getException())
                .isInstanceOf(ResolveEndpointFailedException.class)
                .hasMessageContaining("requestTimeout");
        assertThat(server.requests).isEmpty();
    }
}
