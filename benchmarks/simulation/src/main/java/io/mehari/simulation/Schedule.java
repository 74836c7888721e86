package io.mehari.simulation;

import io.mehari.Exchange;
import io.mehari.ProducerTemplate;
import io.mehari.RoutingContext;
import io.mehari.component.queue.DisruptorComponent;
import io.mehari.component.queue.SedaComponent;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.impl.PooledExchangeFactory;
import io.mehari.spi.EventNotifier;
import io.mehari.spi.RoutingContextExtension;
import io.mehari.spi.StepInterceptor;
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
        services.getShutdownStrategy().setTimeout(STOP_LIMIT);
        PooledExchangeFactory pool = pool(context);
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
        new Disturbances(plan, ledger, context).prepare();
        if (!isBuilt(context, new PlanRoutes(plan, ledger, steps, failures))) {
            return;
        }
        if (plan.has("onebyone")) {
            sendOneByOne(context, simulation, failures);
        } else {
            send(context, failures);
        }
        int early = plan.number("early", 0);
        if (early > 0) {
            simulation.time().advance(Duration.ofMillis(early));
        } else {
            simulation.time().runUntilIdle();
        }
        Judges judges = new Judges(plan, ledger, context);
        Duration before = simulation.time().elapsed();
        ledger.stops(STOP_LIMIT);
        context.stop();
        judges.stopTook(simulation.time().elapsed().minus(before));
        simulation.time().advance(Duration.ofSeconds(1)); // senders end
        judges.judge(replies, pool, pools.running());
    }

    private @Nullable PooledExchangeFactory pool(RoutingContext context) {
        Line pooled = plan.first("pooled");
        if (pooled == null) {
            return null;
        }
        PooledExchangeFactory pool = new PooledExchangeFactory(context, POOL, pooled.has("checked"));
        context.getRoutingContextExtension().setExchangeFactory(pool);
        return pool;
    }

    @SuppressWarnings("CatchingUnchecked") // a plan that was shrunk may lack a word
    private boolean isBuilt(RoutingContext context, PlanRoutes routes) {
        try {
            context.addRoutes(routes::describe);
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
        ledger.interceptor = made.getRoutingContextExtension().getPlugin(StepInterceptor.KEY);
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

    private void send(RoutingContext context, Failures failures) {
        String name = Plan.nameOf(plan.routes().get(0).word(2));
        String uri = PlanRoutes.uri(plan, name);
        ProducerTemplate template = context.createProducerTemplate();
        for (int i = 0; i < plan.number("requests", 0); i++) {
            String token = "r" + i;
            ledger.offered(name, token);
            replies.add(template.asyncRequestBody(uri, token));
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
            Thread.interrupted();
        }
    }

    @SuppressWarnings("CatchingUnchecked") // an Error is also thrown to the sender
    private void sendOneByOne(RoutingContext context, Simulation simulation, Failures failures) {
        String name = Plan.nameOf(plan.routes().get(0).word(2));
        String uri = PlanRoutes.uri(plan, name);
        ProducerTemplate template = context.createProducerTemplate();
        for (int i = 0; i < plan.number("requests", 0); i++) {
            String token = "r" + i;
            ledger.offered(name, token);
            try {
                String reply = String.valueOf(template.requestBody(uri, token));
                if (!reply.startsWith(token)) {
                    ledger.complain(Judge.REPLY, token + " got the reply " + reply);
                }
            } catch (SimulatedDeadlockError e) {
                throw e;
            } catch (Throwable e) {
                failures.reported(token, e);
            }
            simulation.time().advance(Duration.ofMillis(1));
        }
        for (int i = 0; i < plan.number("messages", 0); i++) {
            send(template, uri, name, i, failures);
            simulation.time().advance(Duration.ofMillis(1));
        }
    }

    private static void pause(int millis) {
        try {
            Threading.sleepNanos(TimeUnit.MILLISECONDS.toNanos(millis));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @SuppressWarnings("CatchingUnchecked") // an Error is also thrown to the sender
    private void send(ProducerTemplate template, String uri, String name, int number, Failures failures) {
        String token = "m" + number;
        ledger.offered(name, token);
        try {
            template.sendBodyAndHeader(uri, token, Ledger.ROOT, token);
        } catch (SimulatedDeadlockError e) {
            throw e;
        } catch (Throwable e) {
            failures.reported(token, e);
        }
    }
}
