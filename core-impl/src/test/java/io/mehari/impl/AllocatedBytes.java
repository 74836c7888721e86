package io.mehari.impl;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Counts, to the byte, what one call of an operation allocates on its own thread. */
public final class AllocatedBytes {
    /*
     * The thread's own counter sees every allocation and none of other threads. What an operation returns is stored in
     * an array that others could read, so that escape analysis cannot remove it. The least of several batches is the
     * figure: in the first ones classes are loaded and the compiler has not yet removed what it will remove; nothing
     * can make a batch allocate less than the operation does. So the result does not depend on how busy the machine is;
     * where the compiler is late, there are more batches. A batch in which the compiler's code arrives is a mixture of
     * two figures: then more batches follow, for as long as a compiler on a busy machine may need.
     */
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int CALLS = 10_000;
    private static final int BATCHES = 12;
    private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(30);

    @SuppressWarnings("UnusedVariable") // for results to escape to
    private static final Object[] ESCAPED = new Object[64];

    private AllocatedBytes() {}

    /** Bytes per call; fails if they are not the same in every call of the best batch. */
    public static long perCall(Supplier<?> operation) {
        long least = Long.MAX_VALUE;
        long start = System.nanoTime();
        for (int i = 0; i < BATCHES || (least % CALLS != 0 && System.nanoTime() - start < LONGEST_NANOS); i++) {
            least = Math.min(least, batch(operation));
        }
        if (least % CALLS != 0) {
            throw new AssertionError(least + " bytes in " + CALLS + " calls: not the same in each call");
        }
        return least / CALLS;
    }

    private static long batch(Supplier<?> operation) {
        long before = THREADS.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < CALLS; i++) {
            ESCAPED[i & 63] = operation.get();
        }
        return THREADS.getCurrentThreadAllocatedBytes() - before;
    }
}
