package io.mehari.report;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

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

    /** All components must have text. */
    public Machine {
        Objects.requireNonNull(cpu, "cpu");
        Objects.requireNonNull(cores, "cores");
        Objects.requireNonNull(memory, "memory");
        Objects.requireNonNull(os, "os");
    }

    /** This machine, as far as the operating system describes it. */
    public static Machine here() {
        String model = procEntry("cpuinfo", "model name");
        return new Machine(
                model == null ? System.getProperty("os.arch", "unknown") : model,
                Integer.toString(Runtime.getRuntime().availableProcessors()),
                memoryHere(),
                System.getProperty("os.name", "unknown") + " " + shortVersion(System.getProperty("os.version", "")));
    }

    private static String memoryHere() {
        if (ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system) {
            return Math.round((double) system.getTotalMemorySize() / GIB) + " GiB";
        }
        return "unknown";
    }

    private static @Nullable String procEntry(String file, String name) {
        try {
            for (String line : Files.readAllLines(Path.of("/proc", file), StandardCharsets.UTF_8)) {
                if (line.startsWith(name) && line.contains(":")) {
                    return line.substring(line.indexOf(':') + 1).strip();
                }
            }
        } catch (IOException | RuntimeException notThere) {
            return null;
        }
        return null;
    }

    /** Shortens a version: 6.18.5-12-generic becomes 6.18.5. */
    private static String shortVersion(String version) {
        int end = 0;
        while (end < version.length() && (Character.isDigit(version.charAt(end)) || version.charAt(end) == '.')) {
            end++;
        }
        return version.substring(0, end);
    }
}
