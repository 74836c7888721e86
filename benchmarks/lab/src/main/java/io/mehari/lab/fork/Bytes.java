package io.mehari.lab.fork;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** How many bytes threads have allocated so far. */
final class Bytes {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private Bytes() {}

    /** The bytes of this thread, or of all live threads. The latter is exact while the other threads wait. */
    static long now(boolean allThreads) {
        if (!allThreads) {
            return THREADS.getCurrentThreadAllocatedBytes();
        }
        long sum = 0;
        for (long each : THREADS.getThreadAllocatedBytes(THREADS.getAllThreadIds())) {
            sum += Math.max(0, each);
        }
        return sum;
    }
}
