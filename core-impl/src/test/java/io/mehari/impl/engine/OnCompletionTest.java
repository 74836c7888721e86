package io.mehari.impl.engine;

import static io.mehari.builder.RouteBuilder.body;
import static io.mehari.builder.RouteBuilder.constant;
import static io.mehari.builder.RouteBuilder.deadLetterChannel;
import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.Exchange;
import io.mehari.Processor;
import io.mehari.ProducerTemplate;
import io.mehari.builder.AggregationStrategies;
import io.mehari.builder.ProcessorDefinition;
import io.mehari.builder.Routes;
import io.mehari.impl.DefaultRoutingContext;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * For which messages the steps of an onCompletion run, how often, and how their failures are handled; as in Camel
 * 4.22.0.
 */
class OnCompletionTest {
    private final DefaultRoutingContext context = new DefaultRoutingContext();
    private final ProducerTemplate template = context.createProducerTemplate();
    private final List<String> journal = new ArrayList<>();

    @AfterEach
    void stop() {
        context.stop();
    }

    private Exchange send(Routes... builders) throws Exception {
        for (Routes each : builders) {
            context.addRoutes(each);
        }
        context.start();
        return template.send("direct:a", exchange -> exchange.setBody("x,y"));
    }

    private Processor note(String text) {
        return exchange -> journal.add(text);
    }

    private static void fail(Exchange exchange) {
        throw new IllegalStateException("step");
    }

    // ---- what its steps see

    @Test
    void itsStepsSeeThatTheyAreItsSteps() throws Exception {
        Exchange sent = send(r -> {
            r.onCompletion().process(exchange -> journal.add("after " + exchange.getProperty(Exchange.ON_COMPLETION)));
            r.from("direct:a").process(exchange -> journal.add("step " + exchange.getProperty(Exchange.ON_COMPLETION)));
        });
        assertThat(journal).containsExactly("step null", "after true");
        assertThat(sent.getProperty(Exchange.ON_COMPLETION)).isNull();
    }

    // ---- how often

    private static Arguments way(String name, Consumer<ProcessorDefinition<?>> steps) {
        return Arguments.of(name, steps);
    }

    static Stream<Arguments> ways() {
        return Stream.of(
                way("call", steps -> steps.to("direct:b")),
                way("calls", steps -> steps.to("direct:b").loop(2).to("direct:b")),
                way("toD", steps -> steps.toD("direct:b")),
                way("parts", steps -> steps.split(body()).to("direct:b")),
                way(
                        "parallel parts",
                        steps -> steps.split(body()).parallelProcessing().to("direct:b")),
                way("copies", steps -> steps.multicast().to("direct:b").to("direct:b")),
                way("recipients", steps -> steps.recipientList(constant("direct:b,direct:b"))),
                way("enrich", steps -> steps.enrich("direct:b")),
                way("after a delay", steps -> steps.delay(1).to("direct:b")),
                way(
                        "group",
                        steps -> steps.aggregate(constant(1), AggregationStrategies.useLatest())
                                .completionSize(1)
                                .to("direct:b")));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("ways")
    void oneOfTheBuilderRunsOnceForAMessage(String name, Consumer<ProcessorDefinition<?>> way) throws Exception {
        send(r -> {
            r.onCompletion().process(note("completion"));
            way.accept(r.from("direct:a"));
            r.from("direct:b").process(exchange -> {});
        });
        assertThat(journal).containsExactly("completion");
    }

    @Test
    void eachOneOfTheBuilderRunsTheLastFirst() throws Exception {
        send(r -> {
            r.onCompletion().process(note("first"));
            r.onCompletion().process(note("second"));
            r.from("direct:a").to("direct:b");
            r.from("direct:b").process(exchange -> {});
        });
        assertThat(journal).containsExactly("second", "first");
    }

    @Test
    void aMessageThatBeganInARouteOfAnotherBuilderDoesNotCount() throws Exception {
        send(
                r -> {
                    r.onCompletion().process(note("a"));
                    r.from("direct:a").to("direct:b");
                },
                r -> {
                    r.onCompletion().process(note("b"));
                    r.from("direct:b").process(exchange -> {});
                });
        assertThat(journal).containsExactly("a");
    }

    @Test
    void theOnesOfRoutesRunForEachRouteOnce() throws Exception {
        send(r -> {
            r.onCompletion().process(note("replaced"));
            r.from("direct:a")
                    .onCompletion()
                    .process(note("a"))
                    .end()
                    .to("direct:b")
                    .to("direct:b");
            r.from("direct:b").onCompletion().process(note("b")).end().process(exchange -> {});
        });
        assertThat(journal).containsExactly("b", "a");
    }

    // ---- failures

    @Test
    void aFailureInItIsTheRoutesErrorHandlers() throws Exception {
        Exchange sent = send(r -> {
            r.errorHandler(
                    deadLetterChannel("direct:dead").maximumRedeliveries(2).redeliveryDelay(0));
            r.onCompletion()
                    .process(note("try"))
                    .process(OnCompletionTest::fail)
                    .process(note("not reached"));
            r.from("direct:a").process(note("route"));
            r.from("direct:dead")
                    .process(exchange -> journal.add("dead: " + exchange.getProperty(Exchange.FAILURE_STEP)));
        });
        assertThat(journal).containsExactly("route", "try", "dead: onCompletion > 2 (process)");
        assertThat(sent.getException()).isNull();
    }

    @Test
    void aClauseForItMayLetItGoOn() throws Exception {
        send(r -> {
            r.onException(IllegalStateException.class).continued(true).process(note("clause"));
            r.onCompletion().process(OnCompletionTest::fail).process(note("goes on"));
            r.from("direct:a").process(note("route"));
        });
        assertThat(journal).containsExactly("route", "clause", "goes on");
    }

    @Test
    void aMessageThatFailedAndWhoseCompletionFailsIsADeadLetterTwice() throws Exception {
        send(r -> {
            r.errorHandler(deadLetterChannel("direct:dead"));
            r.onCompletion().process(note("completion")).process(OnCompletionTest::fail);
            r.from("direct:a").process(OnCompletionTest::fail);
            r.from("direct:dead").process(note("dead"));
        });
        assertThat(journal).containsExactly("dead", "completion", "dead");
    }

    /** Wherever it stands, it is for all steps of the route. */
    @Test
    void itMayStandAfterTheSteps() throws Exception {
        send(r -> r.from("direct:a")
                .process(note("step"))
                .onCompletion()
                .process(note("completion"))
                .end()
                .process(note("last")));
        assertThat(journal).containsExactly("step", "last", "completion");
    }
}
