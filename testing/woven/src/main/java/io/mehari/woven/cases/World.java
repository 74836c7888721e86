package io.mehari.woven.cases;

import io.mehari.component.queue.DisruptorComponent;
import io.mehari.component.queue.SedaComponent;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.spi.RoutingContextExtension;
import io.mehari.testing.Simulation;
import io.mehari.woven.Point;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** The time and the threads of a case: simulated, where one seed gives one order, or real, with the real thread pools. */
final class World implements AutoCloseable {
    /** How many times as long as on a machine that does nothing else. */
    private static final int BUSY = 10;

    private final @Nullable Simulation simulation;

    private World(@Nullable Simulation simulation) {
        this.simulation = simulation;
    }

    static World simulated(long seed) {
        return new World(new Simulation(seed));
    }

    static World real() {
        return new World(null);
    }

    DefaultRoutingContext context(String name) {
        DefaultRoutingContext context = new DefaultRoutingContext(name);
        if (simulation != null) { // without its interceptor of steps, so that routes hand exchanges over
            RoutingContextExtension from = simulation.newContext(name).getRoutingContextExtension();
            RoutingContextExtension to = context.getRoutingContextExtension();
            to.setThreadPools(new ClaimingPools(from.getThreadPools()));
            to.setClock(from.getClock());
            to.setUuidGenerator(from.getUuidGenerator());
        }
        context.addComponent(new SedaComponent());
        context.addComponent(new DisruptorComponent());
        context.getRoutingContextExtension()
                .getShutdownStrategy()
                .setTimeout(limitOfAStop().multipliedBy(2));
        return context;
    }

    /** What a stop may take: in real time, other programs need the machine too. */
    Duration limitOfAStop() {
        return Duration.ofSeconds(simulation != null ? 1 : BUSY);
    }

    /** Waits until it is true; false if it has not become true in that time. */
    boolean await(BooleanSupplier right, long millis) {
        if (simulation == null) {
            return awaitInRealTime(right, BUSY * millis);
        }
        simulation.time().runDue();
        for (long i = 0; i < millis && !right.getAsBoolean(); i += i < 20 ? 1 : 20) {
            Point.failIfAbandoned();
            simulation.time().advance(Duration.ofMillis(i < 20 ? 1 : 20));
        }
        return right.getAsBoolean();
    }

    /** For what the simulation does not see, such as the last instructions of a thread. */
    static boolean awaitInRealTime(BooleanSupplier right, long millis) {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        while (!right.getAsBoolean()) {
            if (System.nanoTime() - end > 0) {
                return false;
            }
            LockSupport.parkNanos(200_000);
        }
        return true;
    }

    @Override
    public void close() {
        if (simulation != null) {
            simulation.close();
        }
    }
}
