package io.mehari.differential;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mehari.RoutingContext;
import io.mehari.UnknownOptionException;
import io.mehari.impl.DefaultRoutingContext;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Law S5: each option of Camel's components is implemented, or changes nothing, or is refused with a remedy. */
class CamelOptionsTest {
    private static final RoutingContext CONTEXT = new DefaultRoutingContext("options");
    private static final Pattern OPTION =
            Pattern.compile("\"(\\w+)\": \\{ \"index\": \\d+, \"kind\": \"parameter\"[^\\n]*");

    @AfterAll
    static void stop() {
        CONTEXT.stop();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "log:x?showCaughtException=true&showStackTrace=true&showStreams=true&marker=m&plain=true",
                "log:x?showProperties=true&showRouteId=true&showCachedStreams=false&groupActiveOnly=true&style=Default",
                "log:x?skipBodyLineSeparator=true&logMask=false&showFiles=false&lazyStartProducer=true",
                "timer:x?time=2026-12-24 18:00:00&daemon=true&synchronous=true&bridgeErrorHandler=false",
                "timer:x?time=24.12.2026 18:00&pattern=dd.MM.yyyy HH:mm&runLoggingLevel=TRACE",
                "direct:x?synchronous=true&lazyStartProducer=true&bridgeErrorHandler=false",
                "seda:x?lazyStartProducer=true",
                "disruptor:x?lazyStartProducer=false",
                "mock:x?lazyStartProducer=true&copyOnExchange=true&log=false",
                "bean:x?scope=Singleton&lazyStartProducer=false"
            })
    void s5_anOptionThatIsImplementedOrChangesNothingIsTaken(String uri) {
        assertThatCode(() -> CONTEXT.getEndpoint(uri)).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            log:x?groupInterval=5           | groupInterval | groupSize
            log:x?groupDelay=5              | groupDelay | groupSize
            log:x?groupActiveOnly=false     | groupActiveOnly | it may be true: use groupSize
            log:x?logMask=true              | logMask | remove secrets before
            log:x?exchangeFormatter=#f      | exchangeFormatter | log(text)
            log:x?showAllProperties=true    | showAllProperties | showProperties
            log:x?showFiles=true            | showFiles | convertBodyTo
            log:x?showFuture=true           | showFuture | set the body
            log:x?showVariables=true        | showVariables | showProperties
            log:x?skipBodyLineSeparator=false | skipBodyLineSeparator | log(text)
            log:x?style=Fixed               | style | multiline
            log:x?lazyStartProducer=perhaps | lazyStartProducer | it may be true or false
            timer:x?daemon=false            | daemon | Main or run()
            timer:x?timer=#t                | timer | thread pools
            timer:x?bridgeErrorHandler=true | bridgeErrorHandler | onException
            timer:x?exceptionHandler=#h     | exceptionHandler | onException
            timer:x?runLoggingLevel=INFO    | runLoggingLevel | log(text)
            direct:x?exchangePattern=InOnly | exchangePattern | to(pattern, uri)
            direct:x?bridgeErrorHandler=true | bridgeErrorHandler | onException
            mock:x?copyOnExchange=false     | copyOnExchange | processor before
            mock:x?log=true                 | log | log: endpoint
            mock:x?reportGroup=5            | reportGroup | groupSize
            mock:x?sleepForEmptyTest=5      | sleepForEmptyTest | assertPeriod
            bean:x?scope=Prototype          | scope | bind an object
            bean:x?lazyStartProducer=true   | lazyStartProducer | toD
            seda:x?lazyStartProducer=       | lazyStartProducer | it may be true or false
            """)
    void s5_anOptionThatIsNotIsRefusedByItsNameAndARemedy(String uri, String option, String remedy) {
        assertThatThrownBy(() -> CONTEXT.getEndpoint(uri))
                .isInstanceOf(UnknownOptionException.class)
                .hasMessageContaining("there is no option '" + option + "' here, as in Camel")
                .hasMessageContaining(remedy);
    }

    /** The options of those components that the comparison has on its path. */
    @ParameterizedTest
    @ValueSource(strings = {"direct", "seda", "mock"})
    void s5_noOptionOfCamelIsUnknown(String scheme) throws Exception {
        String path = "/META-INF/org/apache/camel/component/" + scheme + '/' + scheme + ".json";
        String json;
        try (var in = CamelOptionsTest.class.getResourceAsStream(path)) {
            json = new String(in.readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        }
        Matcher each = OPTION.matcher(json);
        int found = 0;
        while (each.find()) {
            found++;
            String uri = scheme + ":y?" + each.group(1) + "=no such value";
            assertThatThrownBy(() -> CONTEXT.getEndpoint(uri))
                    .as(uri)
                    .satisfies(e -> assertThat(e.getMessage()).doesNotContain("Known: "));
        }
        assertThat(found).isGreaterThan(5);
    }
}
