package io.mehari.lab;

import io.mehari.scenarios.Fields;
import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * Where a run keeps its raw data: {@code target/lab/camel-headers/3}. A run that was cut off is found again by what was
 * asked for, and goes on with the JVMs that are missing.
 */
final class RunFolder {
    private static final String REQUEST = "request.properties";
    private static final String REPORT = "report.md";

    private final Path folder;

    private RunFolder(Path folder) {
        this.folder = folder;
    }

    /** Whether a run is wanted, by what was asked for. */
    interface Asked {
        boolean matches(Properties asked);
    }

    /** The last run that is wanted and has a report; null if there is none. */
    static @Nullable RunFolder lastFinished(Path all, Asked wanted) throws IOException {
        RunFolder last = null;
        for (int number = 1; Files.isDirectory(all.resolve(Integer.toString(number))); number++) {
            Path folder = all.resolve(Integer.toString(number));
            if (Files.exists(folder.resolve(REPORT)) && wanted.matches(request(folder))) {
                last = new RunFolder(folder);
            }
        }
        return last;
    }

    /** The last folder if its run was asked for the same and has no report yet; else a new one. */
    static RunFolder forRequest(Path all, Properties asked, boolean fresh) throws IOException {
        int number = 1;
        while (Files.isDirectory(all.resolve(Integer.toString(number)))) {
            number++;
        }
        Path last = all.resolve(Integer.toString(number - 1));
        if (number > 1 && !fresh && !Files.exists(last.resolve(REPORT)) && asked.equals(request(last))) {
            return new RunFolder(last);
        }
        Path next =
                Files.createDirectories(all.resolve(Integer.toString(number)).resolve("raw"));
        RunFolder created = new RunFolder(next.resolveSibling(""));
        try (Writer out = Files.newBufferedWriter(created.folder.resolve(REQUEST))) {
            asked.store(out, null);
        }
        return created;
    }

    private static Properties request(Path folder) throws IOException {
        Properties asked = new Properties();
        if (Files.exists(folder.resolve(REQUEST))) {
            try (Reader in = Files.newBufferedReader(folder.resolve(REQUEST))) {
                asked.load(in);
            }
        }
        return asked;
    }

    /** Its name. */
    Path path() {
        return folder;
    }

    /** Whether that JVM has run to its end. */
    boolean has(String file) {
        return Files.exists(folder.resolve("raw").resolve(file));
    }

    /** Keeps what a JVM printed; all of it or nothing. */
    void keep(String file, List<Fields> lines) throws IOException {
        Path part = folder.resolve("raw").resolve(file + ".part");
        Files.write(part, lines.stream().map(Fields::toString).toList());
        Files.move(part, folder.resolve("raw").resolve(file), StandardCopyOption.ATOMIC_MOVE);
    }

    /** What a JVM printed; nothing if it has not run. */
    List<Fields> lines(String file) throws IOException {
        List<Fields> lines = new ArrayList<>();
        if (has(file)) {
            for (String line : Files.readAllLines(folder.resolve("raw").resolve(file))) {
                Fields fields = Fields.of(line);
                if (fields != null) {
                    lines.add(fields);
                }
            }
        }
        return lines;
    }

    /** The lines of its report. */
    List<String> reported() throws IOException {
        return Files.readAllLines(folder.resolve(REPORT));
    }

    /** Writes the report, which ends the run. */
    Path report(String markdown) throws IOException {
        return Files.writeString(folder.resolve(REPORT), markdown);
    }
}
