package io.mehari.scenarios.compare;

import io.mehari.report.CommandLine;
import io.mehari.scenarios.Contender;
import io.mehari.scenarios.Scenario;
import io.mehari.scenarios.Variation;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The options of the command line.
 *
 * @param variations the variations to measure
 * @param subjects the subjects; the others are compared with the first one
 * @param chosen whether the user named the subjects
 * @param jdks the folders of the JDKs
 * @param seconds how long each fork measures
 * @param warmUp the maximum duration of its warm-up
 * @param forks the number of forks of each subject
 * @param shows a text to print instead of a comparison; empty for a comparison
 */
record Options(
        List<Variation> variations,
        List<Contender> subjects,
        boolean chosen,
        List<Path> jdks,
        double seconds,
        double warmUp,
        int forks,
        String shows) {
    private static final String DEFAULT_SCENARIO = "camel-23686/flat-out";
    private static final String QUICK_SCENARIO = "seda/1-1";
    private static final double DEFAULT_SECONDS = 5;
    private static final double QUICK_SECONDS = 0.5;
    private static final double DEFAULT_WARM_UP = 30;
    private static final double QUICK_WARM_UP = 1;
    private static final int LEAST_FORKS = 3;
    private static final int QUICK_FORKS = 2;
    private static final int MOST_FORKS = 1000;
    static final String HELP = """
            Compares Mehari and its peers. Each runs in JVMs of its own, in the order A B C C B A; results have intervals.

              Compare [options]

              --scenario a,b   scenarios to measure (camel-23686/flat-out): a variation as in seda/2-3, a scenario for all of
                               its variations, or all
              --suite NAME     a predefined comparison: threads, patterns, waiting or workflow
              --subjects a,b   subjects to measure; the others are compared with the first (default: all whose jars are there)
              --jdk a,b        folders of JDKs (default: the one that runs this)
              --seconds N      duration of each fork (5), after its warm-up
              --warm-up N      most seconds for the warm-up (30), which ends when a steady state is shown
              --forks N        JVMs for each value (3), at least 3
              --quick          2 forks of 0.5 s after 1 s at most, by default of seda/1-1: only shows that it works
              --list           list scenarios, suites and subjects
              --help           print this text

            Before each table the first subject is compared with itself: differences of that size or smaller are noise. A
            subject that loses, duplicates or reorders a message gets no values. Ctrl-C ends the program and prints the values
            measured so far.
            """;

    static Options of(String... args) {
        CommandLine given = CommandLine.of(
                "--quick --list --help", "--scenario --suite --subjects --jdk --seconds --warm-up --forks", args);
        boolean quick = given.has("--quick");
        Set<Variation> variations = new LinkedHashSet<>();
        for (String each : given.list("--suite", "")) {
            variations.addAll(CommandLine.named("suite", each, List.of(Suite.values()), Suite::id)
                    .variations());
        }
        for (String each : given.list("--scenario", "")) {
            variations.addAll(variations(each));
        }
        if (variations.isEmpty()) {
            variations.add(Variation.of(quick ? QUICK_SCENARIO : DEFAULT_SCENARIO));
        }
        List<Contender> subjects =
                given.list("--subjects", "").stream().map(Contender::of).toList();
        return new Options(
                List.copyOf(variations),
                subjects.isEmpty() ? usual(quick) : subjects,
                !subjects.isEmpty(),
                given.jdks(),
                given.seconds("--seconds", quick ? QUICK_SECONDS : DEFAULT_SECONDS),
                given.seconds("--warm-up", quick ? QUICK_WARM_UP : DEFAULT_WARM_UP),
                (int) given.number(
                        "--forks", quick ? QUICK_FORKS : LEAST_FORKS, quick ? QUICK_FORKS : LEAST_FORKS, MOST_FORKS),
                given.has("--help") ? HELP : given.has("--list") ? everything() : "");
    }

    /** The default subjects. With {@code --quick} there is no pooled subject, and only the newest Camel. */
    private static List<Contender> usual(boolean quick) {
        return Contender.ALL.stream()
                .filter(each ->
                        !quick || !(each.id().endsWith("-pooled") || each.id().equals("camel-4.20.0")))
                .toList();
    }

    private static List<Variation> variations(String name) {
        List<Scenario> scenarios = List.of(Scenario.values());
        if (name.equals("all")) {
            return scenarios.stream()
                    .flatMap(each -> Suite.variationsOf(each).stream())
                    .toList();
        }
        String scenario = name.replaceAll("/all$", "");
        return scenario.contains("/")
                ? List.of(Variation.of(scenario))
                : Suite.variationsOf(CommandLine.named("scenario", scenario, scenarios, Scenario::id));
    }

    private static String everything() {
        StringBuilder text = new StringBuilder("scenarios:\n");
        for (Scenario each : Scenario.values()) {
            text.append("  ")
                    .append(each.id())
                    .append(": ")
                    .append(each.sentence())
                    .append('\n');
            for (Variation variation : Suite.variationsOf(each)) {
                text.append("    ").append(variation.id()).append('\n');
            }
        }
        text.append("suites:\n");
        for (Suite each : Suite.values()) {
            text.append("  ")
                    .append(each.id())
                    .append(": ")
                    .append(each.sentence())
                    .append('\n');
        }
        text.append("subjects:\n");
        for (Contender each : Contender.ALL) {
            text.append("  ").append(each.id()).append('\n');
        }
        return text.toString();
    }
}
