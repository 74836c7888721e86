package io.mehari.component.camel;

import static io.mehari.builder.RouteBuilder.constant;
import static io.mehari.builder.RouteBuilder.exchangeProperty;
import static io.mehari.builder.RouteBuilder.header;
import static io.mehari.builder.RouteBuilder.simple;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.mehari.Exchange;
import io.mehari.ExchangeProperty;
import io.mehari.Header;
import io.mehari.builder.RouteBuilder;
import io.mehari.builder.Routes;
import io.mehari.impl.DefaultRoutingContext;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Names that begin with Camel in the route language, where Camel's components read and set headers with such names. */
@Timeout(60)
class CamelNamesTest {
    private final DefaultRoutingContext context = new DefaultRoutingContext();

    @AfterEach
    void stop() {
        context.stop();
    }

    private Exchange sent(Routes routes, Map<String, Object> headers) {
        context.addRoutes(routes);
        context.start();
        return context.createProducerTemplate().send("direct:a", exchange -> exchange.setHeaders(headers));
    }

    @Test
    void aHeaderThatARouteSetsIsTheNameOfTheFile(@TempDir Path folder) {
        Exchange written = sent(
                route -> route.from("direct:a")
                        .setHeader("CamelFileName", constant("a.txt"))
                        .setBody(header("CamelFileName"))
                        .to("camel:file:" + folder),
                Map.of());
        assertThat((Object) written.getException()).isNull();
        assertThat(folder.resolve("a.txt")).hasContent("a.txt");
    }

    /** A bean. */
    public static final class Named {
        public String name(@Header("CamelFileName") String name) {
            return name;
        }
    }

    static Stream<Routes> steps() {
        return Stream.of(
                r -> r.from("direct:a").setBody(header("CamelFileName")),
                r -> r.from("direct:a").setBody(simple("${header.CamelFileName}")),
                r -> r.from("direct:a").setBody(simple("${header[CamelFileName]}")),
                r -> r.from("direct:a").setBody().header("CamelFileName"),
                r -> r.from("direct:a").bean(new Named()),
                r -> r.from("direct:a")
                        .setHeader("CamelX")
                        .header("CamelFileName")
                        .setBody(header("CamelX")),
                r -> r.from("direct:a")
                        .filter(header("CamelFileName").isEqualTo("a.txt"))
                        .setBody(constant("a.txt")));
    }

    @ParameterizedTest
    @MethodSource("steps")
    void aHeaderOfCamelIsRead(Routes route) {
        assertThat(sent(route, Map.of("CamelFileName", "a.txt")).getBody()).isEqualTo("a.txt");
    }

    @ParameterizedTest
    @ValueSource(strings = {"CamelFileName", "CamelFile*", "Camel*"})
    void headersOfCamelAreRemoved(String pattern) {
        Exchange sent = sent(
                route -> {
                    route.from("direct:a").removeHeaders(pattern).removeHeader("CamelMessageTimestamp");
                },
                Map.of("CamelFileName", "a.txt", "CamelMessageTimestamp", 1L, "other", "b"));
        assertThat(sent.getHeaders()).containsOnlyKeys("other");
    }

    @Test
    void aTimeInAHeaderOfCamelIsRead() {
        assertThat(sent(
                                route -> route.from("direct:a").setBody(simple("${date:header.CamelX:yyyy}")),
                                Map.of("CamelX", 0L))
                        .getBody())
                .isEqualTo("1970");
    }

    /** A bean. */
    public static final class Indexed {
        public int index(@ExchangeProperty("CamelBatchIndex") int index) {
            return index;
        }
    }

    static Stream<Consumer<RouteBuilder>> stepsWithNamesThatNothingSets() {
        return Stream.of(
                r -> r.from("direct:a").setBody(exchangeProperty("CamelSplitIndex")),
                r -> r.from("direct:a").setBody(simple("${exchangeProperty.CamelSplitIndex}")),
                r -> r.from("direct:a").setBody(simple("${date:exchangeProperty.CamelTimerFiredTime:yyyy}")),
                r -> r.from("direct:a").setProperty("CamelCharsetName").constant("UTF-8"),
                r -> r.from("direct:a").setProperty("CamelX", constant("1")),
                r -> r.from("direct:a").removeProperty("CamelBatchIndex"),
                r -> r.from("direct:a").removeProperties("*", "Camel*"),
                r -> r.from("direct:a").bean(new Indexed()),
                r -> r.from("direct:a").filter(header("CamelRedelivered")).to("direct:b"),
                r -> r.from("direct:a").setHeader("CamelRedeliveryDelay", constant(5)),
                r -> r.from("direct:a").log("${header.CamelRedeliveryCounter}"));
    }

    @ParameterizedTest
    @MethodSource("stepsWithNamesThatNothingSets")
    void s5_aNameThatNothingSetsIsRefusedBesideCamelToo(Consumer<RouteBuilder> step) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> context.addRoutes(step::accept))
                .withMessageContainingAll("Camel", "begins with Mehari", "write Mehari")
                .withMessageNotContaining("add io.mehari");
    }

    @Test
    void s5_aClassPathWithoutTheBridgeRefusesThemStill() {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(ClassLoader.getPlatformClassLoader());
        try {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> header("CamelFileName"))
                    .withMessageContaining("write MehariFileName if there is a constant for it, or add"
                            + " io.mehari:mehari-components-camel if a component of Camel uses it");
        } finally {
            thread.setContextClassLoader(before);
        }
        assertThat(header("CamelFileName")).isNotNull();
    }
}
