package io.mehari.component.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mehari.Exchange;
import io.mehari.builder.AggregationStrategies;
import io.mehari.builder.RouteBuilder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The origin of a message after a queue, and which sender gets its failure. */
class OriginTest {
    private final Bench bench = new Bench();
    private final List<String> seen = Collections.synchronizedList(new ArrayList<>());

    @AfterEach
    void close() {
        bench.close();
    }

    private void note(Exchange exchange) {
        seen.add(exchange.getFromRouteId() + " " + exchange.getFromEndpoint());
    }

    @ParameterizedTest
    @ValueSource(strings = {"seda:a", "seda:a?multipleConsumers=true", "disruptor:a"})
    void theRouteAfterTheQueueIsWhereItsMessagesComeFrom(String uri) {
        bench.context.getRoutingContextExtension().setExchangePool(16, true);
        bench.route(r -> r.from("direct:in").routeId("in").process(this::note).to("direct:on"))
                .route(r ->
                        r.from("direct:on").routeId("on").process(this::note).to(uri))
                .route(r -> r.from(uri).routeId("after").process(this::note).to("direct:end"))
                .route(r -> r.from("direct:end").process(this::note).process(e -> bench.received.add(1)))
                .start();
        bench.template.sendBody("direct:in", "x");
        bench.template.requestBody("direct:in", "x");
        bench.awaitReceived(2);

        assertThat(seen).filteredOn(each -> each.startsWith("in ")).hasSize(4).containsOnly("in direct:in");
        assertThat(seen)
                .filteredOn(each -> each.startsWith("after "))
                .hasSize(4)
                .containsOnly("after " + uri);
    }

    /** Also if the sender hands its own exchange over to the queue, with its unit of work. */
    @ParameterizedTest
    @ValueSource(strings = {"seda:a", "seda:a?multipleConsumers=true", "disruptor:a"})
    void theOriginalMessageAfterAQueueIsWhatCameOutOfIt(String uri) {
        bench.route(r -> {
                    r.errorHandler(RouteBuilder.deadLetterChannel("direct:dead").useOriginalMessage());
                    r.from("direct:last").setBody(RouteBuilder.constant("sent")).to(uri);
                    r.from("direct:goesOn")
                            .setBody(RouteBuilder.constant("sent"))
                            .to(uri)
                            .setBody(RouteBuilder.constant("later"));
                    r.from(uri).setBody(RouteBuilder.constant("changed")).process(exchange -> {
                        throw new IllegalStateException();
                    });
                    r.from("direct:dead").process(bench.received::add);
                })
                .start();
        bench.template.sendBody("direct:last", "original");
        bench.template.sendBody("direct:goesOn", "original");
        bench.awaitReceived(2);

        assertThat(bench.received)
                .extracting(each -> ((Exchange) each).getBody())
                .containsExactly("sent", "sent");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"direct:a", "seda:a?waitForTaskToComplete=Always", "disruptor:a?waitForTaskToComplete=Always"})
    void aReplyIsMarkedForRollbackAsItsMessageIs(String asked) {
        bench.route(r -> r.from("direct:in").to(asked).process(bench.received::add))
                .route(r -> r.from(asked.replaceAll("\\?.*", "")).process(exchange -> {
                    exchange.setRollbackOnly("all".equals(exchange.getBody()));
                }))
                .start();

        List<String> marks = new ArrayList<>();
        for (String body : List.of("none", "all")) {
            Exchange sent = bench.template.send("direct:in", bench.exchange(body));
            marks.add(body + " " + sent.isRollbackOnly());
        }
        assertThat(marks).containsExactly("none false", "all true");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"direct:a", "seda:a?waitForTaskToComplete=Always", "disruptor:a?waitForTaskToComplete=Always"})
    void aReplySaysWhichPartOfASplitItIs(String asked) {
        bench.route(r -> r.from("direct:in").to(asked).process(bench.received::add))
                .route(r -> r.from(asked.replaceAll("\\?.*", ""))
                        .split(exchange -> List.of("x", "y"), AggregationStrategies.useLatest())
                        .process(exchange -> {})
                        .end())
                .start();
        bench.template.sendBody("direct:in", "whole");
        bench.awaitReceived(1);

        assertThat(bench.received)
                .singleElement()
                .satisfies(each -> assertThat(((Exchange) each).getAllProperties())
                        .containsEntry(Exchange.SPLIT_INDEX, 1)
                        .containsEntry(Exchange.SPLIT_SIZE, 2)
                        .containsEntry(Exchange.SPLIT_COMPLETE, true));
    }

    @ParameterizedTest
    @ValueSource(strings = {"seda:a", "seda:a?multipleConsumers=true", "disruptor:a"})
    void theRouteThatRunsIsTheOneThatTookIt(String uri) {
        bench.context.getRoutingContextExtension().setExchangePool(16, true);
        bench.route(r -> r.from("direct:in").routeId("in").to("direct:on").process(this::noteCurrent))
                .route(r -> r.from("direct:on").routeId("on").to(uri).process(this::noteCurrent))
                .route(r -> r.from("direct:last").routeId("last").to(uri))
                .route(r -> r.from(uri)
                        .routeId("after")
                        .to("direct:end")
                        .process(this::noteCurrent)
                        .process(exchange -> bench.received.add(1)))
                .route(r -> r.from("direct:end").routeId("end").process(this::noteCurrent))
                .start();
        bench.template.sendBody("direct:in", "x");
        bench.template.requestBody("direct:in", "x");
        bench.template.sendBody("direct:last", "x");
        bench.awaitReceived(3);
        assertThat(seen)
                .containsExactlyInAnyOrder("on", "in", "on", "in", "end", "after", "end", "after", "end", "after");
    }

    private void noteCurrent(Exchange exchange) {
        seen.add(exchange.getUnitOfWork().getRoute().getRouteId());
    }

    @ParameterizedTest
    @ValueSource(strings = {"seda:a", "disruptor:a"})
    void aCompletionOfTheBuilderRunsOnce(String uri) {
        bench.route(r -> {
                    r.onCompletion().process(exchange -> bench.received.add(1));
                    r.from("direct:in").to(uri);
                    r.from(uri).process(exchange -> seen.add("taken"));
                })
                .start();
        bench.template.sendBody("direct:in", "x");
        bench.template.sendBody("direct:in", "x");
        bench.awaitReceived(2);
        bench.context.stop();
        assertThat(seen).hasSize(2);
        assertThat(bench.received).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"seda", "disruptor"})
    void aFailureThatTheSenderGetsIsNotLogged(String kind) {
        bench.route(r -> r.from(kind + ":a").process(exchange -> {
                    throw new IllegalStateException("the sender hears of it");
                }))
                .start();
        try (CapturedLog log = new CapturedLog("io.mehari")) {
            assertThatThrownBy(() -> bench.template.requestBody(kind + ":a", "x"))
                    .hasRootCauseMessage("the sender hears of it");
            assertThat(log.messages()).isEmpty();
        }
    }
}
