package io.mehari.lab;

import io.mehari.report.BadOption;
import io.mehari.report.CommandLine;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a user asks the lab to run.
 *
 * @param experiment the experiment to run
 * @param experiments the folder of experiments that the user named; null for the lab's own
 * @param before the framework before the change
 * @param after the framework after the change
 * @param part sources, a folder or jars to put before it on the class path; null for the part of the experiment
 * @param routes a source that replaces the workload of the experiment; null for no replacement
 * @param beforeJvm additional options for the JVMs before the change
 * @param afterJvm additional options for the JVMs after the change
 * @param jdk the JDK to measure on
 * @param rounds the number of JVMs of each role
 * @param seconds how long each JVM measures, warm-up included
 * @param seed of the random order
 * @param fresh whether to start again instead of continuing an interrupted run
 * @param noChange whether to leave out the change, so that all differences are noise
 */
record Request(
        Experiment experiment,
        @Nullable String experiments,
        String before,
        String after,
        @Nullable String part,
        @Nullable String routes,
        List<String> beforeJvm,
        List<String> afterJvm,
        Path jdk,
        int rounds,
        double seconds,
        long seed,
        boolean fresh,
        boolean noChange) {

    static final String FLAGS = "--quick --fresh --no-change --fail-if-worse --help";
    static final String VALUES =
            "--before --after --part --routes --before-jvm --after-jvm --jdk --rounds --seconds --seed"
                    + " --experiments --packages --tests --minutes";

    private static final int MOST_ROUNDS = 1000;
    private static final int ROUNDS = 12;
    private static final double SECONDS = 6;
    private static final int QUICK_ROUNDS = 2;
    private static final double QUICK_SECONDS = 1;

    /** Parses a command line. Without the name of an experiment, it compares versions of one framework. */
    static Request of(CommandLine line, Path experiments) throws IOException {
        Experiment experiment = Experiment.named(name(line), experiments);
        String before = line.text("--before", experiment.text("framework"));
        boolean quick = line.has("--quick");
        boolean noChange = noChange(line);
        List<String> beforeJvm = words(line.text("--before-jvm", experiment.text("before.jvm", "")));
        return new Request(
                experiment,
                named(line, "--experiments"),
                before,
                noChange ? before : after(line, experiment, before),
                named(line, "--part"),
                named(line, "--routes"),
                beforeJvm,
                noChange ? beforeJvm : words(line.text("--after-jvm", experiment.text("after.jvm", ""))),
                oneJdk(line),
                (int) line.number("--rounds", quick ? QUICK_ROUNDS : ROUNDS, 1, MOST_ROUNDS),
                line.seconds("--seconds", quick ? QUICK_SECONDS : SECONDS),
                line.number("--seed", 1, Long.MIN_VALUE, Long.MAX_VALUE),
                line.has("--fresh"),
                noChange);
    }

    private static @Nullable String named(CommandLine line, String option) {
        return line.has(option) ? line.text(option, "") : null;
    }

    private static boolean noChange(CommandLine line) {
        if (!line.has("--no-change")) {
            return false;
        }
        for (String each : List.of("--after", "--after-jvm", "--part")) {
            if (line.has(each)) {
                throw new BadOption("--no-change measures the framework as it is on both sides: leave out " + each);
            }
        }
        return true;
    }

    private static String after(CommandLine line, Experiment experiment, String before) {
        return line.text("--after", line.has("--before") && !experiment.has("after") ? before : experiment.after());
    }

    private static String name(CommandLine line) {
        if (line.words().size() > 2) {
            throw new BadOption("Name one experiment, not "
                    + line.words().subList(1, line.words().size()));
        }
        if (line.words().size() == 2) {
            return line.words().get(1);
        }
        String before = line.text("--before", "");
        if (before.isEmpty()) {
            throw new BadOption("Name an experiment, as in ./lab run camel:headers, or two versions with --before and"
                    + " --after");
        }
        return before.replaceFirst(":.*", "") + ":versions";
    }

    private static Path oneJdk(CommandLine line) {
        List<Path> jdks = line.jdks();
        if (jdks.size() != 1) {
            throw new BadOption("--jdk: name one JDK, and run the lab once for each");
        }
        return jdks.get(0);
    }

    private static List<String> words(String text) {
        return text.isBlank() ? List.of() : List.of(text.strip().split("\\s+", -1));
    }

    /** The command line that repeats this request. */
    String command() {
        return "./lab run " + change() + " --rounds " + rounds + " --seconds " + secondsShown() + " --seed " + seed;
    }

    /** The experiment, and the options that say what is before and after. */
    String change() {
        StringBuilder line = new StringBuilder(experiment.id());
        if (!before.equals(experiment.text("framework"))) {
            line.append(" --before ").append(before);
        }
        if (noChange) {
            line.append(" --no-change");
        } else if (!after.equals(experiment.after())) {
            line.append(" --after ").append(after);
        }
        append(line, " --part ", part);
        append(line, " --routes ", routes);
        if (!String.join(" ", beforeJvm).equals(experiment.text("before.jvm", ""))) {
            line.append(" --before-jvm '").append(String.join(" ", beforeJvm)).append('\'');
        }
        if (!noChange && !String.join(" ", afterJvm).equals(experiment.text("after.jvm", ""))) {
            line.append(" --after-jvm '").append(String.join(" ", afterJvm)).append('\'');
        }
        append(line, " --experiments ", experiments);
        return line.toString();
    }

    /** The seconds as text, without a decimal point for whole numbers. */
    String secondsShown() {
        return seconds == Math.rint(seconds) ? Long.toString(Math.round(seconds)) : Double.toString(seconds);
    }

    private static void append(StringBuilder line, String option, @Nullable String value) {
        if (value != null) {
            line.append(option).append(value);
        }
    }
}
