package io.mehari.engine;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/*
 * Allocated bytes: since JDK 21, the JVM has the sum over all threads, including ended ones. Before JDK 21, it has the
 * value of each live thread. For a thread that has ended, the last reading counts.
 */
/** What a process has used: processor time and allocated bytes of all threads, and resident memory. */
public final class Usage {
    private static final @Nullable MethodHandle TOTAL = total();
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final OperatingSystemMXBean SYSTEM =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private static final Map<Long, Long> BY_THREAD = new HashMap<>();

    private Usage() {}

    private static @Nullable MethodHandle total() {
        try {
            return MethodHandles.publicLookup()
                    .findVirtual(ThreadMXBean.class, "getTotalThreadAllocatedBytes", MethodType.methodType(long.class));
        } catch (ReflectiveOperationException e) {
            return null;
        }
    }

    /** The processor time of this process in nanoseconds. */
    public static long cpu() {
        return SYSTEM.getProcessCpuTime();
    }

    /** The bytes that the threads of this process have allocated on the heap. */
    public static synchronized long allocated() {
        if (TOTAL != null) {
            try {
                return (long) TOTAL.invokeExact(THREADS);
            } catch (Throwable e) {
                throw new IllegalStateException(e);
            }
        }
        long[] ids = THREADS.getAllThreadIds();
        long[] bytes = THREADS.getThreadAllocatedBytes(ids);
        for (int i = 0; i < ids.length; i++) {
            if (bytes[i] >= 0) {
                BY_THREAD.put(ids[i], bytes[i]);
            }
        }
        return BY_THREAD.values().stream().mapToLong(Long::longValue).sum();
    }

    /** Both, as the answer to a command. */
    public static Fields here() {
        return new Fields("cost").number("cpu", cpu()).number("allocated", allocated());
    }

    /**
     * Megabytes of a field in {@code /proc/PROCESS/status}: {@code VmRSS} is the memory in RAM, {@code VmHWM} the most
     * since {@link #resetMost}. 0 on a system without this file.
     *
     * @param process its id, or {@code self}
     */
    public static double memory(String process, String field) {
        try {
            for (String line : Files.readAllLines(Path.of("/proc", process, "status"))) {
                if (line.startsWith(field + ":")) {
                    return Long.parseLong(line.replaceAll("\\D", "")) * 1024 / 1e6;
                }
            }
        } catch (IOException e) {
            // not Linux
        }
        return 0;
    }

    /** From now on, the most counts anew. */
    public static void resetMost(String process) throws IOException {
        Path file = Path.of("/proc", process, "clear_refs");
        if (Files.isWritable(file)) {
            Files.writeString(file, "5");
        }
    }
}
