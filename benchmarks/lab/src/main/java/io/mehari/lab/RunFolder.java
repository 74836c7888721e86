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
 * The folder with the raw data of a run: {@code target/lab/camel-headers/3}. An interrupted run is found again by its
 * request, and continues with the missing JVMs.
 */
final class RunFolder {
    private static final String REQUEST = "request.properties";
    private static final String REPORT = "report.md";

    private final Path folder;

    private RunFolder(Path folder) {
        this.folder = folder;
    }

    /** Decides by its request whether a run is wanted. */
    interface Asked {
        boolean matches(Properties asked);
    }

    /** The last wanted run that has a report; null if there is none. */
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

    /** The last folder, if its run has the same request and no report yet; otherwise a new folder. */
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

    /** The path of this folder. */
    Path path() {
        return folder;
    }

    /** Whether that JVM has finished. */
    boolean has(String file) {
        return Files.exists(folder.resolve("raw").resolve(file));
    }

    /** Stores the output of a JVM, completely or not at all. */
    void keep(String file, List<Fields> lines) throws IOException {
        Path part = folder.resolve("raw").resolve(file + ".part");
        Files.write(part, lines.stream().map(Fields::toString).toList());
        Files.move(part, folder.resolve("raw").resolve(file), StandardCopyOption.ATOMIC_MOVE);
    }

    /** The output of a JVM; empty if it has not run. */
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

    /** The lines of the report. */
    List<String> reported() throws IOException {
        return Files.readAllLines(folder.resolve(REPORT));
    }

    /** Writes the report. After this, the run is finished. */
    Path report(String markdown) throws IOException {
        return Files.writeString(folder.resolve(REPORT), markdown);
    }
}
