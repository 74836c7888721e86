package io.mehari.faults;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** A folder for what the processes write, with the file that makes them quiet. */
public final class Workplace {
    /** The folder. */
    public final Path folder;

    /** Creates the folder. */
    public Workplace() throws IOException {
        folder = Files.createTempDirectory("mehari");
        Files.writeString(logging(folder), "handlers=java.util.logging.ConsoleHandler\n.level=WARNING\n");
    }

    /** The file for {@code -Djava.util.logging.config.file} in such a folder. */
    public static Path logging(Path folder) {
        return folder.resolve("logging.properties");
    }

    /** Deletes the folder, as far as this is possible. */
    public void delete() {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path each : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        } catch (IOException | UncheckedIOException e) {
            System.err.println("Not deleted: " + folder + " (" + e + ")");
        }
    }
}
