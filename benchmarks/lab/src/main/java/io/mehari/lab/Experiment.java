package io.mehari.lab;

import io.mehari.engine.Names;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
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
    private static final String INSIDE = "experiments";
    private static final String FILE = "experiment.properties";

    /** Copies the experiments in a jar into that folder. */
    static Path unpacked(Path jar, Path folder) throws IOException {
        try (FileSystem inside = FileSystems.newFileSystem(jar);
                Stream<Path> files = Files.walk(inside.getPath(INSIDE))) {
            for (Path each : files.filter(Files::isRegularFile).toList()) {
                Path copy =
                        folder.resolve(inside.getPath(INSIDE).relativize(each).toString());
                Files.createDirectories(copy.resolveSibling("."));
                Files.write(copy, Files.readAllBytes(each));
            }
        }
        return folder;
    }

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
        return Names.find("experiment", id, all(folder), Experiment::id);
    }

    /** The experiment that compares versions of a framework. */
    static Experiment ofVersions(String framework, Path folder) throws IOException {
        return all(folder).stream()
                .filter(each -> each.id.endsWith(":versions"))
                .filter(each -> each.id.startsWith(framework + ":")
                        || each.text("framework").startsWith(framework + ":"))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("No experiment compares versions of " + framework
                        + ": write a version with its framework, as in camel:4.22.0, name the framework of a folder,"
                        + " as in ./lab gate camel --before base, or copy benchmarks/lab/experiments/camel-versions"));
    }

    /** Reads the file of a folder. */
    static Experiment read(Path folder) {
        Properties settings = new Properties();
        try (Reader in = Files.newBufferedReader(folder.resolve(FILE))) {
            settings.load(in);
        } catch (IOException e) {
            throw new IllegalArgumentException(folder.resolve(FILE) + " cannot be read: " + e.getMessage());
        }
        String name = String.valueOf(folder.getFileName());
        return new Experiment(name.replaceFirst("-", ":"), folder, settings);
    }

    /** The value of a property; an experiment without it is refused. */
    String text(String name) {
        String text = settings.getProperty(name, "").strip();
        if (text.isEmpty()) {
            throw new IllegalArgumentException(folder.resolve(FILE) + " has no line " + name + " = ...");
        }
        return text;
    }

    /** The value of a property, or the default if it is missing. */
    String text(String name, String otherwise) {
        return settings.getProperty(name, otherwise).strip();
    }

    /** The words of a property, separated by spaces. */
    List<String> words(String name) {
        String text = text(name, "");
        return text.isEmpty() ? List.of() : Arrays.asList(text.split("\\s+", -1));
    }

    /** The groups of operations that have JVMs of their own: how their names begin; none if all share one. */
    List<String> groups() {
        String text = text("jvms", "");
        return text.isEmpty() ? List.of() : List.of(text.split("\\s*;\\s*", -1));
    }

    /** The files and folders of a property, relative to the experiment's folder. */
    List<Path> paths(String name) {
        return words(name).stream()
                .map(each -> folder.resolve(each).normalize())
                .toList();
    }

    /** Differences that users may notice: the lines of {@code differences.md}, if it exists. */
    String differences() throws IOException {
        Path file = folder.resolve("differences.md");
        return Files.exists(file) ? Files.readString(file).strip() : "none known";
    }
}
