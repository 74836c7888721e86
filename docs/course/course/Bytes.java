package course;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.function.Supplier;

/** Counts, to the byte, what one call of an operation allocates on its own thread. */
public final class Bytes {
    /*
     * The thread's own counter sees every allocation of this thread and none of others. What the operation returns is
     * stored where others could read it, so that the compiler cannot leave its allocation out. The least of several
     * batches is the figure: in the first ones classes are loaded and the compiler has not yet removed what it will
     * remove, and nothing can make a batch allocate less than the operation does. Step 1 tells the story.
     */
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int CALLS = 10_000;
    private static final int BATCHES = 12;

    @SuppressWarnings("UnusedVariable") // for results to escape to
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
