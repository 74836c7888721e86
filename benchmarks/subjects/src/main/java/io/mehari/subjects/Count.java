package io.mehari.subjects;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** Only counts the bodies, for scenarios in which a {@link Tally} would take as long as the subject. */
public class Count extends Sink {
    private final boolean alone;
    private final LongAdder sum = new LongAdder();

    @SuppressWarnings("UnusedVariable") // accessed through COUNT
    private long count;

    /** Creates a count for this number of threads that deliver. */
    public Count(int threads) {
        alone = threads == 1;
    }

    @Override
    public void deliver(Object carrier, Object body) {
        if (body == null) {
            throw new AssertionError("a message without its body");
        }
        if (alone) {
            COUNT.setRelease(this, (long) COUNT.get(this) + 1); // pairs with getAcquire in arrived()
        } else {
            sum.increment();
        }
    }

    @Override
    public final long arrived() {
        return alone ? (long) COUNT.getAcquire(this) : sum.sum();
    }

    /** Also stores the carrier of the last body, as a processor that keeps the message: so it must exist. */
    static final class Storing extends Count {
        @SuppressWarnings("UnusedVariable") // the store is what costs
        private @Nullable Object last;

        Storing() {
            super(1);
        }

        @Override
        public void deliver(Object carrier, Object body) {
            last = carrier;
            super.deliver(carrier, body);
        }
    }

    private static final VarHandle COUNT;

    static {
        try {
            COUNT = MethodHandles.lookup().findVarHandle(Count.class, "count", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }
}
