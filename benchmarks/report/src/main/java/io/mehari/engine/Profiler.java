package io.mehari.engine;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The profiler that writes a flame graph for each measuring JVM. */
public final class Profiler {
    /** The system property with the flag for each measuring JVM; {@code {}} stands for its name. */
    static final String FLAGS = "mehari.flags";

    private Profiler() {}

    /**
     * All JVMs that are started from now on write a flame graph (HTML) to that folder.
     *
     * @param event {@code cpu} or {@code alloc}
     */
    static void attach(String event, Path folder) throws IOException {
        Files.createDirectories(folder);
        String events = event.equals("alloc") ? "alloc,alloc=128k" : "itimer";
        System.setProperty(
                FLAGS,
                "-agentpath:" + library(Jvm.root().resolve("benchmarks/target/profiler")) + "=start,event=" + events
                        + ",exclude=*awaitTime*,flamegraph,file="
                        + folder.resolve("profile-" + event + "-{}-%p.html").toAbsolutePath());
    }

    /** Copies the library for this machine to that folder, unless it is there. */
    static Path library(Path folder) throws IOException {
        Path library = folder.resolve("libasyncProfiler.so").toAbsolutePath();
        if (Files.exists(library)) {
            return library;
        }
        String name = platform() + "/libasyncProfiler.so";
        Files.createDirectories(folder);
        Path part = Files.createTempFile(folder, "profiler", ".part");
        try (@Nullable InputStream in = Profiler.class.getClassLoader().getResourceAsStream(name)) {
            if (in == null) {
                throw new IOException("There is no profiler for this machine: " + name
                        + " is not among those for linux-x64, linux-arm64 and macos");
            }
            Files.copy(in, part, StandardCopyOption.REPLACE_EXISTING);
        }
        return Files.move(part, library, StandardCopyOption.REPLACE_EXISTING);
    }

    private static String platform() {
        String system = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
        if (system.contains("mac")) {
            return "macos";
        }
        String arch = System.getProperty("os.arch", "");
        return "linux-" + (arch.equals("amd64") ? "x64" : arch.equals("aarch64") ? "arm64" : arch);
    }
}
