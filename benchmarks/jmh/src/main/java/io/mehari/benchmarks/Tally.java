package io.mehari.benchmarks;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

/** Counts the messages that come through, as cheaply as can be: it is part of what is timed. */
final class Tally implements Consumer<Object> {
    private final boolean alone;
    private final LongAdder sum = new LongAdder();

    @SuppressWarnings("UnusedVariable") // through COUNT
    private long count;

    /** To be told by as many threads. */
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

    /** How many so far. */
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
