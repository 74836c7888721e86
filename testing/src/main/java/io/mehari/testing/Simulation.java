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
 * Routes in simulated time: one thread at a time, in an order that a seed decides. Delays, timers, redeliveries, time
 * outs and queues run as they would, but at once, and with one seed always in the same order. Use it on one thread,
 * that of the test; the simulation ends with {@link #close}.
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

    /** Begins a simulation on the calling thread. */
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

    /** The context of this simulation: add routes and start it. It is made at the first call. */
    public RoutingContext context() {
        RoutingContext known = context;
        if (known == null) {
            known = newContext("simulated");
            context = known;
        }
        return known;
    }

    /** A further context in the same simulated time. */
    public RoutingContext newContext(String name) {
        DefaultRoutingContext made = new DefaultRoutingContext(name);
        RoutingContextExtension services = made.getRoutingContextExtension();
        services.setThreadPools(new SimulatedPools(turns, name));
        services.setClock(() -> time.now().toEpochMilli());
        services.setUuidGenerator(() -> "message-" + ids.incrementAndGet());
        services.setPlugin(StepInterceptor.KEY, new Steps());
        contexts.add(made);
        return made;
    }

    /** Records each step, injects faults, and lets the seed decide which thread runs next. */
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

    /** What is wrong with the faults that were described; null if all took part. */
    @Nullable
    String complaint() {
        return chaos.complaint();
    }

    /** Stops the contexts, in simulated time, and ends the simulation. */
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

    /** Returns the first failure so far; the later ones are suppressed in it. */
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
