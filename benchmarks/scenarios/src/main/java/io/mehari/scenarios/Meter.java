package io.mehari.scenarios;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads the resources that the process has used so far. Only one thread may use it. The allocations of that thread are
 * not counted.
 */
public final class Meter {
    /*
     * Allocated bytes: since JDK 21, the JVM has the sum over all threads, including ended ones. Before JDK 21, it has
     * the value of each live thread. For a thread that has ended, the last reading counts, so readings must be
     * frequent.
     */
    private static final @Nullable MethodHandle TOTAL = total();

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private final Map<Long, Long> byThread = new HashMap<>();

    /** Creates a meter for the calling thread. */
    public Meter() {}

    private static @Nullable MethodHandle total() {
        try {
            return MethodHandles.publicLookup()
                    .findVirtual(ThreadMXBean.class, "getTotalThreadAllocatedBytes", MethodType.methodType(long.class));
        } catch (ReflectiveOperationException e) {
            return null;
        }
    }

    /**
     * The values at one moment.
     *
     * @param nanos the time of {@code System.nanoTime}
     * @param arrived how many bodies have arrived
     * @param allocated bytes so far
     * @param heap bytes in use
     * @param collections so far
     * @param collectingMillis so far
     * @param cpu nanoseconds of all threads so far
     */
    public record Reading(
            long nanos, long arrived, long allocated, long heap, long collections, long collectingMillis, long cpu) {

        /** Adds these values to a line. */
        public Fields into(Fields line) {
            return line.number("nanos", nanos)
                    .number("arrived", arrived)
                    .number("allocated", allocated)
                    .number("heap", heap)
                    .number("collections", collections)
                    .number("collectingMillis", collectingMillis)
                    .number("cpu", cpu);
        }

        /** The differences from an earlier reading. The heap is the current value. */
        public Reading since(Reading before) {
            return new Reading(
                    nanos - before.nanos,
                    arrived - before.arrived,
                    allocated - before.allocated,
                    heap,
                    collections - before.collections,
                    collectingMillis - before.collectingMillis,
                    cpu - before.cpu);
        }
    }

    /** Reads all values. */
    public Reading read(long arrived) {
        long collections = 0;
        long millis = 0;
        for (GarbageCollectorMXBean each : ManagementFactory.getGarbageCollectorMXBeans()) {
            collections += Math.max(0, each.getCollectionCount());
            millis += Math.max(0, each.getCollectionTime());
        }
        return new Reading(
                System.nanoTime(), arrived, allocated(), heapUsed(), collections, millis, system.getProcessCpuTime());
    }

    /** Bytes in use, garbage included. */
    static long heapUsed() {
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    /** Bytes in use after a garbage collection. */
    public static long heapLive() {
        System.gc();
        return heapUsed();
    }

    private long allocated() {
        long all = TOTAL == null ? sumOfThreads() : fromJvm(TOTAL);
        return all - threads.getCurrentThreadAllocatedBytes();
    }

    private long fromJvm(MethodHandle total) {
        try {
            return (long) total.invokeExact(threads);
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    private long sumOfThreads() {
        long[] ids = threads.getAllThreadIds();
        long[] bytes = threads.getThreadAllocatedBytes(ids);
        for (int i = 0; i < ids.length; i++) {
            if (bytes[i] >= 0) {
                byThread.put(ids[i], bytes[i]);
            }
        }
        long sum = 0;
        for (long each : byThread.values()) {
            sum += each;
        }
        return sum;
    }
}
