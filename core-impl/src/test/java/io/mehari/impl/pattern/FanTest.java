package io.mehari.impl.pattern;

import static io.mehari.builder.RouteBuilder.body;
import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.AggregationStrategy;
import io.mehari.Exchange;
import io.mehari.Processor;
import io.mehari.RoutingExchangeException;
import io.mehari.builder.AggregationStrategies;
import io.mehari.builder.RouteBuilder;
import io.mehari.builder.SplitDefinition;
import io.mehari.impl.exchange.PooledContext;
import io.mehari.spi.SynchronizationAdapter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Split and multicast mean the same whether parts run in turn or together, on one thread or on others. */
class FanTest {

    private final PooledContext mehari = new PooledContext(false);
    private final List<Object> journal = Collections.synchronizedList(new ArrayList<>());

    @AfterEach
    void x1_createdIsReleased() {
        mehari.close();
    }

    /** How parts run. */
    enum Way {
        IN_TURN,
        SUSPENDING,
        TOGETHER,
        TOGETHER_SUSPENDING;

        boolean together() {
            return this == TOGETHER || this == TOGETHER_SUSPENDING;
        }
    }

    private Way way = Way.IN_TURN;

    private <T extends io.mehari.builder.ProcessorDefinition<?>> T as(T definition) {
        if (way.together() && definition instanceof SplitDefinition split) {
            split.parallelProcessing();
        } else if (way.together() && definition instanceof io.mehari.builder.MulticastDefinition multicast) {
            multicast.parallelProcessing();
        }
        return definition;
    }

    private Processor step(Processor work) {
        return way == Way.SUSPENDING || way == Way.TOGETHER_SUSPENDING ? mehari.elsewhere.run(work) : work;
    }

    private Processor failOn(String bad) {
        return step(exchange -> {
            if (bad.equals(exchange.getBody())) {
                throw new IllegalStateException(bad);
            }
            journal.add(String.valueOf(exchange.getBody()));
        });
    }

    private Processor after() {
        return exchange -> journal.add("after " + exchange.getBody());
    }

    private static final AggregationStrategy LAST = (old, next) -> next;
    private static final AggregationStrategy FIRST = (old, next) -> old == null ? next : old;
    private static final AggregationStrategy JOIN = (old, next) -> {
        if (old == null) {
            return next;
        }
        old.setBody(old.getBody(String.class) + next.getBody(String.class));
        return old;
    };

    // ---- results

    @ParameterizedTest
    @EnumSource
    void onPrepareChangesEachPartBeforeItRuns(Way each) throws Exception {
        way = each;
        mehari.routes(r -> as(r.from("direct:a").split(body()).onPrepare(part -> part.setBody("p" + part.getBody())))
                .process(failOn("none"))
                .end()
                .process(after()));

        mehari.send(List.of("x", "y"));
        assertThat(journal).containsExactlyInAnyOrder("px", "py", "after [x, y]");
    }

    @ParameterizedTest
    @EnumSource
    void aPartWhoseOnPrepareThrowsHasFailedAndRunsNoStep(Way each) throws Exception {
        way = each;
        mehari.routes(r -> {
            r.onException(AssertionError.class).handled(true).process(exchange -> journal.add("handled"));
            as(r.from("direct:a").split(body()).onPrepare(part -> {
                        if (part.getBody().equals("y")) {
                            throw new AssertionError("onPrepare");
                        }
                    }))
                    .process(failOn("none"))
                    .end()
                    .process(after());
        });

        mehari.send(List.of("x", "y", "z"));
        assertThat(journal).containsExactlyInAnyOrder("x", "z", "handled");
    }

    @ParameterizedTest
    @EnumSource
    void useOriginalMayIgnoreFailures(Way each) throws Exception {
        way = each;
        mehari.routes(r -> as(r.from("direct:a").split(body(), AggregationStrategies.useOriginal(false)))
                .process(failOn("y"))
                .end()
                .process(after()));

        PooledContext.Outcome outcome = mehari.send(List.of("x", "y"));
        assertThat(outcome.body()).isEqualTo(List.of("x", "y"));
        assertThat(journal).containsExactlyInAnyOrder("x", "after [x, y]");
    }

    @ParameterizedTest
    @EnumSource
    void withoutAStrategyASplitLeavesTheMessageAsItWas(Way each) throws Exception {
        way = each;
        mehari.routes(r -> as(r.from("direct:a").split(body()))
                .process(step(exchange -> exchange.setHeader("h", "part")))
                .end()
                .process(after()));

        PooledContext.Outcome outcome = mehari.send(List.of("x", "y"));
        assertThat(outcome.body()).isEqualTo(List.of("x", "y"));
        assertThat(outcome.headers()).isEmpty();
        assertThat(outcome.properties()).isEmpty();
        assertThat(journal).containsExactly("after [x, y]");
    }

    @ParameterizedTest
    @EnumSource
    void resultsAreAggregatedInOrder(Way each) throws Exception {
        way = each;
        mehari.routes(r -> as(r.from("direct:a").split(body(), JOIN))
                .process(step(exchange -> exchange.setBody(exchange.getBody() + "1")))
                .process(step(exchange -> exchange.setBody(exchange.getBody() + "2"))));

        List<String> parts = new ArrayList<>();
        StringBuilder expected = new StringBuilder();
        for (int i = 0; i < 200; i++) {
            parts.add("<" + i);
            expected.append("<").append(i).append("12");
        }
        assertThat(mehari.send(parts).body()).isEqualTo(expected.toString());
    }

    @ParameterizedTest
    @EnumSource
    void theMessageBecomesTheAggregateWithItsHeadersAndProperties(Way each) throws Exception {
        way = each;
        mehari.routes(r -> as(r.from("direct:a").split(body(), LAST)).process(step(exchange -> {
            exchange.setHeader("h", exchange.getBody());
            exchange.setProperty("p", exchange.getBody());
        })));

        PooledContext.Outcome outcome = mehari.send(exchange -> {
            exchange.setBody(List.of("x", "y"));
            exchange.setProperty("own", 1);
        });
        assertThat(outcome.body()).isEqualTo("y");
        assertThat(outcome.headers()).containsExactly(java.util.Map.entry("h", "y"));
        assertThat(outcome.properties())
                .containsEntry("p", "y")
                .containsEntry("own", 1)
                .containsEntry(Exchange.SPLIT_INDEX, 1)
                .containsEntry(Exchange.SPLIT_COMPLETE, true);
    }

    @ParameterizedTest
    @EnumSource
    void aStrategyMayForgetWhatItHad(Way each) throws Exception {
        way = each;
        mehari.routes(r -> as(r.from("direct:a")
                        .split(body(), (old, next) -> "y".equals(next.getBody()) ? none() : next))
                .process(step(exchange -> {})));

        assertThat(mehari.send(List.of("x", "y", "z")).body()).isEqualTo("z");
        assertThat(mehari.send(List.of("x", "y")).body()).as("the original").isEqualTo(List.of("x", "y"));
    }

    @SuppressWarnings("NullAway") // a strategy that keeps nothing
    private static Exchange none() {
        return null;
    }

    @ParameterizedTest
    @EnumSource
    void aStrategyMayReturnTheExchangeThatWasSplit(Way each) throws Exception {
        way = each;
        mehari.routes(r -> as(r.from("direct:a").split(body(), new AggregationStrategy() {
                    @Override
                    public Exchange aggregate(Exchange old, Exchange next) {
                        throw new AssertionError("the one that is told of the whole is called");
                    }

                    @Override
                    public Exchange aggregate(Exchange old, Exchange next, Exchange input) {
                        input.setHeader("seen", next.getBody());
                        return input;
                    }
                }))
                .process(step(exchange -> {})));

        PooledContext.Outcome outcome = mehari.send(List.of("x", "y"));
        assertThat(outcome.body()).isEqualTo(List.of("x", "y"));
        assertThat(outcome.headers()).containsEntry("seen", "y");
    }

    @ParameterizedTest
    @EnumSource
    void nothingToSplitIsNoPart(Way each) throws Exception {
        way = each;
        mehari.routes(
                r -> as(r.from("direct:a").split(body(), JOIN)).process(after()).end());

        assertThat(mehari.send(List.of()).body()).isEqualTo(List.of());
        assertThat(mehari.send((Object) null).failure()).isNull();
        assertThat(journal).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void withoutAStrategyTheLastCopyIsTheResultOfAMulticast(Way each) throws Exception {
        way = each;
        mehari.routes(r -> as(r.from("direct:a").multicast())
                .process(step(exchange -> exchange.setBody(exchange.getBody() + "1")))
                .process(step(exchange -> exchange.setBody(exchange.getBody() + "2"))));

        PooledContext.Outcome outcome = mehari.send(">");
        assertThat(outcome.body()).isEqualTo(">2");
        assertThat(outcome.properties()).containsEntry(Exchange.MULTICAST_INDEX, 1);
    }

    @ParameterizedTest
    @EnumSource
    void withTheOriginalAsResultNothingOfThePartsStays(Way each) throws Exception {
        way = each;
        Processor part = step(exchange -> {
            exchange.setBody("part");
            exchange.setHeader("h", "part");
            exchange.setProperty("p", "part");
        });
        mehari.routes(r -> {
            as(r.from("direct:a").split(body(), AggregationStrategies.useOriginal()))
                    .process(part)
                    .end()
                    .to("direct:b");
            as(r.from("direct:b").multicast(AggregationStrategies.useOriginal()))
                    .process(part)
                    .process(part)
                    .end()
                    .to("direct:c");
            r.from("direct:c")
                    .recipientList(RouteBuilder.constant("direct:d"))
                    .aggregationStrategy(AggregationStrategies.useOriginal());
            r.from("direct:d").process(part);
        });

        PooledContext.Outcome outcome = mehari.send(List.of("x", "y"));
        assertThat(outcome.failure()).isNull();
        assertThat(outcome.body()).isEqualTo(List.of("x", "y"));
        assertThat(outcome.headers()).isEmpty();
        assertThat(outcome.properties()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void theOriginalIsToldWhichFailureOfAPartWasCaught(Way each) throws Exception {
        theMessageIsTold(each, r -> r.from("direct:a").split(body(), AggregationStrategies.useOriginal()));
    }

    @ParameterizedTest
    @EnumSource
    void withoutAStrategyItIsToldToo(Way each) throws Exception {
        theMessageIsTold(each, r -> r.from("direct:a").split(body()));
    }

    private void theMessageIsTold(Way each, Function<RouteBuilder, SplitDefinition> split) throws Exception {
        way = each;
        Exception caught = new IllegalStateException("caught");
        mehari.routes(r -> {
            as(split.apply(r))
                    .process(step(exchange -> {
                        journal.add(String.valueOf(exchange.getProperty(Exchange.EXCEPTION_CAUGHT)));
                        if (exchange.getBody().equals("x")) {
                            exchange.setProperty(Exchange.EXCEPTION_CAUGHT, caught);
                            exchange.setProperty("p", "part");
                        }
                    }))
                    .end()
                    .process(exchange -> journal.add("after " + exchange.getBody()));
        });

        PooledContext.Outcome outcome = mehari.send(List.of("x", "y"));
        assertThat(outcome.properties()).containsOnly(Map.entry(Exchange.EXCEPTION_CAUGHT, caught));
        assertThat(journal).as("no other part has it").containsExactlyInAnyOrder("null", "null", "after [x, y]");
    }

    // ---- failures

    @ParameterizedTest
    @EnumSource
    void ofSeveralFailuresThatOfTheLastPartCounts(Way each) throws Exception {
        way = each;
        Processor fail = step(exchange -> {
            throw new IllegalStateException(exchange.getBody(String.class));
        });
        mehari.routes(r -> {
            as(r.from("direct:a").split(body())).process(fail);
            as(r.from("direct:b").split(body(), AggregationStrategies.useOriginal()))
                    .process(fail);
        });

        assertThat(mehari.send(List.of("x", "y")).failure()).hasMessage("y");
        assertThat(mehari.sendTo("direct:b", exchange -> exchange.setBody(List.of("x", "y")))
                        .failure())
                .hasMessage("y");
    }

    @ParameterizedTest
    @EnumSource
    void s1_theFirstFailureIsSuppressedInTheLast(Way each) throws Exception {
        way = each;
        Exception same = new IllegalStateException("same");
        Processor fail = step(exchange -> {
            String part = exchange.getBody(String.class);
            if (!part.equals("good")) {
                throw part.equals("same") ? same : new IllegalStateException(part);
            }
        });
        mehari.routes(r -> as(r.from("direct:a").split(body())).process(fail));

        assertThat(suppressedIn(mehari.send(List.of("good", "x", "good", "y")))).containsExactly("y", "x");
        assertThat(suppressedIn(mehari.send(List.of("x", "good")))).containsExactly("x");
        assertThat(suppressedIn(mehari.send(List.of("x", "y", "z", "last")))).containsExactly("last", "x");
        assertThat(suppressedIn(mehari.send(List.of("x", "x", "x")))).containsExactly("x", "x");
        assertThat(suppressedIn(mehari.send(List.of("x", "x", "y", "z")))).containsExactly("z", "x");
        assertThat(suppressedIn(mehari.send(List.of("same", "same")))).containsExactly("same");
        assertThat(suppressedIn(mehari.send(List.of("x", "same", "same")))).containsExactly("same", "x");
    }

    @ParameterizedTest
    @EnumSource
    void ofPartsThatAreAllMarkedForRollbackTheLastIsTheResult(Way each) throws Exception {
        way = each;
        Processor note = step(
                exchange -> exchange.getMessage().setHeader("part", exchange.getProperty(Exchange.MULTICAST_INDEX)));
        mehari.routes(r -> as(r.from("direct:a")
                        .process(exchange -> exchange.setRollbackOnly("marked".equals(exchange.getBody())))
                        .multicast())
                .process(note)
                .process(note)
                .end());
        mehari.routes(r -> as(r.from("direct:latest")
                        .process(exchange -> exchange.setRollbackOnly("marked".equals(exchange.getBody())))
                        .multicast(AggregationStrategies.useLatest()))
                .process(note)
                .process(note)
                .end());

        assertThat(mehari.send("marked").headers()).containsEntry("part", 1);
        assertThat(mehari.send("not").headers()).containsEntry("part", 1);
        assertThat(mehari.sendTo("direct:latest", exchange -> exchange.setBody("marked"))
                        .headers())
                .containsEntry("part", 1);
    }

    /** The message of the failure, and those of what is suppressed in it. */
    private static List<String> suppressedIn(PooledContext.Outcome outcome) {
        List<String> messages = new ArrayList<>();
        Throwable failure = outcome.failure();
        messages.add(String.valueOf(failure.getMessage()));
        for (Throwable each : failure.getSuppressed()) {
            messages.add(String.valueOf(each.getMessage()));
            assertThat(each.getSuppressed()).isEmpty();
        }
        return messages;
    }

    @ParameterizedTest
    @EnumSource
    void aClauseWhosePartsFailDoesNotSplitWithoutEnd(Way each) throws Exception {
        way = each;
        mehari.routes(r -> {
            as(r.onException(Exception.class)
                            .process(exchange -> journal.add("clause"))
                            .split(body()))
                    .to("direct:b");
            r.from("direct:a").to("direct:b");
            r.from("direct:b").process(step(exchange -> {
                throw new IllegalStateException("b");
            }));
        });

        assertThat(mehari.send("x").failure())
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("b");
        assertThat(journal).containsExactly("clause");
    }

    @ParameterizedTest
    @EnumSource
    void aFailedPartFailsTheWholeWhenAllAreDone(Way each) throws Exception {
        way = each;
        AtomicInteger handled = new AtomicInteger();
        mehari.routes(r -> {
            r.onException(IllegalStateException.class).process(exchange -> handled.incrementAndGet());
            as(r.from("direct:a").split(body())).process(failOn("y")).end().process(after());
        });

        PooledContext.Outcome outcome = mehari.send(List.of("x", "y", "z"));
        assertThat(outcome.failure()).isInstanceOf(IllegalStateException.class).hasMessage("y");
        assertThat(outcome.body()).isEqualTo(List.of("x", "y", "z"));
        assertThat(outcome.properties()).containsEntry(Exchange.EXCEPTION_CAUGHT, outcome.failure());
        assertThat(journal).containsExactlyInAnyOrder("x", "z");
        assertThat(handled).as("by the part's handler, and not again").hasValue(1);
    }

    @ParameterizedTest
    @EnumSource
    void withAStrategyTheFailureOfWhatItReturnsCounts(Way each) throws Exception {
        way = each;
        mehari.routes(r -> {
            r.from("direct:a").choice().when(body().isInstanceOf(List.class)).to("direct:last");
            as(r.from("direct:last").split(body(), LAST))
                    .process(failOn("y"))
                    .end()
                    .process(after());
        });

        assertThat(mehari.send(List.of("x", "y", "z")).body()).isEqualTo("z");
        assertThat(mehari.send(List.of("x", "y")).failure()).hasMessage("y");
        assertThat(journal).contains("after z").doesNotContain("after y");
    }

    @ParameterizedTest
    @EnumSource
    void aStrategyThatKeepsTheFirstForgivesALaterFailure(Way each) throws Exception {
        way = each;
        mehari.routes(r -> as(r.from("direct:a").split(body(), FIRST))
                .process(failOn("y"))
                .end()
                .process(after()));

        assertThat(mehari.send(List.of("x", "y")).failure()).isNull();
        assertThat(mehari.send(List.of("y", "x")).failure()).hasMessage("y");
    }

    @ParameterizedTest
    @EnumSource
    void stopOnExceptionNamesThePartAndLeavesTheMessageAsItWas(Way each) throws Exception {
        way = each;
        mehari.routes(r -> as(r.from("direct:a").split(body(), JOIN).stopOnException())
                .process(failOn("y"))
                .end()
                .process(after()));

        PooledContext.Outcome outcome = mehari.send(List.of("x", "y"));
        assertThat(outcome.failure())
                .isInstanceOf(RoutingExchangeException.class)
                .hasMessageStartingWith(
                        "Multicast processing failed for number 1. Parts are counted from 0; with stopOnException, no")
                .hasMessageEndingWith(" was started: java.lang.IllegalStateException: y")
                .hasRootCauseInstanceOf(IllegalStateException.class);
        assertThat(outcome.body()).isEqualTo(List.of("x", "y"));
        assertThat(journal).as("x may not have begun").isSubsetOf("x");
    }

    @ParameterizedTest
    @EnumSource
    void stopOnExceptionEndsWithTheMessageThatAnErrorHandlerLeft(Way each) throws Exception {
        way = each;
        mehari.routes(r -> {
            r.onException(IllegalStateException.class)
                    .handled(true)
                    .process(exchange -> exchange.setBody("handled " + exchange.getBody()));
            as(r.from("direct:a").split(body(), JOIN).stopOnException())
                    .process(failOn("y"))
                    .end()
                    .process(after());
        });

        PooledContext.Outcome outcome = mehari.send(List.of("x", "y"));
        assertThat(outcome.failure()).isNull();
        assertThat(outcome.body()).isEqualTo("handled y");
        assertThat(journal).as("x may not have begun").isSubsetOf("x");
    }

    @ParameterizedTest
    @EnumSource
    void aCopyThatFailsIsTheResultAlsoAfterOneThatWasHandled(Way each) throws Exception {
        way = each;
        mehari.routes(r -> {
            r.onException(IllegalStateException.class).handled(true).process(exchange -> exchange.setBody("handled"));
            as(r.from("direct:a").multicast()).process(failOn("y")).process(step(exchange -> {
                throw new IllegalArgumentException("last");
            }));
        });

        PooledContext.Outcome outcome = mehari.send("y");
        assertThat(outcome.failure()).hasMessage("last");
        assertThat(outcome.body()).isEqualTo("y");
    }

    @ParameterizedTest
    @EnumSource
    void aHandledPartDoesNotEndASplitButACopyEndsAMulticast(Way each) throws Exception {
        way = each;
        mehari.routes(r -> {
            r.onException(IllegalStateException.class)
                    .handled(true)
                    .process(exchange -> exchange.setBody("handled " + exchange.getBody()));
            as(r.from("direct:a").split(body())).process(failOn("y")).end().process(after());
            as(r.from("direct:b").multicast())
                    .process(failOn("y"))
                    .process(failOn("none"))
                    .end()
                    .process(after());
        });

        assertThat(mehari.send(List.of("y", "z")).failure()).isNull();
        assertThat(journal).containsExactly("z", "after [y, z]");
        assertThat(mehari.template.requestBody("direct:b", "y")).isEqualTo("handled y");
        assertThat(journal).containsExactly("z", "after [y, z]", "y");
    }

    @ParameterizedTest
    @EnumSource
    void aCopyThatFailsFailsTheWholeWithTheMessageOfTheLast(Way each) throws Exception {
        way = each;
        mehari.routes(r -> as(r.from("direct:a").multicast())
                .process(failOn(">"))
                .process(step(exchange -> exchange.setBody("y")))
                .end()
                .process(after()));

        PooledContext.Outcome outcome = mehari.send(">");
        assertThat(outcome.failure()).hasMessage(">");
        assertThat(outcome.body()).isEqualTo("y");
        assertThat(journal).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void aStopEndsItsPartAloneUnlessThatIsTheResult(Way each) throws Exception {
        way = each;
        mehari.routes(r -> {
            as(r.from("direct:a").split(body()))
                    .filter(body().isEqualTo("y"))
                    .stop()
                    .end()
                    .process(failOn("none"))
                    .end()
                    .process(after());
            as(r.from("direct:b").split(body(), LAST)).stop().end().process(after());
        });

        assertThat(mehari.send(List.of("x", "y", "z")).routeStop()).isFalse();
        assertThat(journal).containsExactlyInAnyOrder("x", "z", "after [x, y, z]");
        assertThat(mehari.template.requestBody("direct:b", List.of("x"))).isEqualTo("x");
        assertThat(journal).hasSize(3);
    }

    @ParameterizedTest
    @EnumSource
    void aStrategyThatThrowsFailsTheWholeOnce(Way each) throws Exception {
        way = each;
        mehari.routes(r -> {
            r.onException(UnsupportedOperationException.class).process(exchange -> journal.add("clause"));
            as(r.from("direct:a").split(body(), (old, next) -> {
                        if ("y".equals(next.getBody())) {
                            throw new UnsupportedOperationException("strategy");
                        }
                        return next;
                    }))
                    .process(step(exchange -> {}))
                    .end()
                    .process(after());
        });

        PooledContext.Outcome outcome = mehari.send(List.of("x", "y", "z"));
        assertThat(outcome.failure()).hasMessage("strategy");
        assertThat(outcome.body()).isEqualTo(List.of("x", "y", "z"));
        assertThat(journal).containsExactly("clause");
    }

    @ParameterizedTest
    @EnumSource
    void aFailureWithinDoTryIsForItsCatchAlone(Way each) throws Exception {
        way = each;
        mehari.routes(r -> {
            r.onException(IllegalStateException.class).process(exchange -> journal.add("clause"));
            as(r.from("direct:a").doTry().split(body()))
                    .process(failOn("y"))
                    .end()
                    .loop(1)
                    .throwException(new IllegalStateException("loop"))
                    .end()
                    .endDoTry()
                    .doCatch(IllegalStateException.class)
                    .process(exchange -> journal.add(exchange.getProperty(Exchange.EXCEPTION_CAUGHT, Exception.class)
                            .getMessage()));
        });

        assertThat(mehari.send(List.of("x", "y")).failure()).isNull();
        assertThat(mehari.send(List.of("z")).failure()).isNull();
        assertThat(journal).containsExactly("x", "y", "z", "loop");
    }

    // ---- what is read

    @ParameterizedTest
    @EnumSource
    void fault25_aSplitThatStopsEarlyReadsNothingMore(Way each) throws Exception {
        way = each;
        AtomicInteger read = new AtomicInteger();
        mehari.routes(r -> {
            SplitDefinition split = as(r.from("direct:a").split(body()).stopOnException());
            split.maxInFlight(2).process(failOn("2"));
        });

        Iterator<String> endless = new Iterator<>() {
            @Override
            public boolean hasNext() {
                return true;
            }

            @Override
            public String next() {
                return String.valueOf(read.getAndIncrement());
            }
        };
        assertThat(mehari.send(endless).failure()).hasRootCauseMessage("2");
        assertThat(read.get()).as("at most one beside those in flight").isBetween(3, way.together() ? 4 : 3);
    }

    @ParameterizedTest
    @EnumSource
    void partsThatBreakOffFailTheWhole(Way each) throws Exception {
        way = each;
        mehari.routes(r -> as(r.from("direct:a").split(body(), LAST)).process(step(exchange -> {})));

        Iterator<String> breaksOff = new Iterator<>() {
            private final Iterator<String> good = Arrays.asList("x", "y").iterator();

            @Override
            public boolean hasNext() {
                return true;
            }

            @Override
            public String next() {
                return good.next();
            }
        };
        assertThat(mehari.send(breaksOff).failure()).isInstanceOf(java.util.NoSuchElementException.class);
    }

    // ---- what a part leaves to the whole, as in Camel 4.22.0

    @ParameterizedTest
    @EnumSource
    void aCopyThatIsMarkedForRollbackIsTheResult(Way each) throws Exception {
        way = each;
        mehari.routes(r -> {
            as(r.from("direct:a").multicast())
                    .to("direct:b")
                    .to("direct:c")
                    .end()
                    .process(after());
            r.from("direct:b")
                    .setBody(exchange -> "marked")
                    .process(step(exchange -> {}))
                    .markRollbackOnly();
            r.from("direct:c").setBody(exchange -> "other");
        });

        assertThat(mehari.send("x").body()).isEqualTo("marked");
        assertThat(journal).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void withStopOnExceptionAStopEndsTheWhole(Way each) throws Exception {
        way = each;
        mehari.routes(r -> as(r.from("direct:a").split(body()).stopOnException())
                .process(step(exchange -> {}))
                .stop()
                .end()
                .process(after()));

        // in parallel, y may end the whole before the thread of x has begun; then x is skipped
        assertThat(mehari.send(List.of("x", "y")).body()).isIn(each.together() ? List.of("x", "y") : List.of("x"));
        assertThat(journal).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void aFailureThatAStrategyMovesIsDealtWithOnce(Way each) throws Exception {
        way = each;
        mehari.routes(r -> {
            r.onException(IllegalStateException.class).process(exchange -> journal.add("clause"));
            as(r.from("direct:a").multicast(AggregationStrategies.useLatest()))
                    .to("direct:b")
                    .to("direct:c");
            r.from("direct:b").process(step(exchange -> {
                throw new IllegalStateException("b");
            }));
            r.from("direct:c").process(step(exchange -> {}));
        });

        assertThat(mehari.send("x").failure()).hasMessage("b");
        assertThat(journal).containsExactly("clause");
    }

    @ParameterizedTest
    @EnumSource
    void theLatestIsThePartThatWasDealtWith(Way each) throws Exception {
        way = each;
        mehari.routes(r -> {
            r.errorHandler(RouteBuilder.deadLetterChannel("direct:dead"));
            as(r.from("direct:a").split(body(), AggregationStrategies.useLatest()))
                    .process(failOn("x"))
                    .end()
                    .process(after());
            r.from("direct:dead").process(exchange -> {});
        });

        assertThat(mehari.send(List.of("x", "y")).body()).isEqualTo("x");
        assertThat(journal).containsExactly("y");
    }

    @ParameterizedTest
    @EnumSource
    void completionsOfPartsThatShareTheUnitOfWorkRunWithTheWhole(Way each) throws Exception {
        way = each;
        mehari.routes(r -> as(r.from("direct:a").split(body()).shareUnitOfWork())
                .process(step(part -> part.getExchangeExtension().addOnCompletion(new SynchronizationAdapter() {
                    @Override
                    public void onDone(Exchange done) {
                        journal.add("done with " + done.getBody());
                    }
                })))
                .end()
                .process(after()));

        mehari.send(List.of("x", "y"));
        assertThat(journal).containsExactly("after [x, y]", "done with [x, y]", "done with [x, y]");
    }
}
