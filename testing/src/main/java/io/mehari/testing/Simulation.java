package io.mehari.testing;

import io.mehari.Exchange;
import io.mehari.RoutingContext;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.spi.RoutingContextExtension;
import io.mehari.spi.StepInterceptor;
import io.mehari.spi.Threading;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Runs routes in simulated time. One thread runs at a time, and a seed decides the order. Delays, timers, redeliveries,
 * timeouts and queues behave as in real time, but take no real time. The same seed always gives the same order. Use a
 * simulation only on the thread of the test, and {@link #close} it at the end.
 */
public final class Simulation implements AutoCloseable {
    private final long seed;
    private final Turns turns;
    private final SimulatedTime time;
    private final Chaos chaos;
    private final Journeys journeys;
    private final List<DefaultRoutingContext> contexts = new ArrayList<>();
    private final AtomicLong ids = new AtomicLong();
    private @Nullable RoutingContext context;
    private boolean closed;

    /** Starts a simulation on the calling thread. */
    public Simulation(long seed) {
        this.seed = seed;
        turns = new Turns(seed);
        SimulatedThreading.enter(turns.driver());
        time = new SimulatedTime(turns);
        chaos = new Chaos(turns);
        journeys = new Journeys(turns);
        Watchdog.start(turns);
        if (!Threading.isSimulated()) {
            close();
            throw new IllegalStateException(
                    "Mehari does not see mehari-testing, because another class loader has loaded"
                            + " it: put both on the same class path or module path");
        }
    }

    public long seed() {
        return seed;
    }

    public SimulatedTime time() {
        return time;
    }

    public Chaos chaos() {
        return chaos;
    }

    /** The context of this simulation, created on the first call. Add routes and start it. */
    public RoutingContext context() {
        RoutingContext known = context;
        if (known == null) {
            known = newContext("simulated");
            context = known;
        }
        return known;
    }

    /** Creates another context in the same simulated time. */
    public RoutingContext newContext(String name) {
        DefaultRoutingContext made = new DefaultRoutingContext(name);
        RoutingContextExtension services = made.getRoutingContextExtension();
        services.setThreadPools(new SimulatedPools(turns, name));
        services.setClock(() -> time.now().toEpochMilli());
        services.setUuidGenerator(() -> "message-" + ids.incrementAndGet());
        services.addStepInterceptor(new Steps());
        contexts.add(made);
        return made;
    }

    /** Records each step, injects faults, and lets another thread run if the seed says so. */
    private final class Steps implements StepInterceptor {
        @Override
        public Decision before(Exchange exchange, Place place) throws Exception {
            Member me = SimulatedThreading.me();
            if (me != null) {
                me.turns.letOthersRun(me);
            }
            Chaos.Fault fault = chaos.next(place);
            journeys.began(exchange, place, fault == null ? "" : fault.note());
            return Chaos.apply(fault, exchange);
        }

        @Override
        public void after(Exchange exchange, Place place) {
            journeys.ended(exchange, place);
        }
    }

    /** The seed, the time, and the journey of each message: route, step, thread and simulated time. */
    public String report() {
        String deadlock = turns.unseenDeadlock();
        return "Seed " + seed + ", simulated time "
                + Journeys.time(time.elapsed().toNanos()) + "."
                + (deadlock == null ? "" : System.lineSeparator() + deadlock)
                + System.lineSeparator() + journeys.text();
    }

    /** The faults that had no effect; null if all had an effect. */
    @Nullable
    String complaint() {
        return chaos.complaint();
    }

    /** Stops the contexts in simulated time, and ends the simulation. */
    @Override
    public void close() {
        if (!closed) {
            closed = true;
            Throwable failure = null;
            for (DefaultRoutingContext each : contexts) {
                failure = run(each::stop, failure);
            }
            failure = run(time::runDue, failure); // the threads of the contexts end
            turns.close();
            SimulatedThreading.exit(turns.driver());
            if (failure instanceof Error error) {
                throw error;
            } else if (failure instanceof RuntimeException exception) {
                throw exception;
            }
        }
    }

    /** Returns the first failure so far. Later ones are added to it as suppressed. */
    private static @Nullable Throwable run(Runnable task, @Nullable Throwable first) {
        try {
            task.run();
        } catch (RuntimeException | Error e) {
            if (first == null) {
                return e;
            }
            if (first != e) {
                first.addSuppressed(e);
            }
        }
        return first;
    }
}
