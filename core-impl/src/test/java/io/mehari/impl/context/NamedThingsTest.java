package io.mehari.impl.context;

import static io.mehari.builder.RouteBuilder.body;
import static io.mehari.builder.RouteBuilder.constant;
import static io.mehari.impl.SinkComponent.sink;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.mehari.AggregationStrategy;
import io.mehari.Exchange;
import io.mehari.FailedToCreateRouteException;
import io.mehari.NoSuchEndpointException;
import io.mehari.Predicate;
import io.mehari.Processor;
import io.mehari.ProducerTemplate;
import io.mehari.builder.AggregationStrategies;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.impl.SinkComponent.Sink;
import io.mehari.spi.Registry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Objects that a route names by a text: processors in the registry, also in the user's own registry. */
class NamedThingsTest {
    private DefaultRoutingContext context = new DefaultRoutingContext();

    @AfterEach
    void stop() {
        context.stop();
    }

    /** Made by its name. */
    public static final class Shout implements Processor {
        @Override
        public void process(Exchange exchange) {
            exchange.setBody(exchange.getBody(String.class) + "!");
        }
    }

    /** Cannot be made. */
    public static final class NeedsMore implements Processor {
        public NeedsMore(String more) {
            throw new AssertionError(more);
        }

        @Override
        public void process(Exchange exchange) {}
    }

    @ParameterizedTest
    @ValueSource(strings = {"shout", "#shout", "#bean:shout", "#class:io.mehari.impl.context.NamedThingsTest$Shout"})
    void aProcessorIsNamed(String name) throws Exception {
        context.getRegistry().bind("shout", new Shout());
        context.addRoutes(r -> r.from("direct:a").process(name));
        context.start();
        assertThat(context.createProducerTemplate().requestBody("direct:a", "x"))
                .isEqualTo("x!");
    }

    @Test
    void aStrategyIsNamed() throws Exception {
        AggregationStrategy join = AggregationStrategies.groupedBody();
        BiFunction<Exchange, Exchange, Object> plus = (old, next) -> old.getBody() + "+" + next.getBody();
        context.getRegistry().bind("join", join);
        context.getRegistry().bind("plus", plus);
        context.getRegistry().bind("original", AggregationStrategies.useOriginal());
        List<Object> results = new ArrayList<>();
        context.addRoutes(r -> {
            for (String name : List.of("join", "#plus")) {
                r.from("direct:" + name.replace("#", ""))
                        .aggregate(constant(1))
                        .aggregationStrategy(name)
                        .completionSize(3)
                        .process(exchange -> results.add(exchange.getBody()));
            }
            r.from("direct:split").split(body()).aggregationStrategy("plus");
            r.from("direct:original")
                    .split(body())
                    .aggregationStrategy("original")
                    .setBody(constant("x"));
        });
        context.start();
        ProducerTemplate template = context.createProducerTemplate();
        for (String each : List.of("a", "b", "c")) {
            template.sendBody("direct:join", each);
            template.sendBody("direct:plus", each);
        }
        assertThat(results).containsExactly(List.of("a", "b", "c"), "a+b+c");
        assertThat(template.requestBody("direct:split", "1,2,3")).isEqualTo("1+2+3");
        assertThat(template.requestBody("direct:original", "1,2")).isEqualTo("1,2");
    }

    @Test
    void aNamedStrategyMayBeTheCompletionPredicate() throws Exception {
        context.getRegistry().bind("pairs", new Pairs());
        context.addRoutes(r -> r.from("direct:a")
                .aggregate(constant(1))
                .aggregationStrategy("pairs")
                .to("sink:pairs"));
        context.start();
        Sink pairs = sink(context, "sink:pairs");
        context.createProducerTemplate().sendBody("direct:a", "x");
        context.createProducerTemplate().sendBody("direct:a", "y");
        assertThat(pairs.await(1)).hasSize(1);
    }

    private static final class Pairs implements AggregationStrategy, Predicate {
        @Override
        public Exchange aggregate(@Nullable Exchange oldExchange, Exchange newExchange) {
            return newExchange;
        }

        @Override
        public boolean matches(Exchange exchange) {
            return exchange.getProperty(Exchange.AGGREGATED_SIZE, int.class) == 2;
        }
    }

    @ParameterizedTest
    @CsvSource({
        "none, has no object of that name; bind one",
        "text, 'has a java.lang.String of that name, which is no AggregationStrategy'",
        "join, aggregate(...) has no completion condition"
    })
    void aNameWithoutAStrategyRefusesTheRoute(String name, String why) throws Exception {
        context.getRegistry().bind("text", "x");
        context.getRegistry().bind("join", AggregationStrategies.groupedBody());
        context.addRoutes(r -> r.from("direct:a").aggregate(constant(1)).aggregationStrategy(name));
        assertThatExceptionOfType(FailedToCreateRouteException.class)
                .isThrownBy(context::start)
                .withStackTraceContaining(why);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "none",
                "#class:io.mehari.NoSuchClass",
                "#class:java.lang.String",
                "#class:io.mehari.impl.context.NamedThingsTest$NeedsMore",
                "text"
            })
    void aNameThatLeadsToNoProcessorIsRefused(String name) {
        context.getRegistry().bind("text", "not a processor");
        assertThatExceptionOfType(FailedToCreateRouteException.class)
                .isThrownBy(() -> {
                    context.addRoutes(r -> r.from("direct:a").process(name));
                    context.start();
                })
                .withMessageContaining(name);
    }

    /** A registry of an application. */
    private static final class Own implements Registry {
        private final Map<String, Object> objects = new HashMap<>();

        @Override
        public void bind(String name, Object value) {
            objects.put(name, value);
        }

        @Override
        public @Nullable Object lookupByName(String name) {
            return objects.get(name);
        }

        @Override
        public <T> @Nullable T lookupByNameAndType(String name, Class<T> type) {
            return type.cast(objects.get(name));
        }

        @Override
        public @Nullable Object unbind(String name) {
            return objects.remove(name);
        }
    }

    @Test
    void aRegistryOfTheUserIsAsked() throws Exception {
        Own own = new Own();
        own.bind("shout", new Shout());
        context = new DefaultRoutingContext(own);
        assertThat(context.getRegistry()).isSameAs(own);
        assertThat(context.getName()).startsWith("mehari-");
        context.addRoutes(r -> r.from("direct:a").process("shout"));
        context.start();
        assertThat(context.createProducerTemplate().requestBody("direct:a", "x"))
                .isEqualTo("x!");
    }

    // ---- other forms of steps

    @Test
    void aTapMayIgnoreThatNothingCanBeTapped() throws Exception {
        context.start();
        assertThatExceptionOfType(FailedToCreateRouteException.class)
                .isThrownBy(() -> context.addRoutes(
                        r -> r.from("direct:none").wireTap("nosuch:place").to("sink:none")))
                .withCauseInstanceOf(NoSuchEndpointException.class);
    }

    @Test
    void aUriMayBeATextBlock() throws Exception {
        context.addRoutes(r -> r.from("""
                        direct:a?
                            block=false&
                            timeout=1234
                        """).to("""
                        log:b?
                            groupSize=2
                            &level=DEBUG"""));
        context.start();
        context.createProducerTemplate().sendBody("direct:a?block=false&timeout=1234", "x");
        assertThat(context.getEndpoints())
                .contains(context.getEndpoint("log:b?groupSize=2&level=DEBUG"))
                .hasSize(2);
    }

    @Test
    void partsCanBeMadeToRunInTurnAgain() throws Exception {
        Thread caller = Thread.currentThread();
        Sink seen = sink(context, "sink:seen");
        context.addRoutes(r -> r.from("direct:a")
                .split(body())
                .parallelProcessing(true)
                .parallelProcessing(false)
                .filter(exchange -> Thread.currentThread() == caller)
                .to("sink:seen"));
        context.start();
        context.createProducerTemplate().sendBody("direct:a", "x,y");
        assertThat(seen.bodies()).containsExactly("x", "y");
    }
}
