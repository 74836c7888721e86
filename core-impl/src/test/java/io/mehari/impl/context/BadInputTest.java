package io.mehari.impl.context;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.mehari.Exchange;
import io.mehari.InvalidOptionException;
import io.mehari.NoSuchEndpointException;
import io.mehari.ResolveEndpointFailedException;
import io.mehari.RoutingExchangeException;
import io.mehari.RuntimeRoutingException;
import io.mehari.builder.RouteBuilder;
import io.mehari.builder.Routes;
import io.mehari.impl.CapturedLog;
import io.mehari.impl.exchange.DefaultExchange;
import io.mehari.impl.exchange.PooledContext;
import io.mehari.spi.internal.SafeText;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Text from a message takes at most linear time, cannot write further lines into a log, and is cut in error messages.
 */
@Timeout(60)
class BadInputTest {
    private static final int MILLION = 1_000_000;

    private final PooledContext mehari = new PooledContext(true);

    @AfterEach
    void x1_createdIsReleased() {
        mehari.close();
    }

    private Exception failure(Routes routes, Object body) throws Exception {
        mehari.routes(routes);
        Exception failure = mehari.send(body).failure();
        assertThat(failure).isNotNull();
        return failure;
    }

    private static String longest(Throwable failure) {
        String longest = "";
        for (Throwable each = failure; each != null; each = each.getCause()) {
            String message = String.valueOf(each.getMessage());
            longest = message.length() > longest.length() ? message : longest;
        }
        return longest;
    }

    // ---- time

    @ParameterizedTest
    @ValueSource(strings = {"enrich", "recipientList"})
    void aUriOfAMillionOptionsIsRefusedAtOnce(String step) throws Exception {
        StringBuilder uri = new StringBuilder("sink:x?");
        for (int i = 0; i < MILLION; i++) {
            uri.append('a').append(i).append("=RAW(1)&");
        }
        Routes routes = r -> {
            if (step.equals("enrich")) {
                r.from("direct:a").enrich(exchange -> exchange.getBody());
            } else {
                r.from("direct:a").recipientList(exchange -> new Object[] {exchange.getBody()});
            }
        };
        long begin = System.nanoTime();
        Exception failure = failure(routes, uri.toString());

        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(10));
        assertThat(failure)
                .isInstanceOf(ResolveEndpointFailedException.class)
                .hasMessageContainingAll("sink:x?a0=", "… (", "longer than 8192 characters", "registry");
        assertThat(failure.getMessage()).hasSizeLessThan(600);
    }

    @Test
    void moreOptionsThanAnyEndpointHasAreRefused() {
        StringBuilder uri = new StringBuilder("sink:x?");
        for (int i = 0; i < 300; i++) {
            uri.append('a').append(i).append("=1&");
        }
        assertThatExceptionOfType(InvalidOptionException.class)
                .isThrownBy(() -> mehari.context.getEndpoint(uri.toString()))
                .withMessageContaining("more than 256 options");
    }

    @Test
    void aLongSchemeIsComparedWithNone() throws Exception {
        Exception failure =
                failure(r -> r.from("direct:a").enrich(exchange -> exchange.getBody()), "s".repeat(5000) + ":x");

        assertThat(failure).isInstanceOf(NoSuchEndpointException.class).hasMessageContaining("Known: ");
        assertThat(failure.getMessage()).hasSizeLessThan(1000).doesNotContain("did you mean");
    }

    @ParameterizedTest
    @ValueSource(strings = {"x:%s", "x://%s@h", "x:y?%s", "x:y?%s=1", "x:y?password=%s", "x:y?a=RAW(%s"})
    void secretsAreFoundInLinearTime(String form) {
        for (String part :
                new String[] {"&", "a&", "=", "a=&", "RAW(", "a=RAW(&", ":", "@", "?", "%", "a=b%3A//&", "a=://&"}) {
            String uri = String.format(form, part.repeat(MILLION / 10 / part.length()));
            long begin = System.nanoTime();
            SafeText.uri(uri);
            SafeText.withoutSecretsOf(uri, "it is 'a' wrong");
            assertThat(Duration.ofNanos(System.nanoTime() - begin))
                    .as(form + part)
                    .isLessThan(Duration.ofSeconds(5));
        }
    }

    // ---- length

    @Test
    void whatAMessageSaysIsCutInEveryException() throws Exception {
        String text = "x".repeat(MILLION);
        Map<String, Routes> routes = new LinkedHashMap<>();
        routes.put("toD", r -> r.from("direct:a").toD().allowedSchemes("sink").uri("${body}"));
        routes.put("toD name", r -> r.from("direct:a").toD("sink:${body}"));
        routes.put("toD option", r -> r.from("direct:a").toD("sink:a?b=${body}"));
        routes.put(
                "recipientList",
                r -> r.from("direct:a").recipientList(RouteBuilder.body()).allowedSchemes("sink"));
        routes.put("enrich", r -> r.from("direct:a").enrich(RouteBuilder.body()).allowedSchemes("sink"));
        routes.put("convert", r -> r.from("direct:a").convertBodyTo(Integer.class));
        routes.put(
                "stopOnException",
                r -> r.from("direct:a")
                        .split(RouteBuilder.body())
                        .stopOnException()
                        .process(exchange -> {
                            throw new IllegalStateException(exchange.getBody(String.class));
                        }));
        routes.put(
                "strategy",
                r -> r.from("direct:a").enrich("direct:b", (old, next) -> {
                    throw new IllegalStateException(old.getBody(String.class));
                }));
        routes.put(
                "aggregate",
                r -> r.from("direct:a")
                        .aggregate(RouteBuilder.body(), (old, next) -> {
                            throw new IllegalStateException(next.getBody(String.class));
                        })
                        .completionSize(1)
                        .stop());
        for (Map.Entry<String, Routes> each : routes.entrySet()) {
            try (PooledContext own = new PooledContext(true)) {
                own.routes(r -> {
                    each.getValue().accept(r);
                    r.from("direct:b").setBody(RouteBuilder.body());
                });
                Exception failure = own.send(text).failure();
                assertThat(failure).as(each.getKey()).isNotNull();
                Throwable ours =
                        failure instanceof RuntimeRoutingException || failure instanceof RoutingExchangeException
                                ? failure
                                : null;
                assertThat(ours).as(each.getKey() + ": " + failure.getClass()).isNotNull();
                assertThat(ours.getMessage())
                        .as(each.getKey())
                        .hasSizeLessThan(4100)
                        .contains("characters");
            }
        }
    }

    // ---- control characters

    @ParameterizedTest
    @ValueSource(strings = {"0a", "0d", "1b", "85", "2028", "202e", "00", "7f", "9b"})
    void aLogShowsControlCharactersWrittenOut(String code) throws Exception {
        char control = (char) Integer.parseInt(code, 16);
        String text = "a" + control + "b";
        mehari.routes(r -> r.from("direct:a")
                .routeId("logs-" + code)
                .log("\tbody ${body}, header ${header.h}")
                .to("log:endpoint-" + code + "?showAll=true"));
        try (CapturedLog step = new CapturedLog("io.mehari.route.logs-" + code);
                CapturedLog endpoint = new CapturedLog("endpoint-" + code)) {
            mehari.send(exchange -> {
                exchange.setBody(text);
                exchange.setHeader("h", text);
            });
            assertThat(step.messages())
                    .singleElement()
                    .asString()
                    .contains("\tbody a\\", ", header a\\")
                    .doesNotContain(text);
            String logged = endpoint.messages().get(0);
            assertThat(logged.replace(System.lineSeparator(), "").replace("\n", ""))
                    .doesNotContain(text);
        }
    }

    @Test
    void aLogCutsWhatIsLong() throws Exception {
        mehari.routes(r -> r.from("direct:a").routeId("logsLong").log("${body}|${body}"));
        try (CapturedLog step = new CapturedLog("io.mehari.route.logsLong")) {
            mehari.send("x".repeat(MILLION));
            assertThat(step.messages())
                    .singleElement()
                    .asString()
                    .hasSizeLessThan(21_000)
                    .contains("… (1000000 characters)|");
        }
    }

    @Test
    void anExceptionQuotesNoControlCharacter() throws Exception {
        Exception failure =
                failure(r -> r.from("direct:a").enrich(exchange -> exchange.getBody()), "sink:a\r\nFAKE LINE\u001b[2J");

        assertThat(failure)
                .isInstanceOf(ResolveEndpointFailedException.class)
                .hasMessageContainingAll("sink:a\\r\\nFAKE", "control character", "%0A");
        assertThat(longest(failure)).doesNotContain("\r", "\n", "\u001b");
        assertThat(new RoutingExchangeException("a\nb", null, null)).hasMessage("a\\nb");
        assertThat(new RuntimeRoutingException("a\nb")).hasMessage("a\\nb");
        Exchange exchange = new DefaultExchange(mehari.context);
        exchange.setExchangeId("id\n");
        assertThat(new RoutingExchangeException("too late", exchange))
                .hasMessage("too late. Exchange[id\\n, InOnly, body: null]");
    }

    @Test
    void aValueWhoseTextFailsIsSaidToFail() {
        Object broken = new Object() {
            @Override
            public String toString() {
                throw new AssertionError("no text");
            }
        };
        assertThat(SafeText.of(broken)).isEqualTo("(its toString failed: java.lang.AssertionError)");
        assertThat(SafeText.describe(null)).isEqualTo("null");
        assertThat(SafeText.of(Exchange.class, 5)).isEqualTo("class… (24 characters)");
    }
}
