package io.mehari.impl.component;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mehari.Exchange;
import io.mehari.ProducerTemplate;
import io.mehari.ResolveEndpointFailedException;
import io.mehari.impl.CapturedLog;
import io.mehari.impl.DefaultRoutingContext;
import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code log:} writes, option by option. */
class LogComponentTest {

    private static final String CATEGORY = "io.mehari.test.log";

    private final DefaultRoutingContext context = new DefaultRoutingContext("logging");
    private final ProducerTemplate template = context.createProducerTemplate();
    private final CapturedLog log = new CapturedLog(CATEGORY);

    @BeforeEach
    void start() {
        context.start();
    }

    @AfterEach
    void stop() {
        context.stop();
        log.close();
    }

    private String written(String options, Object body) {
        template.sendBody("log:" + CATEGORY + options, body);
        return log.messages().get(log.messages().size() - 1);
    }

    @Test
    void byDefaultTheBodyAndItsType() {
        assertThat(written("", "hello")).isEqualTo("Exchange[BodyType: String, Body: hello]");
        assertThat(written("", List.of(1, 2))).endsWith("Body: [1, 2]]");
        assertThat(written("", null)).isEqualTo("Exchange[BodyType: null, Body: [Body is null]]");
        assertThat(written("", new byte[] {65})).isEqualTo("Exchange[BodyType: byte[], Body: A]");
        assertThat(log.records().get(0).getLevel()).isEqualTo(Level.INFO);
    }

    /** Law S4: a log fails no message because of its data. */
    @ParameterizedTest
    @ValueSource(strings = {"John Smith", "INFO"})
    void s4_anyTextIsTheNameOfALogger(String name) throws Exception {
        context.addRoutes(r -> r.from("direct:a").toD("log:${header.name}").to("log:" + name));
        try (CapturedLog named = new CapturedLog(name)) {
            template.sendBodyAndHeader("direct:a", "x", "name", name);
            assertThat(named.messages()).hasSize(2);
        }
    }

    @Test
    void eachItemCanBeShownOrNot() {
        assertThat(written("?showBody=false", "x")).isEqualTo("Exchange[BodyType: String]");
        assertThat(written("?showBodyType=false", "x")).isEqualTo("Exchange[Body: x]");
        String head = "?showBody=false&showBodyType=false";
        assertThat(written(head, "x")).isEqualTo("Exchange[]");
        assertThat(written(head + "&showExchangePattern=true", "x")).isEqualTo("Exchange[ExchangePattern: InOnly]");
        assertThat(written(head + "&showHeaders=true", "x")).isEqualTo("Exchange[Headers: {}]");
        assertThat(written(head + "&showExchangeId=true", "x")).startsWith("Exchange[Id: ");
        Exchange sent = template.send("log:" + CATEGORY + head + "&showProperties=true", exchange -> {
            exchange.setProperty("p", 1);
            exchange.getExchangeExtension().setSplit(2, 3, true);
        });
        assertThat(sent.isFailed()).isFalse();
        assertThat(log.messages().get(6)).contains("Properties: {", "p=1", Exchange.SPLIT_INDEX + "=2");
        template.send("log:" + CATEGORY + head + "&showException=true", exchange -> {
            exchange.setException(new IOException("line\nbreak"));
        });
        assertThat(log.messages().get(7))
                .isEqualTo("Exchange[ExceptionType: java.io.IOException, ExceptionMessage: linebreak]");
    }

    @Test
    void showAllShowsAll() {
        template.sendBodyAndHeader("log:" + CATEGORY + "?showAll=true", "b", "h", "1\n2");
        assertThat(log.messages().get(0))
                .matches("Exchange\\[Id: [^,]+, ExchangePattern: InOnly, RouteId: null, Properties: \\{.*},"
                        + " Headers: \\{h=12},"
                        + " BodyType: String, Body: b]");
    }

    @Test
    void aCaughtExceptionIsShownWithItsStackTraceOnLinesOfTheLogAlone() throws Exception {
        String what =
                "?showBody=false&showBodyType=false&showRouteId=true&showCaughtException=true&showStackTrace=true";
        context.addRoutes(r -> r.from("direct:a")
                .routeId("caught")
                .onException(IOException.class)
                .handled(true)
                .to("log:" + CATEGORY + what)
                .end()
                .throwException(new IOException("a\n\tat fake")));
        template.sendBody("direct:a", "x");
        assertThat(log.messages().get(0))
                .startsWith(
                        "Exchange[RouteId: caught, ExceptionType: java.io.IOException, ExceptionMessage: a\\tat fake,"
                                + " StackTrace: java.io.IOException: a\\n\\tat fake")
                .contains("\n\tat io.mehari.")
                .doesNotContain("\n\tat fake");
    }

    @Test
    void theBeginningOfAStreamIsShownAndTheNextStepReadsItFromThere() throws Exception {
        InputStream stream = new SequenceInputStream(bytes("one "), bytes("two")); // which cannot go back
        Exchange sent = template.send(
                "log:" + CATEGORY + "?plain=true&showStreams=true&maxChars=5", exchange -> exchange.setBody(stream));
        assertThat(log.messages()).containsExactly("one t");
        assertThat(sent.getBody(String.class)).isEqualTo("one two");
    }

    private static InputStream bytes(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void multilineHasALineForEachItem() {
        assertThat(written("?multiline=true&showHeaders=true", "b").lines())
                .containsExactly("Exchange[", "  Headers: {}", "  BodyType: String", "  Body: b", "]");
    }

    @Test
    void lineBreaksOfABodyAreLeftOut() {
        assertThat(written("", "a\r\nb\nc")).endsWith("Body: abc]");
    }

    @Test
    void longTextsAreCut() {
        assertThat(written("?maxChars=3", "hello"))
                .isEqualTo("Exchange[BodyType: String, Body: hel... [cut after 3 of 5 characters]]");
        assertThat(written("?maxChars=0", "x".repeat(20_000))).hasSizeGreaterThan(20_000);
        assertThat(written("", "x".repeat(20_000))).contains("[cut after 10000 of 20000 characters]");
    }

    @Test
    void nothingIsChangedByBeingShown() throws Exception {
        ByteArrayInputStream stream = new ByteArrayInputStream(new byte[3]);
        assertThat(written("", stream)).endsWith("Body: [Body is a stream: java.io.ByteArrayInputStream]]");
        assertThat(stream.available()).isEqualTo(3);
        assertThat(written("", new File("none"))).endsWith("Body: [Body is a file: none]]");
        Object bad = new Object() {
            @Override
            public String toString() {
                throw new IllegalStateException("no text");
            }
        };
        assertThat(written("", bad)).contains("[its toString failed: java.lang.IllegalStateException: no text]");
    }

    @Test
    void levels() {
        written("?level=WARN", "x");
        written("?level=WARNING", "x");
        written("?level=ERROR", "x");
        assertThat(log.records().stream().map(LogRecord::getLevel))
                .containsExactly(Level.WARNING, Level.WARNING, Level.SEVERE);
    }

    @Test
    void aLevelThatIsOffBuildsNoText() {
        Object untold = new Object() {
            @Override
            public String toString() {
                throw new AssertionError("nobody wants to know");
            }
        };
        for (String level : List.of("DEBUG", "TRACE", "OFF")) {
            template.sendBody("log:" + CATEGORY + "?level=" + level, untold);
        }
        template.sendBody("log:" + CATEGORY + "?level=OFF&groupSize=1", "x");
        assertThat(log.messages()).isEmpty();
    }

    @Test
    void groupSizeWritesTheThroughput() {
        for (int i = 0; i < 5; i++) {
            template.sendBody("log:" + CATEGORY + "?groupSize=2", i);
        }
        assertThat(log.messages()).hasSize(2);
        assertThat(log.messages().get(1))
                .matches("Received: 4 messages so far\\. The last 2 took \\d+ ms, which is [0-9.]+ messages per second;"
                        + " average: [0-9.]+");
    }

    @Test
    void badOptionsAreRefused() {
        refused("log:", "it has no category; write log:category");
        refused("log:x?level=loud", "option level takes one of [TRACE, DEBUG, INFO, WARN, WARNING, ERROR, OFF]");
        refused("log:x?maxChars=-1", "maxChars must be at least 0, not -1");
        refused("log:x?maxChars=x", "option maxChars takes a whole number");
        refused("log:x?groupSize=0", "groupSize must be at least 1, not 0");
        refused("log:x?groupSize=x", "option groupSize takes a whole number");
        refused("log:x?showHeader=true", "did you mean 'showHeaders'?");
        for (String option : List.of(
                "showAll",
                "showExchangeId",
                "showExchangePattern",
                "showProperties",
                "showHeaders",
                "showBodyType",
                "showBody",
                "showException",
                "showCaughtException",
                "showStackTrace",
                "showStreams",
                "showRouteId",
                "plain",
                "multiline")) {
            refused("log:x?" + option + "=maybe", "option " + option + " takes true or false");
        }
    }

    private void refused(String uri, String why) {
        assertThatThrownBy(() -> context.getEndpoint(uri))
                .isInstanceOf(ResolveEndpointFailedException.class)
                .hasMessageContaining(why);
    }

    @Test
    void nothingComesFromALog() {
        assertThatThrownBy(() -> context.getEndpoint("log:x").createConsumer(exchange -> {}))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessage("log:x sends no messages: a route can send to a log, not start from it");
    }
}
