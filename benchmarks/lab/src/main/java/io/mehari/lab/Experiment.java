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
 * An experiment: a folder with {@code experiment.properties} and the sources that this file names.
 *
 * @param id the folder's name, with a colon instead of its first dash: {@code camel:headers}
 * @param folder the folder itself
 * @param settings the contents of the file
 */
record Experiment(String id, Path folder, Properties settings) {
    private static final String FILE = "experiment.properties";

    /** All experiments in a folder, by name. */
    static List<Experiment> all(Path folder) throws IOException {
        try (Stream<Path> folders = Files.list(folder)) {
            return folders.filter(each -> Files.exists(each.resolve(FILE)))
                    .map(Experiment::read)
                    .sorted((a, b) -> a.id.compareTo(b.id))
                    .toList();
        }
    }

    /** The experiment with that name. */
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

    /** The value of a property; an experiment without it is refused. */
    String text(String name) {
        String text = settings.getProperty(name, "").strip();
        if (text.isEmpty()) {
            throw new BadOption(folder.resolve(FILE) + " has no line " + name + " = ...");
        }
        return text;
    }

    /** The value of a property, or the default if it is missing. */
    String text(String name, String otherwise) {
        return settings.getProperty(name, otherwise).strip();
    }

    /** Whether the file has that property. */
    boolean has(String name) {
        return settings.containsKey(name);
    }

    /** The words of a property, separated by spaces. */
    List<String> words(String name) {
        String text = text(name, "");
        return text.isEmpty() ? List.of() : Arrays.asList(text.split("\\s+", -1));
    }

    /** The files and folders of a property, relative to the experiment's folder. */
    List<Path> paths(String name) {
        return words(name).stream()
                .map(each -> folder.resolve(each).normalize())
                .toList();
    }

    /** The framework after the change: the same framework, if the change is a part. */
    String after() {
        return text("after", text("framework"));
    }

    /** Differences that users may notice: the lines of {@code differences.md}, if it exists. */
    String differences() throws IOException {
        Path file = folder.resolve("differences.md");
        return Files.exists(file) ? Files.readString(file).strip() : "none known";
    }
}
