package io.mehari.impl.engine;

import static io.mehari.builder.RouteBuilder.deadLetterChannel;
import static io.mehari.builder.RouteBuilder.noErrorHandler;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mehari.AsyncCallback;
import io.mehari.AsyncProcessor;
import io.mehari.Exchange;
import io.mehari.Predicate;
import io.mehari.Processor;
import io.mehari.ProducerTemplate;
import io.mehari.RoutingExecutionException;
import io.mehari.builder.OnExceptionDefinition;
import io.mehari.builder.RouteBuilder;
import io.mehari.builder.RouteDefinition;
import io.mehari.builder.Routes;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.impl.exchange.AbstractExchange;
import io.mehari.impl.exchange.Exchanges;
import io.mehari.impl.exchange.Pools;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Law S1: a failure while another failure is handled also goes to the error handler, or to the exchange. */
class FailureTest {

    private final DefaultRoutingContext context = new DefaultRoutingContext();
    private final ProducerTemplate template = context.createProducerTemplate();
    private final List<Object> journal = new ArrayList<>();

    @AfterEach
    void stop() {
        context.stop();
    }

    private Exchange send(Routes routes) throws Exception {
        context.addRoutes(routes);
        context.start();
        Exchange sent = template.send("direct:a", exchange -> exchange.setBody("body"));
        assertThat(context.stats().inflight()).as("under way").isZero();
        return sent;
    }

    private static Processor fails(String text) {
        return exchange -> {
            throw new IllegalStateException(text);
        };
    }

    private Processor note(String text) {
        return exchange -> journal.add(text);
    }

    /** What no signature allows: a checked exception out of a predicate, as Kotlin and Scala throw it. */
    @SuppressWarnings("unchecked")
    private static <T extends Throwable> void sneak(Throwable thrown) throws T {
        throw (T) thrown;
    }

    private static final Predicate BREAKS = exchange -> {
        throw new AssertionError("the predicate broke");
    };

    private static final Predicate SNEAKS = exchange -> {
        FailureTest.<RuntimeException>sneak(new IOException("the predicate sneaked"));
        return true;
    };

    // ---- questions that fail

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void s1_aPredicateOfTheErrorHandlerThatBreaksIsANo(boolean sneaks) throws Exception {
        Predicate broken = sneaks ? SNEAKS : BREAKS;
        Exchange sent = send(r -> {
            r.onException(IllegalStateException.class).onWhen(broken).handled(true);
            r.from("direct:a").process(fails("first"));
        });
        assertThat(sent.getException()).hasMessage("first");
        assertThat(sent.getException().getSuppressed()).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({"false, false", "false, true", "true, false", "true, true"})
    void s1_aDecisionOfAClauseThatBreaksFailsTheMessage(boolean sneaks, boolean continues) throws Exception {
        Predicate broken = sneaks ? SNEAKS : BREAKS;
        Exchange sent = send(r -> {
            OnExceptionDefinition clause = r.onException(IllegalStateException.class);
            (continues ? clause.continued(broken) : clause.handled(broken)).process(note("handler"));
            r.from("direct:a").process(fails("first")).process(note("after"));
        });
        assertThat(sent.getException())
                .hasStackTraceContaining(sneaks ? "the predicate sneaked" : "the predicate broke");
        assertThat(sent.getException().getSuppressed())
                .singleElement()
                .asString()
                .contains("first");
        assertThat(journal).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void s1_catchesThatBreakAreANo(boolean sneaks) throws Exception {
        Predicate broken = sneaks ? SNEAKS : BREAKS;
        Exchange sent = send(r -> {
            r.onException(IllegalStateException.class).process(note("handler"));
            r.from("direct:a")
                    .doTry()
                    .process(fails("first"))
                    .doCatch(IllegalStateException.class)
                    .onWhen(broken)
                    .process(note("caught"))
                    .end();
        });
        assertThat(sent.getException()).hasMessage("first");
        assertThat(journal).containsExactly("handler");
    }

    @Test
    void s1_whatPreparesForTheDeadLettersMayBreak() throws Exception {
        Exchange sent = send(r -> {
            r.errorHandler(deadLetterChannel("sink:dead")
                    .onPrepareFailure(exchange -> FailureTest.<RuntimeException>sneak(new AssertionError("broke"))));
            r.from("direct:a").process(fails("first"));
        });
        assertThat(sent.isFailed() || ((AbstractExchange) sent).isFailureHandled())
                .isTrue();
    }

    /** Walking through its causes fails: nothing can be decided about it. */
    private static final class Unreadable extends RuntimeException {
        private static final long serialVersionUID = 1L;

        @Override
        public synchronized Throwable getCause() {
            throw new AssertionError("no cause today");
        }
    }

    @Test
    void s1_aFailureThatCannotBeReadFailsTheExchange() throws Exception {
        Exchange sent = send(r -> {
            r.onException(IOException.class).handled(true);
            r.from("direct:a").process(exchange -> {
                throw new Unreadable();
            });
        });
        assertThat(sent.getException()).hasRootCauseMessage("no cause today");
    }

    // ---- one exception for many messages

    @Test
    void s1_anExceptionThatIsThrownForEveryMessageDoesNotGrow() throws Exception {
        IllegalArgumentException same = new IllegalArgumentException("the same");
        context.addRoutes(r -> {
            r.onException(IllegalStateException.class).throwException(same);
            r.from("direct:a").process(exchange -> {
                throw new IllegalStateException("message " + exchange.getBody());
            });
        });
        context.start();
        for (int i = 0; i < 100; i++) {
            int number = i;
            assertThat(template.send("direct:a", exchange -> exchange.setBody(number))
                            .getException())
                    .isSameAs(same);
        }
        assertThat(same.getSuppressed()).hasSizeLessThan(10);
    }

    // ---- doFinally

    @Test
    void r4_continuedGoesOnAfterAFinallyThatHasRun() throws Exception {
        Exchange sent = send(r -> {
            r.onException(IllegalStateException.class).continued(true);
            r.from("direct:a")
                    .doTry()
                    .process(fails("first"))
                    .doFinally()
                    .process(note("F"))
                    .end()
                    .process(note("B"));
        });
        assertThat(sent.getException()).isNull();
        assertThat(journal).containsExactly("F", "B");
    }

    @Test
    void s1_aFinallyThatFailsKeepsTheFirstFailure() throws Exception {
        Exchange sent = send(r -> r.from("direct:a")
                .doTry()
                .process(fails("first"))
                .doFinally()
                .process(fails("second"))
                .process(note("never"))
                .end());
        assertThat(sent.getException()).hasMessage("first");
        assertThat(sent.getException().getSuppressed())
                .singleElement()
                .satisfies(each -> assertThat(each).hasMessage("second"));
        assertThat(journal).isEmpty();
        assertThat(sent.getProperties().keySet()).noneMatch(name -> name.contains("Pending"));
    }

    @Test
    void s1_aFinallyMayCallItsOwnRoute() throws Exception {
        Exchange sent = send(r -> {
            r.errorHandler(noErrorHandler());
            r.from("direct:a")
                    .doTry()
                    .process(exchange -> {
                        journal.add("try");
                        throw new IllegalStateException("failure " + journal.size());
                    })
                    .doFinally()
                    .filter(exchange -> journal.size() < 4)
                    .to("direct:a")
                    .end()
                    .end();
        });
        assertThat(sent.getException()).hasMessage("failure 1");
        assertThat(journal).hasSize(4);
    }

    @Test
    void r4_aFinallyThatRemovesAllPropertiesLosesNothing() throws Exception {
        Exchange sent = send(r -> r.from("direct:a")
                .doTry()
                .process(fails("first"))
                .doFinally()
                .removeProperties("*")
                .end());
        assertThat(sent.getException()).hasMessage("first");
    }

    // ---- a wish to stop that came along with a failure

    @Test
    void r4_theWholeCatchRunsAlsoWhenABranchHasStopped() throws Exception {
        Exchange sent = send(r -> {
            r.from("direct:a")
                    .doTry()
                    .to("direct:both")
                    .doCatch(IllegalStateException.class)
                    .process(note("1"))
                    .process(note("2"))
                    .end()
                    .process(note("3"));
            r.from("direct:both").multicast().to("direct:fails").to("direct:stops");
            r.from("direct:fails").process(fails("first"));
            r.from("direct:stops").stop();
        });
        assertThat(sent.getException()).isNull();
        assertThat(journal).containsExactly("1", "2", "3");
    }

    @Test
    void r4_aFailureThatACalledRouteHandlesWithinTheStepsOfContinuedEndsTheRoute() throws Exception {
        Exchange sent = send(r -> {
            r.onException(IllegalStateException.class).continued(true).to("direct:own");
            r.from("direct:a").process(fails("first")).process(note("1")).process(note("2"));
            r.from("direct:own")
                    .onException(IllegalArgumentException.class)
                    .handled(true)
                    .end()
                    .process(exchange -> {
                        throw new IllegalArgumentException("own");
                    });
        });
        assertThat(sent.getException()).isNull();
        assertThat(journal).isEmpty(); // as after a call anywhere else
    }

    // ---- doFinally after a called route has handled its failure

    private static final AsyncProcessor LATER = new AsyncProcessor() {
        @Override
        public void process(Exchange exchange) {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean process(Exchange exchange, AsyncCallback callback) {
            new Thread(() -> callback.done(false)).start();
            return false;
        }
    };

    private Routes triesACall(String handler, boolean later, boolean finallyFails) {
        return r -> {
            r.from("direct:a")
                    .doTry()
                    .doTry()
                    .to("direct:called")
                    .process(note("not after the call"))
                    .doCatch(Exception.class)
                    .process(note("not caught"))
                    .doFinally()
                    .process(later ? LATER : exchange -> {})
                    .process(note("inner"))
                    .process(finallyFails ? fails("second") : exchange -> {})
                    .end()
                    .process(note("not after the inner try"))
                    .endDoTry()
                    .doFinally()
                    .process(note("outer"))
                    .end()
                    .process(note("not after the try"));
            RouteDefinition called = r.from("direct:called");
            if (handler.equals("dead letters")) {
                called.errorHandler(deadLetterChannel("direct:dead"));
            } else {
                called.onException(IllegalStateException.class).handled(true).process(note("handled"));
            }
            called.process(later ? LATER : exchange -> {}).process(fails("called"));
            r.from("direct:dead").process(note("handled"));
        };
    }

    @ParameterizedTest
    @CsvSource({"dead letters,false", "dead letters,true", "onException,false", "onException,true"})
    void s1_aFinallyRunsAlsoIfACalledRouteHasHandledItsFailure(String handler, boolean later) throws Exception {
        Exchange sent = send(triesACall(handler, later, false));
        assertThat(journal).containsExactly("handled", "inner", "outer");
        assertThat(sent.getException()).isNull();
        assertThat(((AbstractExchange) sent).isFailureHandled()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void s1_whatFailsInThatFinallyIsAFailureOfTheRoute(boolean later) throws Exception {
        Exchange sent = send(triesACall("dead letters", later, true));
        assertThat(journal).containsExactly("handled", "inner", "outer");
        assertThat(sent.getException()).hasMessage("second");
    }

    @Test
    void aStopInTheCalledRouteSkipsTheFinally() throws Exception {
        send(r -> {
            r.from("direct:a")
                    .doTry()
                    .to("direct:called")
                    .doFinally()
                    .process(note("finally"))
                    .end();
            r.from("direct:called").process(note("called")).stop();
        });
        assertThat(journal).containsExactly("called");
    }

    // ---- where a failure came up

    @Test
    void r4_thePlaceOfAFailureIsKnownWithoutAnErrorHandler() throws Exception {
        Exchange sent = send(r -> {
            r.errorHandler(noErrorHandler());
            r.from("direct:a").routeId("outer").to("direct:b");
            r.from("direct:b").routeId("inner").to("direct:c?block=false");
        });
        assertThat(sent.isFailed()).isTrue();
        assertThat(sent.getProperty(Exchange.FAILURE_ROUTE_ID)).isEqualTo("inner");
        assertThat(sent.getProperty(Exchange.FAILURE_ENDPOINT)).isEqualTo("direct:c?block=false");
    }

    @Test
    void r4_thePlaceIsThatOfTheLastFailure() throws Exception {
        Exchange sent = send(r -> r.from("direct:a")
                .routeId("r")
                .doTry()
                .to("direct:none?block=false")
                .doCatch(Exception.class)
                .process(exchange -> journal.add(exchange.getProperty(Exchange.FAILURE_ENDPOINT)))
                .end()
                .process(fails("second")));
        assertThat(journal).containsExactly("direct:none?block=false");
        assertThat(sent.getProperty(Exchange.FAILURE_ROUTE_ID)).isEqualTo("r");
        assertThat(sent.getProperty(Exchange.FAILURE_ENDPOINT)).isNull();
    }

    @Test
    void r4_thePlaceOfAFailedPartIsKnownInTheWhole() throws Exception {
        Exchange sent = send(r -> r.from("direct:a")
                .routeId("r")
                .split(exchange -> List.of(1, 2))
                .to("direct:none?block=false")
                .end());
        assertThat(sent.getProperty(Exchange.FAILURE_ROUTE_ID)).isEqualTo("r");
        assertThat(sent.getProperty(Exchange.FAILURE_ENDPOINT)).isEqualTo("direct:none?block=false");
    }

    // ---- parts and what is called

    @Test
    void s1_aSharedUnitOfWorkFailsAsAWholeAcrossRoutes() throws Exception {
        send(r -> {
            r.errorHandler(deadLetterChannel("direct:dead").useOriginalMessage());
            r.from("direct:a")
                    .split(RouteBuilder.constant(List.of("a", "b", "c")))
                    .shareUnitOfWork()
                    .to("direct:line")
                    .end()
                    .process(note("end"));
            r.from("direct:line").process(exchange -> {
                journal.add(exchange.getBody());
                if ("b".equals(exchange.getBody())) {
                    throw new IllegalStateException("b");
                }
            });
            r.from("direct:dead").process(exchange -> journal.add("dead " + exchange.getBody()));
        });
        assertThat(journal).containsExactly("a", "b", "dead body", "c");
    }

    /** As in Camel, where a route and those that it calls are one unit of work. */
    @Test
    void theOriginalMessageIsThatOfTheFirstRouteAlsoIfThatOneHasNoClause() throws Exception {
        send(r -> {
            r.from("direct:a").setBody(RouteBuilder.constant("changed")).to("direct:b");
            r.from("direct:b")
                    .errorHandler(deadLetterChannel("direct:dead").useOriginalMessage())
                    .throwException(new IllegalStateException());
            r.from("direct:dead").process(exchange -> journal.add("dead " + exchange.getBody()));
        });
        assertThat(journal).containsExactly("dead body");
    }

    @Test
    void theOriginalMessageOfAPartIsThePart() throws Exception {
        send(r -> {
            r.from("direct:a")
                    .split(RouteBuilder.constant(List.of("x", "y")))
                    .setBody(RouteBuilder.constant("changed"))
                    .to("direct:b");
            r.from("direct:b")
                    .errorHandler(deadLetterChannel("direct:dead").useOriginalMessage())
                    .throwException(new IllegalStateException());
            r.from("direct:dead").process(exchange -> journal.add("dead " + exchange.getBody()));
        });
        assertThat(journal).containsExactly("dead x", "dead y");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aMulticastLeavesTheCallersCorrelationIdAlone(boolean parallel) throws Exception {
        Exchange sent = send(r -> {
            var multicast = r.from("direct:a")
                    .setProperty(Exchange.CORRELATION_ID, RouteBuilder.constant("mine"))
                    .multicast();
            (parallel ? multicast.parallelProcessing() : multicast)
                    .to("direct:b")
                    .to("direct:b");
            r.from("direct:b").process(exchange -> journal.add(exchange.getProperty(Exchange.CORRELATION_ID)));
        });
        assertThat(sent.getProperty(Exchange.CORRELATION_ID)).isEqualTo("mine");
        assertThat(journal).hasSize(2).doesNotContain("mine");
    }

    @Test
    void s1_aRecursionThroughASplitAndADelayIsRefusedByName() throws Exception {
        Exchange sent = send(r -> r.from("direct:a")
                .split(RouteBuilder.constant(List.of(1)))
                .delay(1)
                .to("direct:a")
                .end());
        assertThat(sent.getException()).hasStackTraceContaining("calls are nested at direct:a");
    }

    // ---- executors of the user's

    /** Throws, or runs the task and throws. */
    private static java.util.concurrent.ExecutorService broken(boolean runs) {
        return new java.util.concurrent.AbstractExecutorService() {
            @Override
            public void execute(Runnable task) {
                if (runs) {
                    task.run();
                }
                throw new AssertionError("the executor broke");
            }

            @Override
            public void shutdown() {}

            @Override
            public List<Runnable> shutdownNow() {
                return List.of();
            }

            @Override
            public boolean isShutdown() {
                return false;
            }

            @Override
            public boolean isTerminated() {
                return false;
            }

            @Override
            public boolean awaitTermination(long timeout, java.util.concurrent.TimeUnit unit) {
                return true;
            }
        };
    }

    @ParameterizedTest
    @ValueSource(strings = {"threads", "split", "wireTap"})
    void s1_anExecutorThatBreaksFailsTheExchange(String step) throws Exception {
        Exchange sent = send(r -> withExecutor(r, step, broken(false)));
        assertThat(sent.getException()).hasRootCauseMessage("the executor broke");
        assertThat(journal).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"threads", "split", "wireTap"})
    void s1_anExecutorThatRunsATaskAndBreaksRunsItOnce(String step) throws Exception {
        Exchange sent = send(r -> withExecutor(r, step, broken(true)));
        assertThat(sent.getException()).isNull();
        assertThat(journal).containsExactly("run");
    }

    private void withExecutor(RouteBuilder r, String step, java.util.concurrent.ExecutorService executor) {
        r.from("direct:tapped").process(note("run"));
        RouteDefinition route = r.from("direct:a");
        switch (step) {
            case "threads" -> route.threads().executorService(executor).process(note("run"));
            case "split" ->
                route.split(RouteBuilder.constant(List.of(1)))
                        .executorService(executor)
                        .process(note("run"));
            default -> route.wireTap("direct:tapped").executorService(executor);
        }
    }

    // ---- calling back

    @Test
    void s1_aSecondCallBackResumesNothing() throws Exception {
        List<AsyncCallback> kept = new ArrayList<>();
        Exchange sent = send(r -> r.from("direct:a")
                .process(new AsyncProcessor() {
                    @Override
                    public void process(Exchange exchange) {}

                    @Override
                    public boolean process(Exchange exchange, AsyncCallback callback) {
                        kept.add(callback);
                        callback.done(true);
                        return true;
                    }
                })
                .process(new AsyncProcessor() {
                    @Override
                    public void process(Exchange exchange) {}

                    @Override
                    public boolean process(Exchange exchange, AsyncCallback callback) {
                        Thread slow = new Thread(() -> {
                            kept.get(0).done(false); // of the step before: refused
                            journal.add("second step");
                            callback.done(false);
                        });
                        slow.start();
                        return false;
                    }
                })
                .process(note("third step")));
        assertThat(sent.getException()).isNull();
        assertThat(journal).containsExactly("second step", "third step");
    }

    // ---- templates

    @Test
    void x1_anExchangeOfATemplateIsReleasedAfterEachKindOfFailure() throws Exception {
        Exchanges pool = Pools.in(context, 8, true);
        context.addRoutes(r -> {
            r.from("direct:a").process(fails("first"));
            r.from("direct:b").process(exchange -> {
                throw new AssertionError("error");
            });
            r.from("direct:c").process(exchange -> {});
        });
        context.start();
        List<ThrowingCallable> sends = List.of(
                () -> template.sendBody("direct:a", "x"),
                () -> template.sendBody("direct:b", "x"),
                () -> template.requestBody("direct:c", "x", Integer.class),
                () -> template.sendBodyAndHeader("direct:c", "x", null, "value"),
                () -> template.sendBody("nosuch:c", "x"),
                () -> template.asyncSendBody("direct:a", "x").get(),
                () -> template.asyncRequestBody("direct:b", "x").get(),
                () -> template.asyncRequestBody("direct:c", "x", Integer.class).get());
        for (ThrowingCallable each : sends) {
            assertThatThrownBy(each).isNotNull();
        }
        assertThat(template.asyncRequestBody("direct:c", "x").get()).isEqualTo("x");
        assertThat(pool.statistics().inUse()).isZero();
        assertThat(pool.statistics().refused()).isZero();
    }

    @Test
    void x1_aRequestWhoseFutureTheCallerEndsGivesItsExchangeBack() throws Exception {
        Exchanges pool = Pools.in(context, 8, true);
        context.addRoutes(r -> r.from("direct:a").delay(50).process(exchange -> {}));
        context.start();
        assertThat(template.asyncRequestBody("direct:a", "x").cancel(true)).isTrue();
        assertThatThrownBy(() -> template.asyncRequestBody("direct:a", "x")
                        .orTimeout(1, TimeUnit.MILLISECONDS)
                        .join())
                .hasCauseInstanceOf(TimeoutException.class);
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
        while (pool.statistics().inUse() > 0 && System.nanoTime() - deadline < 0) {
            LockSupport.parkNanos(1_000_000);
        }
        assertThat(pool.statistics().inUse()).isZero();
    }

    @Test
    void x2_theExchangeInAnExceptionIsNotPooled() throws Exception {
        context.getRoutingContextExtension().setExchangePool(8, true);
        context.addRoutes(r -> r.from("direct:a").process(fails("first")));
        context.start();
        assertThatThrownBy(() -> template.sendBody("direct:a", "x"))
                .isInstanceOfSatisfying(
                        RoutingExecutionException.class,
                        failed -> assertThat(failed.getExchange().getBody()).isEqualTo("x"));
    }
}
