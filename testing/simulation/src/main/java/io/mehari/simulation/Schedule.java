package io.mehari.simulation;

import io.mehari.Exchange;
import io.mehari.ProducerTemplate;
import io.mehari.RoutingContext;
import io.mehari.component.queue.DisruptorComponent;
import io.mehari.component.queue.SedaComponent;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.spi.EventNotifier;
import io.mehari.spi.RoutingContextExtension;
import io.mehari.spi.ShutdownStrategy;
import io.mehari.spi.ShutdownStrategy.Delays;
import io.mehari.spi.Threading;
import io.mehari.testing.SimulatedDeadlockError;
import io.mehari.testing.Simulation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Runs one plan in simulated time. The judges then check the result. */
final class Schedule {
    static final Duration STOP_LIMIT = Duration.ofSeconds(30);
    private static final AtomicLong NUMBERS = new AtomicLong();
    private static final int POOL = 8;
    private static final int BETWEEN_SENDS = 4;

    private final Plan plan;
    private final Ledger ledger = new Ledger();
    private final List<CompletableFuture<@Nullable Object>> replies = new ArrayList<>();

    private Schedule(Plan plan) {
        this.plan = plan;
    }

    /** Runs the plan. Returns the complaints of the judges; none if all laws held. */
    static List<Complaint> run(Plan plan) {
        Schedule schedule = new Schedule(plan);
        schedule.runAll();
        return schedule.ledger.complaints();
    }

    @SuppressWarnings("CatchingUnchecked") // an exception that escapes here is a finding
    private void runAll() {
        String name = "s" + NUMBERS.incrementAndGet();
        Thread.interrupted(); // user code of the previous schedule may have interrupted this thread
        Escapes.watch(name, ledger);
        try (Simulation simulation = new Simulation(plan.seed())) {
            run(simulation, name);
        } catch (SimulatedDeadlockError e) {
            ledger.complain(Judge.DEADLOCK, String.valueOf(e.getMessage()));
        } catch (Throwable e) {
            ledger.complain(
                    Judge.ESCAPED,
                    e + " at " + Arrays.stream(e.getStackTrace()).limit(5).toList());
        } finally {
            Escapes.forget(name);
        }
    }

    private void run(Simulation simulation, String name) throws Exception {
        RoutingContext context = context(simulation, name);
        // otherwise a ServiceLoader searches for them, again for each context
        context.addComponent("seda", new SedaComponent());
        context.addComponent("disruptor", new DisruptorComponent());
        RoutingContextExtension services = context.getRoutingContextExtension();
        WatchedPools pools = new WatchedPools(services.getThreadPools(), ledger, name);
        services.setThreadPools(pools);
        Duration limit = waits(services.getShutdownStrategy());
        pool(context);
        ledger.sharedMayWait = plan.uses("slow");
        Failures failures = new Failures(plan, ledger);
        PlanSteps steps = new PlanSteps(plan, ledger, pools, failures);
        if (!plan.has("handover")) { // with a listener, routes do not hand exchanges over
            services.addEventNotifier(new EventNotifier() {
                @Override
                public void onExchangeFailed(Exchange exchange, long nanos) {
                    failures.failed(exchange);
                }
            });
        }
        if (!isBuilt(context, simulation, new PlanRoutes(plan, ledger, steps, failures))) {
            return;
        }
        send(context, simulation, failures);
        int early = plan.number("early", 0);
        if (early > 0) {
            simulation.time().advance(Duration.ofMillis(early));
        } else {
            simulation.time().runUntilIdle();
        }
        Judges judges = new Judges(plan, ledger, context);
        Duration before = simulation.time().elapsed();
        ledger.stops(limit);
        context.stop();
        judges.stopTook(simulation.time().elapsed().minus(before), limit);
        simulation.time().advance(Duration.ofSeconds(1)); // senders end
        judges.judge(replies, services.getExchangePoolStatistics(), pools.running());
    }

    /** {@code waits RULE MILLIS}: the rule for what waits at a stop, and the limit of the stop. */
    private Duration waits(ShutdownStrategy shutdown) {
        Line line = plan.first("waits");
        Duration limit = line == null ? STOP_LIMIT : Duration.ofMillis(line.number(2));
        shutdown.setTimeout(limit);
        if (line != null) {
            Delays rule = Delays.valueOf(line.word(1));
            shutdown.setDelays(rule);
            ledger.mayBeEarly = rule == Delays.RUN_NOW;
        }
        return limit;
    }

    private void pool(RoutingContext context) {
        Line pooled = plan.first("pooled");
        if (pooled != null) {
            context.getRoutingContextExtension().setExchangePool(POOL, pooled.has("checked"));
        }
    }

    @SuppressWarnings("CatchingUnchecked") // a plan that was shrunk may lack a word
    private boolean isBuilt(RoutingContext context, Simulation simulation, PlanRoutes routes) {
        try {
            context.addRoutes(routes::describe);
            new Disturbances(plan, ledger, context, routes).prepare(simulation);
            context.start();
            return true;
        } catch (Throwable e) {
            ledger.complain(Judge.UNFIT, e.toString());
            return false;
        }
    }

    /** With {@code handover} the context has no interceptor of steps, so that routes hand their exchanges over. */
    private RoutingContext context(Simulation simulation, String name) {
        RoutingContext made = simulation.newContext(name);
        ledger.interceptor =
                made.getRoutingContextExtension().getStepInterceptors().get(0);
        if (!plan.has("handover")) {
            return made;
        }
        RoutingContextExtension from = made.getRoutingContextExtension();
        DefaultRoutingContext bare = new DefaultRoutingContext(name);
        RoutingContextExtension to = bare.getRoutingContextExtension();
        to.setThreadPools(from.getThreadPools());
        to.setClock(from.getClock());
        to.setUuidGenerator(from.getUuidGenerator());
        return bare;
    }

    // ---- sending

    private void send(RoutingContext context, Simulation simulation, Failures failures) {
        boolean oneByOne = plan.has("onebyone");
        String name = Plan.nameOf(plan.routes().get(0).word(2));
        String uri = PlanRoutes.uri(plan, name);
        ProducerTemplate template = context.createProducerTemplate();
        for (int i = 0; i < plan.number("requests", 0); i++) {
            String token = "r" + i;
            ledger.offered(name, token);
            if (oneByOne) {
                attempt(token, failures, () -> ask(template, uri, token));
                simulation.time().advance(Duration.ofMillis(1));
            } else {
                replies.add(template.asyncRequestBody(uri, token));
            }
        }
        int messages = plan.number("messages", 0);
        int senders = plan.number("senders", 0);
        Line pace = plan.first("senders");
        int between = pace == null || pace.words().size() < 3 ? BETWEEN_SENDS : pace.number(2);
        for (int i = 0; i < senders; i++) {
            int first = i;
            context.getRoutingContextExtension()
                    .getThreadPools()
                    .newThread(context.getName() + "-sender-" + i, () -> {
                        for (int n = first; n < messages; n += senders) {
                            send(template, uri, name, n, failures);
                            pause(between);
                        }
                    })
                    .start();
        }
        for (int n = 0; n < messages && senders == 0; n++) {
            send(template, uri, name, n, failures);
            if (oneByOne) {
                simulation.time().advance(Duration.ofMillis(1));
            } else {
                Thread.interrupted();
            }
        }
    }

    private void ask(ProducerTemplate template, String uri, String token) {
        String reply = String.valueOf(template.requestBody(uri, token));
        if (!reply.startsWith(token)) {
            ledger.complain(Judge.REPLY, token + " got the reply " + reply);
        }
    }

    private static void pause(int millis) {
        try {
            Threading.sleepNanos(TimeUnit.MILLISECONDS.toNanos(millis));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void send(ProducerTemplate template, String uri, String name, int number, Failures failures) {
        String token = "m" + number;
        ledger.offered(name, token);
        attempt(token, failures, () -> template.sendBodyAndHeader(uri, token, Ledger.ROOT, token));
    }

    @SuppressWarnings("CatchingUnchecked") // an Error is also thrown to the sender
    private static void attempt(String token, Failures failures, Runnable send) {
        try {
            send.run();
        } catch (SimulatedDeadlockError e) {
            throw e;
        } catch (Throwable e) {
            failures.reported(token, e);
        }
    }
}
