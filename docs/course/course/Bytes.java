package course;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.function.Supplier;

/** Counts the exact number of bytes that one call of an operation allocates on the calling thread. */
public final class Bytes {
    /*
     * The JVM's counter for this thread counts every allocation of this thread and none of other threads. The result is
     * stored in a field, so that the compiler cannot remove its allocation. The smallest of several batches is the
     * result: the first batches load classes and run before the compiler has optimized the code, and no batch can
     * allocate less than the operation does. Step 1 explains this.
     */
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int CALLS = 10_000;
    private static final int BATCHES = 12;

    @SuppressWarnings("UnusedVariable") // results escape to it
    private static final Object[] ESCAPED = new Object[64];

    private Bytes() {}

    /** Bytes per call; fails if they are not the same in every call of the best batch. */
    public static long of(Supplier<?> operation) {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < BATCHES; i++) {
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
