package io.mehari.report;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * The machine of a measurement, as text.
 *
 * @param cpu its processor
 * @param cores the number of processors that the JVM may use
 * @param memory the size of the memory
 * @param os the system and its version
 */
public record Machine(String cpu, String cores, String memory, String os) {
    private static final long GIB = 1L << 30;
    private static final String ARCHITECTURE = System.getProperty("os.arch", "unknown");

    /** This machine, as far as the operating system describes it. */
    public static Machine here() {
        return new Machine(
                model(),
                Integer.toString(Runtime.getRuntime().availableProcessors()),
                memoryHere(),
                System.getProperty("os.name", "unknown") + " "
                        + System.getProperty("os.version", "").replaceFirst("[^0-9.].*", ""));
    }

    private static String memoryHere() {
        if (ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system) {
            return Math.round((double) system.getTotalMemorySize() / GIB) + " GiB";
        }
        return "unknown";
    }

    /** On Linux; otherwise the architecture. */
    private static String model() {
        try (Stream<String> lines = Files.lines(Path.of("/proc/cpuinfo"))) {
            return lines.filter(line -> line.startsWith("model name"))
                    .findFirst()
                    .map(line -> line.replaceFirst(".*?: *", ""))
                    .orElse(ARCHITECTURE);
        } catch (IOException | UncheckedIOException notThere) {
            return ARCHITECTURE;
        }
    }
}
