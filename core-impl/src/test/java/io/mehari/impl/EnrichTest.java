package io.mehari.impl;

import static io.mehari.builder.RouteBuilder.header;
import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.AggregationStrategy;
import io.mehari.Exchange;
import io.mehari.Processor;
import io.mehari.RoutingExchangeException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Asking another endpoint and making one message of two: enrich and pollEnrich. */
class EnrichTest {

    private final PooledContext mehari = new PooledContext(true);
    private final PostComponent post = new PostComponent(null);
    private final List<String> journal = new ArrayList<>();
    private boolean suspending;

    @AfterEach
    void x1_createdIsReleased() {
        mehari.close();
    }

    private Processor step(Processor work) {
        return suspending ? mehari.elsewhere.run(work) : work;
    }

    private Processor after() {
        return exchange -> journal.add("after " + exchange.getBody());
    }

    private static final AggregationStrategy JOIN = (old, next) -> {
        old.setBody(old.getBody() + "+" + (next == null ? null : next.getBody()));
        return old;
    };

    private PooledContext.Outcome send(Object body, Object header) {
        return mehari.send(exchange -> {
            exchange.setBody(body);
            exchange.setHeader("h", header);
        });
    }

    // ---- enrich

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theAnswersBodyReplacesTheMessagesAndHeadersStay(boolean suspends) throws Exception {
        suspending = suspends;
        mehari.routes(r -> {
            r.from("direct:a").enrich("direct:b").process(after());
            r.from("direct:b").process(step(exchange -> {
                exchange.setHeader("h", "changed");
                exchange.setProperty("p", "set");
                exchange.setBody(exchange.getBody() + " " + exchange.getPattern());
            }));
        });

        PooledContext.Outcome outcome = send("x", "own");
        assertThat(outcome.body()).isEqualTo("x InOut");
        assertThat(outcome.headers()).containsExactly(Map.entry("h", "own"));
        assertThat(outcome.properties()).doesNotContainKey("p");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theStrategyMakesOneOfTheTwo(boolean suspends) throws Exception {
        suspending = suspends;
        mehari.routes(r -> {
            r.from("direct:a")
                    .enrich(header("h"), JOIN)
                    .enrich("direct:b", (old, next) -> next)
                    .process(after());
            r.from("direct:b").process(step(exchange -> exchange.setBody("b" + exchange.getBody())));
        });

        assertThat(send("x", "direct:b").body()).isEqualTo("bx+bx");
    }

    @Test
    void aStrategyThatReturnsNothingLeavesTheMessage() throws Exception {
        mehari.routes(r -> {
            r.from("direct:a").enrich("direct:b", (old, next) -> none()).process(after());
            r.from("direct:b").process(exchange -> exchange.setBody("b"));
        });

        assertThat(send("x", "").body()).isEqualTo("x");
        assertThat(journal).containsExactly("after x");
    }

    @SuppressWarnings("NullAway") // a strategy that keeps nothing
    private static Exchange none() {
        return null;
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void anAnswerThatFailedFailsTheMessage(boolean suspends) throws Exception {
        suspending = suspends;
        mehari.routes(r -> {
            r.onException(IllegalStateException.class).process(exchange -> journal.add("clause"));
            r.from("direct:a").enrich("direct:b", JOIN).process(after());
            r.from("direct:b").process(step(exchange -> {
                throw new IllegalStateException("b");
            }));
        });

        PooledContext.Outcome outcome = send("x", "");
        assertThat(outcome.failure()).hasMessage("b");
        assertThat(outcome.body()).isEqualTo("x");
        assertThat(journal).as("in the route that was asked, and not again").containsExactly("clause");
    }

    @Test
    void aStrategyMayDecideAboutAFailure() throws Exception {
        mehari.routes(r -> {
            r.from("direct:a")
                    .enrich("direct:b", (old, next) -> {
                        if ("clear".equals(old.getBody())) {
                            next.setException(null);
                            return next;
                        }
                        return "keep".equals(old.getBody()) ? old : next;
                    })
                    .aggregateOnException()
                    .process(after())
                    .throwException(new UnsupportedOperationException("later"));
            r.from("direct:b").throwException(new IllegalStateException("b"));
        });

        assertThat(send("clear", "").failure()).hasMessage("later");
        assertThat(send("keep", "").failure()).hasMessage("later");
        assertThat(send("new", "").failure()).hasMessage("b");
        assertThat(journal).containsExactly("after clear", "after keep");
    }

    @Test
    void anAnswerThatWasHandledOrStoppedEndsTheRoute() throws Exception {
        mehari.routes(r -> {
            r.onException(IllegalStateException.class).handled(true).process(exchange -> exchange.setBody("handled"));
            r.from("direct:a").enrich(header("h")).process(after());
            r.from("direct:b").throwException(new IllegalStateException("b"));
            r.from("direct:c").process(exchange -> exchange.setBody("stopped")).stop();
        });

        assertThat(send("x", "direct:b").body()).isEqualTo("handled");
        assertThat(send("x", "direct:c").body()).isEqualTo("stopped");
        assertThat(journal).isEmpty();
    }

    @Test
    void aStrategyThatThrowsIsNamed() throws Exception {
        mehari.routes(r -> {
            r.from("direct:a").enrich("direct:b", (old, next) -> {
                throw new IllegalStateException("strategy");
            });
            r.from("direct:b").process(exchange -> {});
        });

        assertThat(send("x", "").failure())
                .isInstanceOf(RoutingExchangeException.class)
                .hasMessageStartingWith("The aggregation strategy failed on exchange ")
                .hasRootCauseMessage("strategy");
    }

    @Test
    void anEndpointThatIsNoneMayBeIgnored() throws Exception {
        mehari.routes(r -> {
            r.from("direct:a").enrich(header("h")).ignoreInvalidEndpoint().process(after());
            r.from("direct:b").enrich(header("h"));
        });

        assertThat(send("x", "nosuch:place").body()).isEqualTo("x");
        assertThat(send("y", null).body()).isEqualTo("y");
        assertThat(journal).containsExactly("after x", "after y");
        assertThat(mehari.sendTo("direct:b", exchange -> exchange.setHeader("h", "nosuch:place"))
                        .failure())
                .isInstanceOf(io.mehari.NoSuchComponentException.class);
    }

    // ---- pollEnrich

    private void letter(Processor prepare) throws Exception {
        Exchange letter = mehari.context
                .getRoutingContextExtension()
                .getExchangeFactory()
                .create(io.mehari.ExchangePattern.InOnly);
        prepare.process(letter);
        post.letters.add(letter);
    }

    @Test
    void aMessageIsTakenWithItsHeaders() throws Exception {
        mehari.context.addComponent(post);
        mehari.routes(r -> r.from("direct:a").pollEnrich("post:box", 5).process(after()));
        letter(exchange -> {
            exchange.setBody("letter");
            exchange.setHeader("from", "far");
            exchange.getExchangeExtension().addOnCompletion(new RecordedCompletion("letter", journal));
        });

        PooledContext.Outcome outcome = send("x", "own");
        assertThat(outcome.body()).isEqualTo("letter");
        assertThat(outcome.headers()).containsEntry("h", "own").containsEntry("from", "far");
        assertThat(post.journal).contains("asked for 5");
        assertThat(journal).as("its completions are the message's").hasSize(2).startsWith("after letter");
    }

    @Test
    void noMessageIsANullBody() throws Exception {
        mehari.context.addComponent(post);
        mehari.routes(r -> r.from("direct:a").pollEnrich("post:box").process(after()));

        assertThat(send("x", "own").body()).isNull();
        assertThat(post.journal).contains("asked for -1");
        assertThat(journal).containsExactly("after null");
    }

    @Test
    void theStrategyIsToldThatThereIsNone() throws Exception {
        mehari.context.addComponent(post);
        mehari.routes(r -> r.from("direct:a").pollEnrich("post:box", 0, JOIN));
        letter(exchange -> exchange.setBody("letter"));

        assertThat(send("x", "own").body()).isEqualTo("x+letter");
        assertThat(send("x", "own").body()).isEqualTo("x+null");
    }

    @Test
    void aMessageThatFailedFailsTheOther() throws Exception {
        mehari.context.addComponent(post);
        mehari.routes(r -> {
            r.from("direct:a").pollEnrich("post:box", 0, JOIN);
            r.from("direct:b").pollEnrich("post:box", 0, JOIN).aggregateOnException();
        });
        letter(exchange -> exchange.setException(new IllegalStateException("torn")));
        letter(exchange -> exchange.setException(new IllegalStateException("torn")));

        assertThat(send("x", "own").failure()).hasMessage("torn");
        assertThat(mehari.template.requestBody("direct:b", "x")).isEqualTo("x+null");
    }

    @Test
    void whatCannotBePolledIsRefusedWhenTheRouteStarts() {
        org.assertj.core.api.Assertions.assertThatThrownBy(
                        () -> mehari.routes(r -> r.from("direct:a").pollEnrich("direct:b")))
                .hasMessageContaining("direct:b cannot be polled: consume from it with a route");
    }
}
