package io.mehari.lab;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What is compared: an experiment, and what the command line says in place of its lines. */
final class Change {
    @Option(
            names = "--before",
            paramLabel = "NAME",
            description =
                    "A framework and its version, as in camel:4.22.0, or jars and folders of classes, with : between.")
    private @Nullable String before;

    @Option(names = "--after", paramLabel = "NAME", description = "The same after the change.")
    private @Nullable String after;

    @Option(
            names = "--part",
            paramLabel = "PATH",
            description = "What is first on the class path after the change: a jar, classes or sources.")
    private @Nullable String part;

    @Option(
            names = "--routes",
            paramLabel = "FILE.java",
            description = "Your operations (a Workload) or routes (a RouteBuilder with direct:lab).")
    private @Nullable Path routes;

    @Option(
            names = "--before-jvm",
            paramLabel = "TEXT",
            description = "More options for the JVMs before the change, in quotes.")
    private @Nullable String beforeJvm;

    @Option(names = "--after-jvm", paramLabel = "TEXT", description = "The same after the change.")
    private @Nullable String afterJvm;

    private @Nullable Experiment experiment;

    /** Finds the experiment of that name. Two versions of one framework need none. */
    Change named(@Nullable String name, Path experiments) throws IOException {
        if (name == null && before == null) {
            throw new IllegalArgumentException(
                    "Name an experiment, as in ./lab run camel:headers, or two versions with --before and"
                            + " --after");
        }
        experiment = name == null
                ? Experiment.ofVersions(String.valueOf(before).replaceFirst(":.*", ""), experiments)
                : Experiment.named(name, experiments);
        return this;
    }

    /** The comparison of versions of that framework. */
    void versions(String framework, Path experiments) throws IOException {
        experiment = Experiment.ofVersions(framework, experiments);
    }

    /** How the operations begin that have JVMs of their own; the user's routes share one. */
    List<String> groups() {
        return routes == null ? experiment().groups() : List.of();
    }

    /** The experiment. */
    Experiment experiment() {
        return Objects.requireNonNull(experiment, "named() was not called");
    }

    /** The framework before the change. */
    String before() {
        return before == null ? experiment().text("framework") : before;
    }

    /** The framework after it: another version, or the same with a part. */
    String after() {
        if (after == null && before != null && experiment().words("after").isEmpty()) {
            return before();
        }
        return after == null ? experiment().text("after", experiment().text("framework")) : after;
    }

    /** Whether nothing but the release differs. */
    boolean isOfReleases() {
        return part().isEmpty()
                && edits().isEmpty()
                && (before() + " " + after()).matches("([\\w-]+):\\d+\\.\\d+\\.\\d+ \\1:\\d+\\.\\d+\\.\\d+");
    }

    /** The options of the JVMs before the change. */
    List<String> beforeJvm() {
        return words(beforeJvm == null ? experiment().text("before.jvm", "") : beforeJvm);
    }

    /** The options of the JVMs after it. */
    List<String> afterJvm() {
        return words(afterJvm == null ? experiment().text("after.jvm", "") : afterJvm);
    }

    private static List<String> words(String text) {
        return text.isBlank() ? List.of() : List.of(text.strip().split("\\s+", -1));
    }

    /** What is first on the class path after the change. */
    List<Path> part() {
        return part == null ? experiment().paths("part") : paths(part);
    }

    /** The file with the edits of classes; none without such a change. */
    List<Path> edits() {
        return experiment().paths("edits");
    }

    /** The sources of the operations. The last one has them, or the user's routes. */
    List<Path> workload() {
        if (routes == null) {
            experiment().text("workload"); // refuses an experiment that has none
            return experiment().paths("workload");
        }
        return Stream.concat(experiment().paths("routes.workload").stream(), Stream.of(routes.toAbsolutePath()))
                .toList();
    }

    private static List<Path> paths(String text) {
        return Stream.of(text.split(File.pathSeparator, -1))
                .map(each -> Path.of(each).toAbsolutePath())
                .toList();
    }

    /** The text for the framework before the change. */
    String saysBefore() {
        return side(before(), beforeJvm());
    }

    /** The text for the framework after it. */
    String saysAfter() {
        String framework = after();
        if (part != null) {
            framework += " with " + part;
        } else if (!experiment().words("part").isEmpty()) {
            framework += " with the part of the experiment";
        }
        if (!edits().isEmpty()) {
            framework += ", classes edited";
        }
        return side(framework, afterJvm());
    }

    private static String side(String framework, List<String> jvm) {
        return framework + (jvm.isEmpty() ? "" : ", `" + String.join(" ", jvm) + "`");
    }
}
