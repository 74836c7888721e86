package io.mehari.component.queue;

import static io.mehari.builder.RouteBuilder.constant;
import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.Exchange;
import io.mehari.ExchangePattern;
import io.mehari.builder.RouteBuilder;
import io.mehari.builder.RouteDefinition;
import io.mehari.impl.DefaultRoutingContext;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A request to a queue ends the sender's route when a call of a direct: route would, as in Camel. */
class ReplyMarksTest {
    private final List<Object> after = new CopyOnWriteArrayList<>();

    private Exchange ask(String uri, Consumer<RouteDefinition> steps) throws Exception {
        try (DefaultRoutingContext context = new DefaultRoutingContext()) {
            context.addRoutes(r -> {
                steps.accept(r.from(uri));
                r.from("direct:a").to(ExchangePattern.InOut, uri).process(e -> after.add(e.getBody()));
            });
            context.start();
            return context.createProducerTemplate().send("direct:a", e -> e.setBody("question"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"direct:b", "seda:b", "disruptor:b"})
    void aReplyAfterStopEndsTheRouteOfTheSender(String uri) throws Exception {
        Exchange sent = ask(uri, b -> b.setBody(constant("answer")).stop());
        assertThat(after).isEmpty();
        assertThat(sent.getBody()).isEqualTo("answer");
    }

    @ParameterizedTest
    @ValueSource(strings = {"direct:b", "seda:b", "disruptor:b"})
    void aFailureThatWasHandledEndsTheRouteOfTheSender(String uri) throws Exception {
        Exchange sent = ask(
                uri,
                b -> b.onException(IllegalStateException.class)
                        .handled(true)
                        .setBody(constant("sorry"))
                        .end()
                        .throwException(new IllegalStateException("on purpose")));
        assertThat(after).isEmpty();
        assertThat(sent.getBody()).isEqualTo("sorry");
        assertThat(sent.isFailed()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"direct:b", "seda:b", "disruptor:b"})
    void anAnswerDoesNot(String uri) throws Exception {
        ask(uri, b -> b.setBody(constant("answer")));
        assertThat(after).containsExactly("answer");
    }

    @ParameterizedTest
    @ValueSource(strings = {"direct:b", "seda:b", "disruptor:b"})
    void aClauseOfBothRoutesSeesAFailureOnce(String uri) throws Exception {
        Exchange sent = fail(
                r -> r.onException(Exception.class)
                        .maximumRedeliveries(1)
                        .redeliveryDelay(0)
                        .process(e -> after.add("clause")),
                b -> {},
                a -> a.to(ExchangePattern.InOut, uri),
                uri);
        assertThat(after).containsExactly("step", "step", "clause");
        assertThat(sent.getException()).hasMessage("on purpose");
    }

    @ParameterizedTest
    @ValueSource(strings = {"direct:b", "seda:b", "disruptor:b"})
    void aClauseOfTheCalledRouteIsTheLastOneToSeeAFailure(String uri) throws Exception {
        Exchange sent = fail(
                r -> {},
                b -> b.onException(Exception.class)
                        .process(e -> after.add("called"))
                        .end(),
                a -> a.onException(Exception.class)
                        .handled(true)
                        .process(e -> after.add("caller"))
                        .end()
                        .to(ExchangePattern.InOut, uri),
                uri);
        assertThat(after).containsExactly("step", "called");
        assertThat(sent.getException()).hasMessage("on purpose");
    }

    @ParameterizedTest
    @ValueSource(strings = {"direct:b", "seda:b", "disruptor:b"})
    void theNextFailureAfterACaughtOneIsHandled(String uri) throws Exception {
        Exchange sent = fail(
                r -> r.onException(Exception.class).process(e -> after.add("clause")),
                b -> {},
                a -> a.doTry()
                        .to(ExchangePattern.InOut, uri)
                        .doCatch(IllegalStateException.class)
                        .process(e -> after.add("caught"))
                        .end()
                        .throwException(new IllegalArgumentException("another")),
                uri);
        assertThat(after).containsExactly("step", "clause", "caught", "clause");
        assertThat(sent.getException()).hasMessage("another");
    }

    @ParameterizedTest
    @ValueSource(strings = {"direct:b", "seda:b", "disruptor:b"})
    void theIndexOfALoopComesWithTheAnswer(String uri) throws Exception {
        Exchange sent = ask(uri, b -> b.loop(3).setBody(constant("answer")).end());
        assertThat(sent.getProperty(Exchange.LOOP_INDEX)).isEqualTo(2);
    }

    /** A request to a route whose step fails. */
    private Exchange fail(
            Consumer<RouteBuilder> both, Consumer<RouteDefinition> called, Consumer<RouteDefinition> caller, String uri)
            throws Exception {
        try (DefaultRoutingContext context = new DefaultRoutingContext()) {
            context.addRoutes(r -> {
                both.accept(r);
                RouteDefinition b = r.from(uri);
                called.accept(b);
                b.process(e -> {
                    after.add("step");
                    throw new IllegalStateException("on purpose");
                });
                caller.accept(r.from("direct:a"));
            });
            context.start();
            return context.createProducerTemplate().send("direct:a", e -> e.setBody("question"));
        }
    }
}
