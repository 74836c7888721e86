package io.mehari.report;

import java.io.IOException;
import java.io.Reader;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Properties;
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

    /**
     * The one in that folder, as its file {@code release} tells.
     *
     * @param flags with which it is started
     */
    public static Jdk in(Path folder, String flags) throws IOException {
        Properties release = new Properties();
        try (Reader in = Files.newBufferedReader(folder.resolve("release"))) {
            release.load(in);
        }
        String version = unquoted(release, "JAVA_VERSION");
        return new Jdk(version.replaceAll("[^0-9].*", ""), version, unquoted(release, "IMPLEMENTOR"), flags);
    }

    private static String unquoted(Properties release, String name) {
        return release.getProperty(name, "unknown").replace("\"", "");
    }
}
