package io.mehari.scenarios.compare;

import io.mehari.scenarios.Contender;
import io.mehari.scenarios.Scenario;
import io.mehari.scenarios.Variation;
import io.mehari.scenarios.demo.BadOption;
import io.mehari.scenarios.demo.Nearest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What the command line asks for.
 *
 * @param variations what is done
 * @param subjects by whom; the first is the one that the others are compared with
 * @param chosen whether the subjects were named
 * @param jdks on which JDKs, by their folders
 * @param seconds how long each fork measures
 * @param forks how many there are of each
 * @param shows what is printed in place of a comparison; empty for a comparison
 */
record Options(
        List<Variation> variations,
        List<Contender> subjects,
        boolean chosen,
        List<Path> jdks,
        double seconds,
        int forks,
        String shows) {
    private static final String DEFAULT_SCENARIO = "camel-23686/flat-out";
    private static final String QUICK_SCENARIO = "seda/1-1";
    private static final double DEFAULT_SECONDS = 5;
    private static final double QUICK_SECONDS = 0.5;
    private static final double MOST_SECONDS = 24 * 3600;
    private static final int LEAST_FORKS = 3;
    private static final int QUICK_FORKS = 2;
    private static final int MOST_FORKS = 1000;
    private static final List<String> FLAGS = List.of("--quick", "--list", "--help");
    private static final List<String> VALUES =
            List.of("--scenario", "--suite", "--subjects", "--jdk", "--seconds", "--forks");

    static final String HELP = """
            Mehari and its peers, each in JVMs of its own that take turns (A B C C B A), checked and with intervals.

              Compare [options]

              --scenario a,b   what is measured (camel-23686/flat-out): a variation as in seda/2-3, a scenario for all of
                               its variations, or all
              --suite NAME     a published comparison: threads, patterns, waiting or workflow
              --subjects a,b   who is measured; the others are compared with the first (all whose jars are there)
              --jdk a,b        folders of JDKs (the one that runs this)
              --seconds N      how long each fork measures (5), after half of it for warming up
              --forks N        how many JVMs for each figure (3), 3 at least
              --quick          2 forks of 0.5 s, at seda/1-1 if nothing else is asked for: shows that it works, and no more
              --list           scenarios, suites and subjects
              --help           this

            Before each table the first subject is measured against itself: what differs no more than that differs by
            noise. A subject that loses, doubles or reorders a message has no figures. Ctrl-C ends it with what was
            measured so far.
            """;

    static Options of(String... args) throws BadOption {
        Map<String, String> given = given(args);
        boolean quick = given.containsKey("--quick");
        Set<Variation> variations = new LinkedHashSet<>();
        for (String each : list(given, "--suite")) {
            variations.addAll(suite(each).variations());
        }
        for (String each : list(given, "--scenario")) {
            variations.addAll(variations(each));
        }
        if (variations.isEmpty()) {
            variations.add(Variation.of(quick ? QUICK_SCENARIO : DEFAULT_SCENARIO));
        }
        List<Contender> subjects = new ArrayList<>();
        for (String each : list(given, "--subjects")) {
            subjects.add(subject(each));
        }
        List<Path> jdks = new ArrayList<>();
        for (String each : list(given, "--jdk")) {
            jdks.add(jdk(each));
        }
        if (jdks.isEmpty()) {
            jdks.add(Path.of(System.getProperty("java.home")));
        }
        return new Options(
                List.copyOf(variations),
                subjects.isEmpty() ? everybody(quick) : subjects,
                !subjects.isEmpty(),
                jdks,
                number(given, "--seconds", quick ? QUICK_SECONDS : DEFAULT_SECONDS, 0.05, MOST_SECONDS),
                (int) number(given, "--forks", quick ? QUICK_FORKS : LEAST_FORKS, quick ? 2 : LEAST_FORKS, MOST_FORKS),
                given.containsKey("--help") ? HELP : given.containsKey("--list") ? everything() : "");
    }

    /** Who is compared when nobody is named: in a hurry nobody with a pool, and the newest Camel alone. */
    private static List<Contender> everybody(boolean quick) {
        return Contender.ALL.stream()
                .filter(each ->
                        !quick || !(each.id().endsWith("-pooled") || each.id().equals("camel-4.20.0")))
                .toList();
    }

    private static Map<String, String> given(String... args) throws BadOption {
        Map<String, String> given = new LinkedHashMap<>();
        for (int i = 0; i < args.length; i++) {
            int equals = args[i].indexOf('=');
            String name = equals < 0 ? args[i] : args[i].substring(0, equals);
            if (FLAGS.contains(name) && equals < 0) {
                given.put(name, "");
            } else if (!VALUES.contains(name)) {
                List<String> known = new ArrayList<>(VALUES);
                known.addAll(FLAGS);
                throw new BadOption("There is no option " + args[i] + Nearest.suggestion(name, known));
            } else if (equals < 0 && i + 1 == args.length) {
                throw new BadOption(name + " needs a value: see --help");
            } else {
                given.put(name, equals < 0 ? args[++i] : args[i].substring(equals + 1));
            }
        }
        return given;
    }

    private static List<String> list(Map<String, String> given, String name) {
        String value = given.get(name);
        return value == null
                ? List.of()
                : Arrays.stream(value.split(",", -1)).map(String::strip).toList();
    }

    private static Suite suite(String name) throws BadOption {
        for (Suite each : Suite.values()) {
            if (each.id().equals(name)) {
                return each;
            }
        }
        throw new BadOption("There is no suite " + name + Nearest.suggestion(name, Suite.ids()));
    }

    private static List<Variation> variations(String name) throws BadOption {
        if (name.equals("all")) {
            return Arrays.stream(Scenario.values())
                    .flatMap(each -> Suite.variationsOf(each).stream())
                    .toList();
        }
        List<String> known = new ArrayList<>();
        for (Scenario scenario : Scenario.values()) {
            if (scenario.id().equals(name) || name.equals(scenario.id() + "/all")) {
                return Suite.variationsOf(scenario);
            }
            known.add(scenario.id());
        }
        List<String> forms = new ArrayList<>();
        for (Scenario scenario : Scenario.values()) {
            for (Variation each : Suite.variationsOf(scenario)) {
                if (each.id().equals(name)) {
                    return List.of(each);
                }
                if (name.startsWith(scenario.id() + "/")) {
                    forms.add(each.id());
                }
            }
        }
        throw new BadOption("There is no scenario " + name + Nearest.suggestion(name, forms.isEmpty() ? known : forms));
    }

    private static Contender subject(String name) throws BadOption {
        List<String> known = Contender.ALL.stream().map(Contender::id).toList();
        if (!known.contains(name)) {
            throw new BadOption("There is no subject " + name + Nearest.suggestion(name, known));
        }
        return Contender.of(name);
    }

    private static Path jdk(String value) throws BadOption {
        Path folder = Path.of(value);
        if (!Files.isExecutable(folder.resolve("bin").resolve("java"))) {
            throw new BadOption("--jdk " + value + ": there is no " + folder.resolve("bin/java")
                    + "; name the folders of JDKs from 17 on, with commas between them");
        }
        return folder;
    }

    private static double number(Map<String, String> given, String name, double otherwise, double least, double most)
            throws BadOption {
        String value = given.get(name);
        if (value == null) {
            return otherwise;
        }
        try {
            double number = Double.parseDouble(value);
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            // said below
        }
        throw new BadOption(name + " " + value + ": write a number from "
                + (least < 1 ? Double.toString(least) : Integer.toString((int) least)) + " on"
                + (name.equals("--forks") ? "; fewer show nothing (--quick makes do with 2)" : ""));
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
