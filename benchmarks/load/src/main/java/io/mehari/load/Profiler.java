package io.mehari.load;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Provides the profiler library for this machine, which writes flame graphs of a JVM: {@code io.mehari.load.Profiler
 * FOLDER} copies it to the folder and prints its path.
 */
public final class Profiler {
    private Profiler() {}

    public static void main(String[] args) throws IOException {
        System.out.println(library(Path.of(args[0])));
    }

    /** Copies the library to that folder, unless it already exists. */
    static Path library(Path folder) throws IOException {
        String name = platform() + "/libasyncProfiler.so";
        Path library = folder.resolve("libasyncProfiler.so").toAbsolutePath();
        if (Files.exists(library)) {
            return library;
        }
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
