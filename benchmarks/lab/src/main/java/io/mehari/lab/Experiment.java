package io.mehari.lab;

import io.mehari.report.BadOption;
import io.mehari.report.CommandLine;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;

/**
 * An experiment: a folder with {@code experiment.properties}, and with the sources that it names.
 *
 * @param id the folder's name, with a colon for its first dash: {@code camel:headers}
 * @param folder where it is
 * @param settings what its file says
 */
record Experiment(String id, Path folder, Properties settings) {
    private static final String FILE = "experiment.properties";

    /** All of a folder, by name. */
    static List<Experiment> all(Path folder) throws IOException {
        try (Stream<Path> folders = Files.list(folder)) {
            return folders.filter(each -> Files.exists(each.resolve(FILE)))
                    .map(Experiment::read)
                    .sorted((a, b) -> a.id.compareTo(b.id))
                    .toList();
        }
    }

    /** The one of that name. */
    static Experiment named(String id, Path folder) throws IOException {
        return CommandLine.named("experiment", id, all(folder), Experiment::id);
    }

    /** Reads the file of a folder. */
    static Experiment read(Path folder) {
        Properties settings = new Properties();
        try (Reader in = Files.newBufferedReader(folder.resolve(FILE))) {
            settings.load(in);
        } catch (IOException e) {
            throw new BadOption(folder.resolve(FILE) + " cannot be read: " + e.getMessage());
        }
        String name = String.valueOf(folder.getFileName());
        return new Experiment(name.replaceFirst("-", ":"), folder, settings);
    }

    /** A text of the file; an experiment without it is refused. */
    String text(String name) {
        String text = settings.getProperty(name, "").strip();
        if (text.isEmpty()) {
            throw new BadOption(folder.resolve(FILE) + " has no line " + name + " = ...");
        }
        return text;
    }

    /** A text that may be missing. */
    String text(String name, String otherwise) {
        return settings.getProperty(name, otherwise).strip();
    }

    /** Whether its file has that line. */
    boolean has(String name) {
        return settings.containsKey(name);
    }

    /** What stands after that name, separated by spaces. */
    List<String> words(String name) {
        String text = text(name, "");
        return text.isEmpty() ? List.of() : Arrays.asList(text.split("\\s+", -1));
    }

    /** Files and folders of that line, from the experiment's folder. */
    List<Path> paths(String name) {
        return words(name).stream()
                .map(each -> folder.resolve(each).normalize())
                .toList();
    }

    /** The framework after the change: the same one, if there is a part. */
    String after() {
        return text("after", text("framework"));
    }

    /** What its users may notice: the lines of {@code differences.md}, if there is one. */
    String differences() throws IOException {
        Path file = folder.resolve("differences.md");
        return Files.exists(file) ? Files.readString(file).strip() : "none known";
    }
}
