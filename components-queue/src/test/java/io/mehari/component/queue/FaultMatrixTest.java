package io.mehari.component.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.Exchange;
import io.mehari.Route;
import io.mehari.builder.ProcessorDefinition;
import io.mehari.builder.RouteBuilder;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.spi.ExchangeFactory;
import io.mehari.spi.PoolStatistics;
import io.mehari.spi.Synchronization;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Law S1, for every place at which a route calls the user's code, every way in which this code fails, and every way in
 * which a message gets there: the sender returns, the unit of work is done once, and all counts return to zero.
 */
class FaultMatrixTest {
    /**
     * Places where code is called because of a failure. An exception that it throws is added to that failure. The
     * predicates of handled and continued are not among them: their exception fails the message, as in Camel.
     */
    private static final Set<String> ASKED =
            Set.of("doCatch onWhen", "onWhen", "retryWhile", "onRedelivery", "onExceptionOccurred");

    private static final long PATIENCE_MILLIS = 5_000;
    private static final Logger LOG = Logger.getLogger("io.mehari");
    private static final Level LEVEL = LOG.getLevel();
    private static final ExecutorService SENDER = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "sender");
        thread.setDaemon(true);
        return thread;
    });

    /** How a message gets to the step that calls. */
    enum Way {
        AT_ONCE,
        AFTER_A_DELAY,
        IN_A_PARALLEL_SPLIT,
        AFTER_SEDA,
        AFTER_DISRUPTOR,
        POOLED,
        /** The message has failed before the route, so no step runs: only what is called because of a failure. */
        FAILED_BEFORE;

        private ProcessorDefinition<?> steps(RouteBuilder r, Processing done) {
            ProcessorDefinition<?> in = r.from("direct:in").process(done::begin);
            return switch (this) {
                case FAILED_BEFORE ->
                    in.process(exchange -> {
                        throw new AssertionError("no step runs");
                    });
                case AT_ONCE, POOLED -> in.process(exchange -> {});
                case AFTER_A_DELAY -> in.delay(1);
                case IN_A_PARALLEL_SPLIT -> {
                    in.split(RouteBuilder.constant(List.of(1, 2)))
                            .parallelProcessing()
                            .to("direct:steps");
                    yield r.from("direct:steps");
                }
                case AFTER_SEDA -> {
                    in.to("seda:steps");
                    yield r.from("seda:steps").process(done::begin);
                }
                case AFTER_DISRUPTOR -> {
                    in.to("disruptor:steps");
                    yield r.from("disruptor:steps").process(done::begin);
                }
            };
        }
    }

    /** Counts units of work that begin and end, and in which routes. */
    private static final class Processing implements Synchronization {
        final AtomicInteger begun = new AtomicInteger();
        final AtomicInteger ended = new AtomicInteger();
        final Map<Route, AtomicInteger> routes = new ConcurrentHashMap<>();

        void begin(Exchange exchange) {
            beginBeforeRoute(exchange);
            Route route = Objects.requireNonNull(exchange.getUnitOfWork().getRoute());
            routes.computeIfAbsent(route, each -> new AtomicInteger()).incrementAndGet();
        }

        void beginBeforeRoute(Exchange exchange) {
            begun.incrementAndGet();
            exchange.getExchangeExtension().addOnCompletion(this);
        }

        @Override
        public void onComplete(Exchange exchange) {
            ended.incrementAndGet();
        }

        @Override
        public void onFailure(Exchange exchange) {
            ended.incrementAndGet();
        }

        @Override
        public boolean allowHandover() {
            return false;
        }
    }

    @BeforeAll
    static void beQuiet() {
        LOG.setLevel(Level.OFF);
    }

    @AfterAll
    static void speakAgain() {
        LOG.setLevel(LEVEL);
        SENDER.shutdownNow();
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void s1_whateverUserCodeDoesEveryCountComesBack(Way way) {
        List<String> complaints = new ArrayList<>();
        for (FaultPlaces.Place place : FaultPlaces.all()) {
            for (Fault fault : Fault.values()) {
                String complaint = judge(place, fault, way);
                if (!complaint.isEmpty()) {
                    complaints.add(place + ", " + fault + ": " + complaint);
                }
            }
        }
        assertThat(complaints).isEmpty();
    }

    /** After a failed start, a second start succeeds. */
    @ParameterizedTest
    @EnumSource(Fault.class)
    void s1_aContextThatCouldNotStartStartsWhenItCan(Fault fault) throws Exception {
        boolean[] broken = {true};
        DefaultRoutingContext context = new DefaultRoutingContext("faults");
        context.getRoutingContextExtension().setExchangePool(16, true);
        try {
            context.addRoutes(new RouteBuilder() {
                @Override
                public void configure() {
                    from("seda:first").process(exchange -> {});
                    from("direct:in").process(new FaultPlaces.Attached(() -> {
                        if (broken[0]) {
                            fault.strike();
                        }
                    }));
                    from("disruptor:last").process(exchange -> {});
                }
            });
            startAnyhow(context);
            context.stop();
            broken[0] = false;
            context.start();
            send(context, new AtomicReference<>());
            assertThat(context.stats().completed()).isPositive();
            assertThat(context.stats().inflight()).isZero();
        } finally {
            Thread.interrupted();
            context.stop();
        }
        assertThat(context.getRoutingContextExtension()
                        .getExchangePoolStatistics()
                        .inUse())
                .isZero();
    }

    @SuppressWarnings("CatchingUnchecked") // whatever it is
    private static void startAnyhow(DefaultRoutingContext context) {
        try {
            context.start();
        } catch (Throwable e) {
            assertThat(context.stats().inflight()).isZero();
        }
    }

    /** The complaints; empty if everything is right. */
    private static String judge(FaultPlaces.Place place, Fault fault, Way way) {
        DefaultRoutingContext context = new DefaultRoutingContext("faults");
        Processing processing = new Processing();
        List<String> wrong = new ArrayList<>();
        try {
            if (way != Way.AT_ONCE) {
                context.getRoutingContextExtension().setExchangePool(16, way == Way.POOLED);
            }
            context.getRoutingContextExtension().getShutdownStrategy().setTimeout(Duration.ofSeconds(3));
            context.addComponent(new FaultyComponent(fault));
            context.addRoutes(new RouteBuilder() {
                @Override
                public void configure() throws Exception {
                    place.maker().make(this, steps(context, () -> way.steps(this, processing)), fault);
                    from("direct:end").process(exchange -> {});
                }
            });
            context.start();
            AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
            Future<?> sent = SENDER.submit(() -> {
                if (way == Way.FAILED_BEFORE) {
                    sendFailed(context, processing, failure);
                } else {
                    send(context, failure);
                }
            });
            sent.get(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
            if (ASKED.contains(place.name())
                    && failure.get() != null
                    && !FaultPlaces.isTheOneToDealWith(failure.get())) {
                wrong.add("failed with " + failure.get() + " in place of the failure that it was asked about");
            }
            check(wrong, "under way", () -> context.stats().inflight() == 0);
            check(wrong, "pending", () -> context.stats().pending() == 0);
            check(wrong, "units of work", () -> processing.begun.get() == processing.ended.get());
            checkRoutes(wrong, context, processing, place);
        } catch (TimeoutException e) {
            wrong.add("the sender waits");
        } catch (Exception | Error e) {
            wrong.add("threw " + e + " / " + e.getCause());
        }
        long begin = System.nanoTime();
        try {
            context.stop();
        } catch (Exception | Error e) {
            wrong.add("the stop threw " + e);
        }
        if (System.nanoTime() - begin > TimeUnit.MILLISECONDS.toNanos(1_500)) {
            wrong.add("the stop waited");
        }
        PoolStatistics pool = context.getRoutingContextExtension().getExchangePoolStatistics();
        if (pool != null && pool.inUse() != 0) {
            wrong.add("not given back: " + pool.inUse());
        }
        return String.join("; ", wrong);
    }

    /**
     * The exchanges that began in a route are those that completed or failed there; a complete group is one more
     * exchange.
     */
    private static void checkRoutes(
            List<String> wrong, DefaultRoutingContext context, Processing processing, FaultPlaces.Place place)
            throws InterruptedException {
        for (Route route : context.getRoutes()) {
            check(
                    wrong,
                    "under way in " + route.getRouteId(),
                    () -> route.stats().inflight() == 0);
        }
        boolean groups = place.name().contains("aggregat");
        for (Map.Entry<Route, AtomicInteger> each : processing.routes.entrySet()) {
            Route route = each.getKey();
            check(wrong, "begun and not counted out in " + route.getRouteId(), () -> {
                long begun = each.getValue().get();
                long counted = route.stats().total();
                return groups ? counted >= begun : counted == begun;
            });
        }
    }

    private static void send(DefaultRoutingContext context, AtomicReference<@Nullable Throwable> failure) {
        try {
            context.createProducerTemplate().sendBody("direct:in", "body");
        } catch (io.mehari.RoutingExecutionException e) {
            assertThat(e.getExchange()).isNotNull(); // it failed, and the sender knows
            failure.set(e.getCause());
        }
        Thread.interrupted();
    }

    private static void sendFailed(
            DefaultRoutingContext context, Processing processing, AtomicReference<@Nullable Throwable> failure) {
        Exchange sent = context.createProducerTemplate().send("direct:in", exchange -> {
            processing.beginBeforeRoute(exchange);
            exchange.setException(FaultPlaces.theOneToDealWith());
        });
        failure.set(sent.getException());
        ExchangeFactory exchanges = context.getRoutingContextExtension().getExchangeFactory();
        exchanges.release(sent); // a send returns the exchange to its caller
        Thread.interrupted();
    }

    private static void check(List<String> wrong, String what, BooleanSupplier right) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(1_000);
        while (!right.getAsBoolean()) {
            if (System.nanoTime() - end > 0) {
                wrong.add(what);
                return;
            }
            Thread.sleep(1);
        }
    }

    private static FaultPlaces.Steps steps(DefaultRoutingContext context, Supplier<ProcessorDefinition<?>> steps) {
        return new FaultPlaces.Steps() {
            @Override
            public DefaultRoutingContext context() {
                return context;
            }

            @Override
            public ProcessorDefinition<?> get() {
                return steps.get();
            }
        };
    }
}
