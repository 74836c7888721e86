package io.mehari.impl.context;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.mehari.Component;
import io.mehari.Consumer;
import io.mehari.Endpoint;
import io.mehari.Exchange;
import io.mehari.Processor;
import io.mehari.Producer;
import io.mehari.Route;
import io.mehari.Service;
import io.mehari.ServiceStatus;
import io.mehari.impl.CapturedLog;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.impl.exchange.DefaultExchange;
import io.mehari.proofs.LifeCycle;
import io.mehari.proofs.LifeCycle.Caller;
import io.mehari.proofs.LifeCycle.Cell;
import io.mehari.proofs.LifeCycle.Operation;
import io.mehari.proofs.LifeCycle.State;
import io.mehari.spi.EndpointOption;
import io.mehari.spi.EndpointOptions;
import io.mehari.spi.LifecycleStrategy;
import io.mehari.spi.Synchronization;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;

/**
 * Each operation of the life cycle, in each state of the context, by each kind of caller. What is expected follows from
 * the rules of {@link Cell}; there is no table of expected results.
 */
@Timeout(300)
@SuppressWarnings("NonAtomicVolatileUpdate") // one writer at a time
class LifeCycleTableTest {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    /** Nobody waits for the limit, or for ever. */
    private static final long PATIENCE_SECONDS = 3;

    @TestFactory
    Stream<DynamicTest> r6_eachOperationInEachStateByEachCaller() {
        return LifeCycle.cells().stream().map(cell -> dynamicTest(cell.toString(), () -> new Try(cell).run()));
    }

    /** One cell. */
    private static final class Try {
        private final CapturedLog log = new CapturedLog("io.mehari"); // refusals are no news
        private final Cell cell;
        private final DefaultRoutingContext context = new DefaultRoutingContext("cell");
        private final DefaultRoutingContext other = new DefaultRoutingContext("other");
        private final Held held = new Held();
        private final AtomicReference<@Nullable Throwable> thrown = new AtomicReference<>();
        private final CountDownLatch called = new CountDownLatch(1); // the operation, once
        private final CountDownLatch mayCall = new CountDownLatch(1);
        private final CountDownLatch release = new CountDownLatch(1);
        private final CountDownLatch holding = new CountDownLatch(1);
        private final List<CompletableFuture<Void>> threads = new ArrayList<>();
        private final List<Thread> callers = new java.util.concurrent.CopyOnWriteArrayList<>();
        private volatile boolean armed;

        Try(Cell cell) {
            this.cell = cell;
            context.addComponent(held);
            context.getShutdownStrategy().setTimeout(LIMIT);
            context.getRoutingContextExtension().addLifecycleStrategy(held);
            context.addRoutes(r -> {
                r.from("held:first").routeId("first").startupOrder(1).process(held::message);
                r.from("held:main").routeId("main").startupOrder(2).process(held.service);
                r.from("direct:idle").routeId("idle").autoStartup(false).process(exchange -> {});
            });
            other.addRoutes(r -> r.from("direct:call").process(exchange -> operate()));
            other.start();
        }

        void run() throws Exception {
            try {
                prepare();
                if (cell.caller() == Caller.PROCESSOR && cell.state() == State.STOPPING) {
                    change(); // waits for the message, which calls then
                    await(() -> context.getStatus() == ServiceStatus.Stopping);
                    mayCall.countDown();
                } else if (cell.state().passes()) {
                    armed = true;
                    change();
                    await(holding);
                    assertThat(cell.caller().isInside()
                                    || context.getStatus() == cell.state().status())
                            .isTrue();
                    call();
                } else {
                    call();
                }
                await(() -> called.getCount() == 0 || isWaiting());
                release.countDown();
                for (CompletableFuture<Void> each : threads) {
                    end(each);
                }
                await(() -> context.getStatus() == cell.expected());
                await(Try::noStopGoesOnElsewhere); // else it could come after the next start
                checkOutcome();
                checkParts();
                checkMain();
                checkItWorksAsBefore();
            } finally {
                armed = false;
                mayCall.countDown();
                release.countDown();
                other.stop();
                context.getShutdownStrategy().setTimeout(Duration.ZERO);
                log.close();
            }
        }

        /** Leads to the state before the change, and lets a message in that calls. */
        private void prepare() throws Exception {
            boolean inMessage = cell.caller().isInMessage();
            if (cell.state() != State.STARTING && (cell.state() != State.STOPPED || inMessage)) {
                context.start();
            }
            if (inMessage && cell.state() != State.STARTING) {
                enter();
            }
            if (cell.state() == State.SUSPENDED) {
                context.suspend();
            } else if (cell.state() == State.STOPPED && inMessage) {
                context.getShutdownStrategy().setTimeout(Duration.ZERO);
                context.stop();
                context.getShutdownStrategy().setTimeout(LIMIT);
            }
        }

        private void change() {
            threads.add(async(
                    switch (cell.state()) {
                        case STARTING -> context::start;
                        case SUSPENDING -> context::suspend;
                        default -> context::stop;
                    }));
        }

        private void call() throws Exception {
            switch (cell.caller()) {
                case THREAD -> threads.add(async(this::operate));
                case INTERRUPTED_THREAD ->
                    threads.add(async(() -> {
                        Thread.currentThread().interrupt();
                        operate();
                        assertThat(Thread.currentThread().isInterrupted()).isTrue();
                    }));
                case TWO_AT_ONCE -> {
                    threads.add(async(this::operate));
                    threads.add(async(this::operate));
                }
                case OTHER_CONTEXT ->
                    threads.add(async(() -> other.createProducerTemplate().sendBody("direct:call", ">")));
                case PROCESSOR, COMPLETION -> {
                    if (cell.state() == State.STARTING) {
                        enter();
                    }
                    mayCall.countDown();
                }
                default -> {} // the thread that changes the state calls
            }
        }

        /** A message comes to the route "first". */
        private void enter() throws Exception {
            CountDownLatch entered = new CountDownLatch(1);
            held.entered = entered;
            Processor route = Objects.requireNonNull(held.first);
            threads.add(async(() -> {
                try {
                    DefaultExchange exchange = new DefaultExchange(context);
                    exchange.getExchangeExtension().addOnCompletion(new Synchronization() {
                        @Override
                        public void onComplete(Exchange done) {
                            if (cell.caller() == Caller.COMPLETION) {
                                awaitUnchecked(mayCall);
                                operate();
                            }
                        }

                        @Override
                        public void onFailure(Exchange failed) {
                            onComplete(failed);
                        }
                    });
                    CompletableFuture<Void> done = new CompletableFuture<>();
                    context.deliver(route, exchange, sync -> done.complete(null));
                } catch (Exception e) {
                    throw new AssertionError(e);
                }
            }));
            if (cell.caller() == Caller.PROCESSOR) {
                await(entered);
            }
        }

        private void operate() {
            callers.add(Thread.currentThread());
            try {
                cell.operation().on(context, "main");
            } catch (Throwable e) {
                thrown.set(cell.operation().refusesWith(e) ? e : new AssertionError("an exception of no meaning", e));
            } finally {
                called.countDown();
            }
        }

        /** Called by the change itself. */
        private void hold(Caller by) {
            if (!armed) {
                return;
            }
            Caller who = cell.caller().isInside() ? cell.caller() : Caller.CONSUMER;
            if (by == who) {
                armed = false;
                holding.countDown();
                if (cell.caller().isInside()) {
                    operate();
                } else {
                    awaitUnchecked(release);
                }
            }
        }

        private boolean isWaiting() {
            synchronized (callers) {
                return !callers.isEmpty()
                        && List.copyOf(callers).stream().allMatch(each -> switch (each.getState()) {
                            case BLOCKED, WAITING, TIMED_WAITING, TERMINATED -> true;
                            default -> false;
                        });
            }
        }

        /** What a route stops is stopped by a thread of its own, and the caller does not wait for that. */
        private static boolean noStopGoesOnElsewhere() {
            return Thread.getAllStackTraces().keySet().stream()
                    .noneMatch(each -> each.getName().startsWith("cell-stop"));
        }

        // ---- what is checked

        private void checkOutcome() {
            Throwable refused = thrown.get();
            if (refused instanceof AssertionError error) {
                throw error;
            }
            assertThat(context.getStatus()).as("refused with %s", refused).isEqualTo(cell.expected());
        }

        /** A route runs as its status says, and so do its consumer and its service; none runs in a stopped context. */
        private void checkParts() {
            await(() -> context.getRoutes().stream().noneMatch(each -> each.getStatus() == ServiceStatus.Stopping));
            for (Route each : context.getRoutes()) {
                if (context.isStopped()) {
                    assertThat(each.getStatus()).as(each.getRouteId()).isEqualTo(ServiceStatus.Stopped);
                }
                assertThat(each.getStatus())
                        .as(each.getRouteId())
                        .isIn(ServiceStatus.Stopped, ServiceStatus.Started, ServiceStatus.Suspended);
            }
            Route main = context.getRoute("main");
            boolean runs = main != null && !main.getStatus().isStopped();
            assertThat(held.service.running).as("service").isEqualTo(runs ? 1 : 0);
            assertThat(held.mainRunning).as("consumer of main, %s", main).isEqualTo(runs ? 1 : 0);
        }

        private void checkMain() {
            Route main = context.getRoute("main");
            if (main != null) {
                await(() -> main.getStatus() == cell.expectedOfRoute()); // a route's own stop goes on elsewhere
            } else {
                assertThat(cell.operation()).isEqualTo(Operation.REMOVE_ROUTE);
            }
        }

        private void checkItWorksAsBefore() throws Exception {
            CompletableFuture<Void> again = async(() -> {
                context.stop();
                context.start();
                context.createProducerTemplate().sendBody("held:first", "x");
                assertThat(context.getRoutes())
                        .filteredOn(each -> !each.getRouteId().equals("idle"))
                        .allMatch(each -> each.getStatus().isStarted());
                context.stop();
            });
            end(again);
            checkParts();
        }

        // ---- waiting

        private CompletableFuture<Void> async(Runnable what) {
            CompletableFuture<Void> over = new CompletableFuture<>();
            Thread thread = new Thread(() -> {
                try {
                    what.run();
                    over.complete(null);
                } catch (Throwable e) {
                    over.completeExceptionally(e);
                }
            });
            thread.setDaemon(true);
            thread.start();
            return over;
        }

        private static void end(CompletableFuture<Void> each) throws Exception {
            try {
                each.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
            } catch (TimeoutException e) {
                throw new AssertionError("somebody waits for ever, or for the limit of the stop", e);
            }
        }

        private void await(BooleanSupplier condition) {
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
            while (!condition.getAsBoolean() && System.nanoTime() < end) {
                LockSupport.parkNanos(100_000);
            }
            assertThat(condition.getAsBoolean())
                    .as("status %s, thrown %s", context.getStatus(), thrown.get())
                    .isTrue();
        }

        private static void await(CountDownLatch latch) throws InterruptedException {
            assertThat(latch.await(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
        }

        private static void awaitUnchecked(CountDownLatch latch) {
            try {
                latch.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        // ---- the parts

        private final class HeldService implements Processor, Service {
            volatile int running;

            @Override
            public void process(Exchange exchange) {}

            @Override
            public void start() {
                running++;
                hold(Caller.SERVICE);
            }

            @Override
            public void stop() {
                hold(Caller.SERVICE);
                running--;
            }
        }

        /** {@code held:} consumers hold the change of the state, and keep the processor of their route. */
        private final class Held extends Component implements LifecycleStrategy {
            final HeldService service = new HeldService();
            volatile int mainRunning;
            volatile @Nullable Processor first;
            volatile @Nullable CountDownLatch entered;

            void message(Exchange exchange) {
                CountDownLatch in = entered;
                if (in != null) {
                    in.countDown();
                    entered = null;
                    if (cell.caller() == Caller.PROCESSOR) {
                        awaitUnchecked(mayCall);
                        operate();
                    }
                }
            }

            @Override
            public void onRouteStarted(Route route) {
                if (route.getRouteId().equals("main")) {
                    hold(Caller.LISTENER);
                }
            }

            @Override
            public void onRouteStopped(Route route) {
                if (route.getRouteId().equals("main")) {
                    hold(Caller.LISTENER);
                }
            }

            @Override
            public String getScheme() {
                return "held";
            }

            @Override
            public List<EndpointOption<?>> getOptions() {
                return List.of();
            }

            @Override
            public Endpoint createEndpoint(String uri, String remaining, EndpointOptions options) {
                return new Endpoint(context, uri) {
                    @Override
                    public Producer createProducer() {
                        Endpoint me = this;
                        return new Producer() {
                            @Override
                            public Endpoint getEndpoint() {
                                return me;
                            }

                            @Override
                            public void process(Exchange exchange) throws Exception {
                                Objects.requireNonNull(first).process(exchange);
                            }
                        };
                    }

                    @Override
                    public Consumer createConsumer(Processor processor) {
                        return new HeldConsumer(this, processor, remaining.equals("main"));
                    }
                };
            }
        }

        private final class HeldConsumer implements Consumer {
            private final Endpoint endpoint;
            private final Processor processor;
            private final boolean main;
            private boolean running;

            HeldConsumer(Endpoint endpoint, Processor processor, boolean main) {
                this.endpoint = endpoint;
                this.processor = processor;
                this.main = main;
            }

            @Override
            public Endpoint getEndpoint() {
                return endpoint;
            }

            @Override
            public Processor getProcessor() {
                return processor;
            }

            @Override
            public void start() {
                if (main) {
                    held.mainRunning++;
                    running = true;
                    hold(Caller.CONSUMER);
                } else {
                    held.first = processor;
                }
            }

            @Override
            public void suspend() {
                if (main) {
                    hold(Caller.CONSUMER);
                }
            }

            @Override
            public void resume() {}

            @Override
            public void stop() {
                if (main && running) {
                    running = false;
                    hold(Caller.CONSUMER);
                    held.mainRunning--;
                }
            }
        }
    }
}
