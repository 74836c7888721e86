package io.mehari.impl.pattern;

import static io.mehari.builder.RouteBuilder.constant;
import static io.mehari.builder.RouteBuilder.header;
import static io.mehari.builder.RouteBuilder.noErrorHandler;
import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.AggregationStrategy;
import io.mehari.Exchange;
import io.mehari.Processor;
import io.mehari.RoutingExchangeException;
import io.mehari.builder.AggregationStrategies;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.impl.PostComponent;
import io.mehari.impl.exchange.PooledContext;
import io.mehari.impl.exchange.RecordedCompletion;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Getting data from another endpoint and merging two messages: enrich and pollEnrich. */
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
    void withoutAStrategyTheAnswersHeadersAndPropertiesCome(boolean suspends) throws Exception {
        suspending = suspends;
        mehari.routes(r -> {
            r.from("direct:a")
                    .setProperty("mine", constant("m"))
                    .enrich("direct:b")
                    .process(after());
            r.from("direct:b").process(step(exchange -> {
                exchange.removeHeader("h");
                exchange.setHeader("theirs", "new");
                exchange.setProperty("p", "set");
                exchange.removeProperty("mine");
                exchange.setBody(exchange.getBody() + " " + exchange.getPattern());
            }));
        });

        PooledContext.Outcome outcome = send("x", "own");
        assertThat(outcome.body()).isEqualTo("x InOut");
        assertThat(outcome.headers()).containsExactly(Map.entry("theirs", "new"));
        assertThat(outcome.properties()).containsEntry("p", "set").containsEntry("mine", "m");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theStrategyMakesOneOfTheTwo(boolean suspends) throws Exception {
        suspending = suspends;
        mehari.routes(r -> {
            r.from("direct:a")
                    .enrich(header("h"))
                    .allowedSchemes("direct")
                    .aggregationStrategy(JOIN)
                    .enrich("direct:b", (old, next) -> next)
                    .process(after());
            r.from("direct:b").process(step(exchange -> exchange.setBody("b" + exchange.getBody())));
        });

        assertThat(send("x", "direct:b").body()).isEqualTo("bx+bx");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aClauseWhoseQuestionFailsDoesNotAskWithoutEnd(boolean suspends) throws Exception {
        suspending = suspends;
        mehari.routes(r -> {
            r.onException(Exception.class)
                    .process(exchange -> journal.add("clause"))
                    .enrich("direct:b", AggregationStrategies.groupedBody());
            r.from("direct:a").process(step(exchange -> {
                throw new IllegalStateException("a");
            }));
            r.from("direct:b").process(step(exchange -> {
                throw new IllegalStateException("b");
            }));
        });

        assertThat(send("x", "").failure())
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("b");
        assertThat(journal).as("once for each of the routes").containsExactly("clause", "clause");
    }

    @Test
    void aClauseWhoseTapFailsDoesNotTapWithoutEnd() throws Exception {
        AtomicInteger tapped = new AtomicInteger();
        mehari.context.getRoutingContextExtension().getShutdownStrategy().setTimeout(Duration.ofSeconds(10));
        mehari.routes(r -> {
            r.onException(Exception.class).handled(true).wireTap("direct:b");
            r.from("direct:a").process(exchange -> {
                throw new IllegalStateException("a");
            });
            r.from("direct:b").process(exchange -> {
                tapped.incrementAndGet();
                throw new IllegalStateException("b");
            });
        });

        assertThat(send("x", "").failure()).isNull();
        mehari.context.stop(); // waits for what is tapped
        assertThat(tapped).as("by the clause for a, and by the one for b").hasValue(2);
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

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aFailedAnswerIsWhatTheErrorHandlerSees(boolean suspends) throws Exception {
        suspending = suspends;
        mehari.routes(r -> {
            r.from("direct:a")
                    .onException(IllegalStateException.class)
                    .process(exchange -> journal.add(exchange.getBody() + " " + exchange.getHeaders()))
                    .end()
                    .enrich("direct:b", JOIN);
            r.from("direct:b").errorHandler(noErrorHandler()).process(step(exchange -> {
                exchange.setBody("b");
                exchange.setHeader("theirs", "new");
                throw new IllegalStateException("b");
            }));
        });

        assertThat(send("x", "own").failure()).hasMessage("b");
        assertThat(journal).containsExactly("b {h=own, theirs=new}");
    }

    @Test
    void anAnswerThatWasHandledOrStoppedEndsTheRoute() throws Exception {
        mehari.routes(r -> {
            r.onException(IllegalStateException.class).handled(true).process(exchange -> exchange.setBody("handled"));
            r.from("direct:a").enrich(header("h")).allowedSchemes("direct").process(after());
            r.from("direct:b").throwException(new IllegalStateException("b"));
            r.from("direct:c").process(exchange -> exchange.setBody("stopped")).stop();
        });

        assertThat(send("x", "direct:b").body()).isEqualTo("handled");
        assertThat(send("x", "direct:c").body()).isEqualTo("stopped");
        assertThat(journal).isEmpty();
    }

    @Test
    void anAnswerWhoseFailureWasHandledEndsTheRouteIfTheUnitOfWorkIsShared() throws Exception {
        mehari.routes(r -> {
            r.onException(IllegalStateException.class).handled(true);
            r.from("direct:a")
                    .choice()
                    .when(header("h").isEqualTo("shared"))
                    .enrich(constant("direct:b"))
                    .aggregationStrategy((old, next) -> old)
                    .shareUnitOfWork()
                    .endChoice()
                    .otherwise()
                    .enrich("direct:b", (old, next) -> old)
                    .end()
                    .process(after());
            r.from("direct:b").throwException(new IllegalStateException("b"));
        });

        assertThat(send("x", "alone").failure()).isNull();
        assertThat(journal).hasSize(1);
        assertThat(send("x", "shared").failure()).isNull();
        assertThat(journal).as("the route has ended").hasSize(1);
    }

    @Test
    void aTapMayGetAnEndpoint() throws Exception {
        CountDownLatch tapped = new CountDownLatch(1);
        mehari.routes(r -> {
            r.from("direct:a").wireTap(mehari.context.getEndpoint("direct:b"));
            r.from("direct:b").process(exchange -> tapped.countDown());
        });

        assertThat(send("x", "").failure()).isNull();
        assertThat(tapped.await(10, TimeUnit.SECONDS)).isTrue();
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
    void theEndpointIsNamedFromWhichAMessageIsTaken() throws Exception {
        mehari.context.addComponent(post);
        mehari.routes(r -> r.from("direct:a")
                .pollEnrich("post:box", 0)
                .process(exchange -> journal.add(exchange.getProperty(Exchange.TO_ENDPOINT, String.class)))
                .pollEnrich(header("h"))
                .allowedSchemes("post")
                .timeout(0)
                .end()
                .process(exchange -> journal.add(exchange.getProperty(Exchange.TO_ENDPOINT, String.class))));

        send("x", "post:other");
        assertThat(journal).containsExactly("post:box", "post:other");
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
    void theReadyStrategiesTakeTheMessageAloneWhenNothingWasReceived() throws Exception {
        mehari.context.addComponent(post);
        mehari.routes(r -> {
            r.from("direct:latest").pollEnrich("post:box", 0, AggregationStrategies.useLatest());
            r.from("direct:original").pollEnrich("post:box", 0, AggregationStrategies.useOriginal());
            r.from("direct:bodies").pollEnrich("post:box", 0, AggregationStrategies.groupedBody());
            r.from("direct:exchanges").pollEnrich("post:box", 0, AggregationStrategies.groupedExchange());
            r.from("direct:text").pollEnrich("post:box", 0, AggregationStrategies.string("/"));
        });

        assertThat(mehari.template.requestBody("direct:latest", "x")).isEqualTo("x");
        assertThat(mehari.template.requestBody("direct:original", "x")).isEqualTo("x");
        assertThat(mehari.template.requestBody("direct:bodies", "x")).isEqualTo(List.of("x"));
        assertThat((List<?>) mehari.template.requestBody("direct:exchanges", "x"))
                .hasSize(1);
        assertThat(mehari.template.requestBody("direct:text", "x")).isEqualTo("x");
    }

    @Test
    void aMessageThatFailedFailsTheOther() throws Exception {
        mehari.context.addComponent(post);
        mehari.routes(r -> r.from("direct:a").pollEnrich("post:box", 0, JOIN));
        letter(exchange -> exchange.setException(new IllegalStateException("torn")));

        assertThat(send("x", "own").failure()).hasMessage("torn");
    }

    @Test
    void whatCannotBePolledIsRefusedWhenTheRouteStarts() {
        org.assertj.core.api.Assertions.assertThatThrownBy(
                        () -> mehari.routes(r -> r.from("direct:a").pollEnrich("direct:b")))
                .hasMessageContaining("direct:b cannot be polled: it calls a route and keeps no messages");
    }

    // ---- strategies that group

    private @Nullable Object enrichedBy(AggregationStrategy strategy, @Nullable Object body) throws Exception {
        DefaultRoutingContext context = new DefaultRoutingContext();
        context.addRoutes(r -> {
            r.from("direct:a").enrich("direct:b", strategy);
            r.from("direct:b").setBody(constant("answer"));
        });
        context.start();
        Exchange sent = context.createProducerTemplate().send("direct:a", exchange -> exchange.setBody(body));
        context.stop();
        assertThat(sent.getException()).isNull();
        return sent.getBody();
    }

    @Test
    void aGroupIsOfTheMessageAndTheAnswer() throws Exception {
        assertThat(enrichedBy(AggregationStrategies.groupedBody(), "body")).isEqualTo(List.of("body", "answer"));
        List<String> mine = new ArrayList<>(List.of("mine"));
        assertThat(enrichedBy(AggregationStrategies.groupedBody(), mine)).isEqualTo(List.of(mine, "answer"));
        assertThat(mine).as("the user's own list").containsExactly("mine");
        assertThat((List<?>) enrichedBy(AggregationStrategies.groupedExchange(), "body"))
                .extracting(each -> ((Exchange) each).getBody())
                .isEqualTo(List.of("body", "answer"));
    }

    @Test
    void aTextIsOfTheMessageAndTheAnswer() throws Exception {
        assertThat(enrichedBy(AggregationStrategies.string("/"), "body")).isEqualTo("body/answer");
        assertThat(enrichedBy(AggregationStrategies.string("/"), 7)).isEqualTo("7/answer");
        assertThat(enrichedBy(AggregationStrategies.string("/"), null)).isEqualTo("answer");
    }
}
