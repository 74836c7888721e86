package io.mehari.impl.engine;

import static io.mehari.builder.RouteBuilder.body;
import static io.mehari.builder.RouteBuilder.constant;
import static io.mehari.builder.RouteBuilder.header;
import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.Exchange;
import io.mehari.Processor;
import io.mehari.builder.RouteBuilder;
import io.mehari.impl.CapturedLog;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.impl.Elsewhere;
import io.mehari.impl.exchange.AbstractExchange;
import io.mehari.impl.exchange.DefaultExchange;
import io.mehari.spi.MessageScope;
import io.mehari.spi.RoutingContextExtension;
import io.mehari.spi.StepInterceptor;
import java.lang.reflect.Method;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What holds while a thread carries a message, and several interceptors of steps. */
class MessageScopeTest {
    private static final ThreadLocal<String> HELD = new ThreadLocal<>();
    private static final Elsewhere ELSEWHERE = new Elsewhere();

    private final DefaultRoutingContext first = new DefaultRoutingContext();
    private final DefaultRoutingContext context = new DefaultRoutingContext(); // the second one has another number
    private final RoutingContextExtension extension = context.getRoutingContextExtension();
    private final List<String> seen = new CopyOnWriteArrayList<>();

    @AfterEach
    void stop() {
        context.stop();
        first.stop();
    }

    /** What is held is the header of the message. */
    private static void hold(Exchange exchange, Runnable work) {
        String before = HELD.get();
        HELD.set(exchange.getHeader("id", String.class));
        try {
            work.run();
        } finally {
            HELD.set(before);
        }
    }

    /** What users write in routes: each notes what its thread holds. */
    private final class Code {
        final CountDownLatch end = new CountDownLatch(1);

        boolean note() {
            seen.add(String.valueOf(HELD.get()));
            return true;
        }

        Processor step() {
            return exchange -> note();
        }

        Processor failing() {
            return exchange -> {
                note();
                throw new IllegalStateException("for the error handler");
            };
        }

        Processor last() {
            return exchange -> {
                note();
                end.countDown();
            };
        }
    }

    /** A route by what it does, and the fewest notes that it makes. */
    private interface Plan {
        void describe(RouteBuilder r, Code code);
    }

    record Named(String name, int notes, Plan plan) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static Named plan(String name, int notes, Plan plan) {
        return new Named(name, notes, plan);
    }

    static Stream<Named> plans() {
        return Stream.of(
                plan(
                        "in turn",
                        2,
                        (r, code) -> r.from("direct:a").process(code.step()).process(code.last())),
                plan("direct", 2, (r, code) -> {
                    r.from("direct:a").to("direct:b").process(code.last());
                    r.from("direct:b").delay(1).process(code.step());
                }),
                plan("toD", 2, (r, code) -> {
                    r.from("direct:a").toD("direct:${body}").process(code.last());
                    r.from("direct:m").delay(1).process(code.step());
                }),
                plan(
                        "delay",
                        2,
                        (r, code) ->
                                r.from("direct:a").delay(1).process(code.step()).process(code.last())),
                plan(
                        "threads",
                        2,
                        (r, code) -> r.from("direct:a")
                                .threads(1)
                                .process(code.step())
                                .process(code.last())),
                plan(
                        "own thread",
                        2,
                        (r, code) -> r.from("direct:a")
                                .process(ELSEWHERE.run(exchange -> {}))
                                .filter(exchange -> code.note())
                                .process(code.last())),
                plan("loop", 7, (r, code) -> {
                    AtomicInteger rounds = new AtomicInteger();
                    r.from("direct:a")
                            .loopDoWhile(exchange -> code.note() && rounds.incrementAndGet() < 4)
                            .delay(1)
                            .process(code.step())
                            .end()
                            .process(code.last());
                }),
                plan(
                        "split",
                        4,
                        (r, code) -> r.from("direct:a")
                                .split(constant(List.of(1, 2, 3)))
                                .delay(1)
                                .process(code.step())
                                .end()
                                .process(code.last())),
                plan(
                        "split in parallel",
                        4,
                        (r, code) -> r.from("direct:a")
                                .split(constant(List.of(1, 2, 3)))
                                .parallelProcessing()
                                .process(code.step())
                                .end()
                                .process(code.last())),
                plan(
                        "multicast in parallel",
                        3,
                        (r, code) -> r.from("direct:a")
                                .multicast()
                                .parallelProcessing()
                                .process(code.step())
                                .process(code.step())
                                .end()
                                .process(code.last())),
                plan(
                        "aggregate",
                        2,
                        (r, code) -> r.from("direct:a")
                                .aggregate(header("id"))
                                .aggregationStrategy((before, next) -> {
                                    code.note();
                                    return next;
                                })
                                .completionTimeout(1)
                                .process(code.last())),
                plan(
                        "doTry",
                        4,
                        (r, code) -> r.from("direct:a")
                                .doTry()
                                .delay(1)
                                .end()
                                .process(code.failing())
                                .doCatch(Exception.class)
                                .delay(1)
                                .end()
                                .process(code.step())
                                .doFinally()
                                .delay(1)
                                .end()
                                .process(code.step())
                                .end()
                                .process(code.last())),
                plan("redelivery", 5, (r, code) -> {
                    r.onException(Exception.class)
                            .onWhen(exchange -> code.note())
                            .maximumRedeliveries(1)
                            .redeliveryDelay(1)
                            .continued(true)
                            .delay(1)
                            .process(code.step());
                    r.from("direct:a").process(code.failing()).process(code.last());
                }),
                plan("onCompletion", 1, (r, code) -> {
                    r.onCompletion().delay(1).process(code.last());
                    r.from("direct:a").delay(1);
                }),
                plan("wireTap", 1, (r, code) -> {
                    r.from("direct:a").wireTap("direct:b");
                    r.from("direct:b").delay(1).process(code.last());
                }),
                plan("enrich", 3, (r, code) -> {
                    r.from("direct:a")
                            .enrich("direct:b", (before, next) -> {
                                code.note();
                                return before;
                            })
                            .process(code.last());
                    r.from("direct:b").delay(1).process(code.step());
                }));
    }

    @ParameterizedTest
    @MethodSource("plans")
    void s6_aScopeHoldsOnWhateverThreadTheMessageRuns(Named plan) throws Exception {
        first.start();
        for (DefaultRoutingContext each : List.of(first, context)) {
            each.stop();
            each.getRoutingContextExtension().addMessageScope(MessageScopeTest::hold);
            each.start();
            holds(each, plan);
        }
        RoutingContextExtension watched = first.getRoutingContextExtension();
        watched.addStepInterceptor((exchange, place) -> StepInterceptor.Decision.proceed());
        watched.setMessageHistory(true);
        watched.setRouteTimes(true);
        first.getRoutes().forEach(each -> {
            first.getRouteController().stopRoute(each.getRouteId());
            first.removeRoute(each.getRouteId());
        });
        holds(first, plan);
    }

    private void holds(DefaultRoutingContext in, Named plan) throws Exception {
        Code code = new Code();
        seen.clear();
        in.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                plan.plan.describe(this, code);
            }
        });
        in.createProducerTemplate().sendBodyAndHeader("direct:a", "m", "id", "m");
        assertThat(code.end.await(30, TimeUnit.SECONDS)).isTrue();
        assertThat(seen).hasSizeGreaterThanOrEqualTo(plan.notes).containsOnly("m");
        assertThat(HELD.get()).isNull();
    }

    @Test
    void s6_scopesAreNestedInTheOrderInWhichTheyWereAdded() {
        for (String name : List.of("outer", "inner")) {
            extension.addMessageScope((exchange, work) -> {
                seen.add("in " + name);
                work.run();
                seen.add("out " + name);
            });
        }
        context.addRoutes(r -> r.from("direct:a").process(exchange -> seen.add("step")));
        context.start();
        context.createProducerTemplate().sendBody("direct:a", "m");
        assertThat(seen).containsExactly("in outer", "in inner", "step", "out inner", "out outer");
    }

    @Test
    void s6_aScopeThatFailsLosesNoMessage() {
        Map<String, MessageScope> scopes = new LinkedHashMap<>();
        scopes.put("fails before", (exchange, work) -> {
            throw new IllegalStateException("before");
        });
        scopes.put("fails after", (exchange, work) -> {
            work.run();
            throw new AssertionError("after");
        });
        scopes.put("runs it twice", (exchange, work) -> {
            work.run();
            work.run();
        });
        scopes.put("never runs it", (exchange, work) -> {});
        scopes.values().forEach(extension::addMessageScope);
        context.addRoutes(r -> r.from("direct:a").routeId("orders").delay(1).process(exchange -> seen.add("step")));
        context.start();
        try (CapturedLog log = new CapturedLog("io.mehari.route.orders")) {
            context.createProducerTemplate().sendBody("direct:a", "m");
            assertThat(seen).containsExactly("step");
            assertThat(log.messages())
                    .hasSizeGreaterThanOrEqualTo(6) // at the entrance, and after the delay
                    .allMatch(each -> each.startsWith("Route orders: the message scope "));
            assertThat(log.failures().subList(0, 3)) // the innermost first
                    .extracting(Throwable::getMessage)
                    .containsExactlyInAnyOrder(
                            "before", "A message scope has run the same work twice: run it once", "after");
        }
    }

    @Test
    void s6_aContinuationEntersEachScopeOnce() {
        extension.addMessageScope((exchange, work) -> {
            seen.add("scope");
            work.run();
        });
        context.addRoutes(r -> r.from("direct:a")
                .delay(1)
                .process(exchange -> seen.add("step"))
                .delay(1)
                .process(exchange -> seen.add("step")));
        context.start();
        context.createProducerTemplate().sendBody("direct:a", "m");
        assertThat(seen).containsExactly("scope", "scope", "step", "scope", "step");
    }

    @Test
    void s6_aMessageThatFailedBeforeItsRouteEntersEachScopeOnce() {
        AtomicInteger scopes = new AtomicInteger();
        RouteCode code = code(exchange -> {}, (exchange, work) -> {
            scopes.incrementAndGet();
            work.run();
        });
        AbstractExchange exchange = new DefaultExchange(context);
        assertThat(code.enterTroubled(exchange)).isNotNegative();
        assertThat(scopes).hasValue(1);
        exchange.setException(new IllegalStateException("before"));
        assertThat(code.enterTroubled(exchange)).isNotNegative();
        assertThat(scopes).hasValue(2);
    }

    @Test
    void s1_aScopeThatRunsTheWorkOnAnotherThreadIsRefused() {
        AtomicReference<Throwable> refused = new AtomicReference<>();
        extension.addMessageScope((exchange, work) -> {
            Thread other = new Thread(() -> {
                try {
                    work.run();
                } catch (IllegalStateException e) {
                    refused.set(e);
                }
            });
            other.start();
            try {
                other.join();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        context.addRoutes(r -> r.from("direct:a")
                .process(exchange -> seen.add(Thread.currentThread().getName())));
        context.start();
        context.createProducerTemplate().sendBody("direct:a", "m");
        assertThat(seen).containsExactly(Thread.currentThread().getName());
        assertThat(refused.get()).hasMessageContaining("on the thread that has called it");
    }

    @Test
    void s4_aScopeThatSwallowsWhatTheWorkThrewFailsTheMessage() throws Exception {
        AtomicBoolean ran = new AtomicBoolean();
        RouteCode code = code(exchange -> ran.set(true), (exchange, work) -> {
            try {
                work.run();
            } catch (StackOverflowError e) {
                seen.add("swallowed");
            }
        });
        atEachEndOfTheStack(() -> {
            ran.set(false);
            AbstractExchange exchange = new DefaultExchange(context);
            try {
                return code.execute(exchange, 0) < 0 || ran.get() || exchange.getException() != null;
            } catch (StackOverflowError e) {
                return true;
            }
        });
        assertThat(seen).contains("swallowed");
    }

    private static RouteCode code(Processor step, MessageScope scope) {
        return RouteCode.of(
                new Step[] {new Steps.Call(step)},
                new FailureHandlers(null, List.of(), null),
                0,
                new Scopes(new MessageScope[] {scope}, true, "orders"));
    }

    /** Runs the check at each depth of a small stack from which it may overflow. */
    private static void atEachEndOfTheStack(BooleanSupplier check) throws InterruptedException {
        assertThat(check.getAsBoolean()).isTrue(); // loads the classes
        AtomicInteger failed = new AtomicInteger();
        Thread thread = new Thread(null, () -> fromTheEnd(check, failed), "small", 400_000);
        try (CapturedLog log = new CapturedLog("io.mehari.route.orders")) {
            thread.start();
            thread.join();
            assertThat(log.failures()).doesNotContainNull();
        }
        assertThat(failed).hasValue(0);
    }

    /** Returns how many frames the stack had room for after this one. */
    @SuppressWarnings("InfiniteRecursion") // until the stack ends
    private static int fromTheEnd(BooleanSupplier check, AtomicInteger failed) {
        int after = 0;
        try {
            after = fromTheEnd(check, failed);
            if (after < 500 && !check.getAsBoolean()) {
                failed.set(after);
            }
        } catch (StackOverflowError e) {
            // no room for it here, or for the check
        }
        return after + 1;
    }

    @Test
    void s6_aMessageMayStopItsContextWithinAScope() throws Exception {
        first.start();
        extension.addMessageScope(MessageScopeTest::hold);
        CountDownLatch stopped = new CountDownLatch(1);
        context.addRoutes(r -> r.from("direct:a").delay(1).process(exchange -> {
            context.stop(); // on another thread, because this one carries a message
            stopped.countDown();
        }));
        context.start();
        context.createProducerTemplate().sendBody("direct:a", "m");
        assertThat(stopped.await(30, TimeUnit.SECONDS)).isTrue();
    }

    /** Off costs nothing: the program of the route is the one that it always was. */
    @Test
    void s6_withoutAScopeOrInterceptorTheCompiledRouteIsTheSame() {
        context.addRoutes(
                r -> r.from("direct:a").process(exchange -> {}).delay(1).setBody(body()));
        context.start();
        RouteCode code = ((DirectEndpoint) context.getEndpoint("direct:a"))
                .runningTarget()
                .code();
        assertThat(code).isExactlyInstanceOf(RouteCode.class);
        assertThat(code.step(0)).isExactlyInstanceOf(Steps.Call.class);
        assertThat(code.step(2)).isExactlyInstanceOf(Steps.SetBody.class);
    }

    @Test
    void s6_severalInterceptorsAreNested() {
        for (String name : List.of("outer", "inner")) {
            extension.addStepInterceptor(new StepInterceptor() {
                @Override
                public Decision before(Exchange exchange, Place place) {
                    seen.add(name + " before " + place.step());
                    return Decision.times(name.equals("outer") ? 1 : 2);
                }

                @Override
                public void after(Exchange exchange, Place place) {
                    seen.add(name + " after");
                }
            });
        }
        context.addRoutes(r -> r.from("direct:a").process(ELSEWHERE.run(exchange -> seen.add("step"))));
        context.start();
        context.createProducerTemplate().sendBody("direct:a", "m");
        assertThat(seen)
                .containsExactly(
                        "outer before 1 (process)",
                        "inner before 1 (process)",
                        "step",
                        "step",
                        "inner after",
                        "outer after");
    }

    /** By reflection, because the tests are compiled for 17. */
    @Test
    void s6_aScopedValueIsBoundInTheProcessor() throws Exception {
        Assumptions.assumeTrue(Runtime.version().feature() >= 25, "ScopedValue is there since 25");
        Class<?> type = Class.forName("java.lang.ScopedValue");
        Object tenant = type.getMethod("newInstance").invoke(null);
        Method where = type.getMethod("where", type, Object.class);
        Method run = Class.forName("java.lang.ScopedValue$Carrier").getMethod("run", Runnable.class);
        Method get = type.getMethod("get");
        Consumer<RouteBuilder> route =
                r -> r.from("direct:a").delay(1).process(exchange -> seen.add(String.valueOf(get.invoke(tenant))));
        extension.addMessageScope((exchange, work) -> {
            try {
                run.invoke(where.invoke(null, tenant, exchange.getHeader("id")), work);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
        });
        context.addRoutes(route::accept);
        context.start();
        context.createProducerTemplate().sendBodyAndHeader("direct:a", "m", "id", "m");
        assertThat(seen).containsExactly("m");
    }
}
