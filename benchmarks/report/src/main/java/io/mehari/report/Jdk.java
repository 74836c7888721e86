package io.mehari.report;

import java.lang.management.ManagementFactory;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * A JDK that was measured on.
 *
 * @param name how rows call it: {@code 25}
 * @param version in full
 * @param vendor who built it
 * @param flags with which it was started; {@code default} if with none
 */
public record Jdk(String name, String version, String vendor, String flags) {

    /** Words for everything. */
    public Jdk {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(version, "version");
        Objects.requireNonNull(vendor, "vendor");
        Objects.requireNonNull(flags, "flags");
    }

    /** The JDK that this runs on, named by its feature version; of its arguments those that begin with {@code -X}. */
    public static Jdk here() {
        String flags = ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(flag -> flag.startsWith("-X"))
                .collect(Collectors.joining(" "));
        return new Jdk(
                Integer.toString(Runtime.version().feature()),
                Runtime.version().toString(),
                System.getProperty("java.vendor", "unknown"),
                flags.isEmpty() ? "default" : flags);
    }
}
