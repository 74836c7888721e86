package step01;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.function.Supplier;

/** Reads the JVM's count of bytes allocated by this thread, for many calls, in several batches. */
final class After {

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int CALLS = 10_000;

    @SuppressWarnings("UnusedVariable") // results escape to it
    private static Object escaped;

    private After() {}

    // region bytes
    static long bytes(Supplier<?> operation) {
        long least = Long.MAX_VALUE;
        for (int batch = 0; batch < 12; batch++) {
            long before = THREADS.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < CALLS; i++) {
                escaped = operation.get();
            }
            least = Math.min(least, THREADS.getCurrentThreadAllocatedBytes() - before);
        }
        return least / CALLS;
    }
    // endregion
}
