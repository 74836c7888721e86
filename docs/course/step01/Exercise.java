package step01;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.function.Supplier;

/** Exercise: measure what a call allocates after the first one. */
public class Exercise {

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    public Exercise() {}

    public long bytes(Supplier<?> operation) {
        long before = THREADS.getCurrentThreadAllocatedBytes();
        Object unused = operation.get();
        return THREADS.getCurrentThreadAllocatedBytes() - before;
    }
}
