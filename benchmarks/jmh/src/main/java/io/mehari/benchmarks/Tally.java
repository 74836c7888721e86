package io.mehari.benchmarks;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

/** Counts the arrived messages. It is as cheap as possible, because it is part of the measured time. */
final class Tally implements Consumer<Object> {
    private final boolean alone;
    private final LongAdder sum = new LongAdder();

    @SuppressWarnings("UnusedVariable") // accessed through COUNT
    private long count;

    /** Creates a tally for this number of threads. */
    Tally(int threads) {
        alone = threads == 1;
    }

    @Override
    public void accept(Object body) {
        if (body == null) {
            throw new AssertionError("a message without its body");
        }
        if (alone) {
            COUNT.setRelease(this, (long) COUNT.get(this) + 1);
        } else {
            sum.increment();
        }
    }

    /** The number of messages so far. */
    long total() {
        return alone ? (long) COUNT.getAcquire(this) : sum.sum();
    }

    private static final VarHandle COUNT;

    static {
        try {
            COUNT = MethodHandles.lookup().findVarHandle(Tally.class, "count", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }
}
