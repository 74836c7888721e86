package io.mehari.scenarios.demo;

import io.mehari.scenarios.Scenario;
import io.mehari.scenarios.Variation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What the command line asks for.
 *
 * @param seconds for how long each subject is measured
 * @param jdk the folder of the JDK that they run on
 * @param pooled whether those that have a pool of exchanges are measured with it too
 * @param peers whether anybody is measured beside Mehari
 * @param scenario a scenario or one variation of it, {@link #EXCHANGE} or {@link #LIST}
 * @param help whether nothing but the help is wanted
 */
record Options(double seconds, Path jdk, boolean pooled, boolean peers, String scenario, boolean help) {
    static final String EXCHANGE = "exchange";
    static final String LIST = "list";

    private static final double MOST_SECONDS = 24 * 3600;
    private static final int MANY = 3;
    private static final List<String> NAMES =
            List.of("--seconds", "--jdk", "--pooled", "--no-peers", "--scenario", "--help");

    static final String HELP = """
            What messages cost in Mehari and in Apache Camel 4.20.0 and 4.22.0, measured here and now.

              ./demo [options]

              --seconds N      measure each for N seconds (10), after a short warm-up
              --scenario NAME  what is measured (camel-23686); a variation after a slash, as in seda/2-3;
                               list: what there is; exchange: bytes and objects of an exchange by itself
              --jdk PATH       the folder of the JDK to measure on (the one that builds)
              --pooled         Mehari and Camel 4.22.0 with pools of exchanges as well
              --no-peers       Mehari alone
              --help           this

            Each runs in a JVM of its own with -Xms1g -Xmx1g. A subject that loses, doubles or reorders a message has no
            figures. Ctrl-C ends it with what was measured so far.

            While one runs, a line shows messages/s, bytes and CPU time of a message, heap, and the classes of which most of
            its objects are. Those are counted before, in another JVM, so that no recorder runs where time is taken; paced
            messages are counted without their timer. A narrow terminal gets a shorter line.
            """;

    static Options of(String... args) throws BadOption {
        double seconds = 10;
        Path jdk = Path.of(System.getProperty("java.home"));
        boolean pooled = false;
        boolean peers = true;
        String scenario = Scenario.CAMEL_23686.id();
        boolean help = false;
        for (int i = 0; i < args.length; i++) {
            int equals = args[i].indexOf('=');
            String name = equals < 0 ? args[i] : args[i].substring(0, equals);
            boolean takesValue = List.of("--seconds", "--jdk", "--scenario").contains(name);
            if (equals >= 0 && NAMES.contains(name) && !takesValue) {
                throw new BadOption(name + " takes no value");
            }
            String value = "";
            if (takesValue) {
                if (equals < 0 && i + 1 == args.length) {
                    throw new BadOption(name + " needs a value, as in " + example(name));
                }
                value = equals < 0 ? args[++i] : args[i].substring(equals + 1);
            }
            switch (name) {
                case "--seconds" -> seconds = seconds(value);
                case "--jdk" -> jdk = jdk(value);
                case "--scenario" -> scenario = scenario(value);
                case "--pooled" -> pooled = true;
                case "--no-peers" -> peers = false;
                case "--help", "-h" -> help = true;
                default -> throw new BadOption("There is no option " + name + Nearest.suggestion(name, NAMES));
            }
        }
        return new Options(seconds, jdk, pooled, peers, scenario, help);
    }

    private static String example(String name) {
        return switch (name) {
            case "--seconds" -> "--seconds 10";
            case "--jdk" -> "--jdk /opt/jdk-25";
            default -> "--scenario seda/2-3 (--scenario list shows all)";
        };
    }

    private static double seconds(String value) throws BadOption {
        try {
            double seconds = Double.parseDouble(value);
            if (seconds > 0 && seconds <= MOST_SECONDS) {
                return seconds;
            }
        } catch (NumberFormatException e) {
            // said below
        }
        throw new BadOption("--seconds " + value + ": write a number above 0, as in " + example("--seconds"));
    }

    private static Path jdk(String value) throws BadOption {
        Path folder = Path.of(value);
        if (!Files.isExecutable(folder.resolve("bin").resolve("java"))) {
            throw new BadOption("--jdk " + value + ": there is no " + folder.resolve("bin/java")
                    + "; name the folder of a JDK from 17 on, as in " + example("--jdk"));
        }
        return folder;
    }

    private static String scenario(String value) throws BadOption {
        List<String> known = new ArrayList<>();
        for (Scenario each : Scenario.values()) {
            known.add(each.id());
        }
        known.add(EXCHANGE);
        known.add(LIST);
        String name = value.toLowerCase(Locale.ROOT);
        int slash = name.indexOf('/');
        if (!known.contains(slash < 0 ? name : name.substring(0, slash))) {
            throw new BadOption("There is no scenario " + value + Nearest.suggestion(name, known));
        }
        if (slash >= 0) {
            Scenario scenario = Scenario.of(name.substring(0, slash));
            String variation = name.substring(slash + 1);
            if (!scenario.variations().contains(variation)) {
                throw new BadOption("There is no variation " + variation + " of " + scenario.id()
                        + Nearest.suggestion(variation, scenario.variations()));
            }
        }
        return name;
    }

    /** What is to be measured: one variation, or all of a scenario that has few of them, or the first. */
    List<Variation> variations() {
        if (scenario.contains("/")) {
            return List.of(Variation.of(scenario));
        }
        List<String> names = Scenario.of(scenario).variations();
        List<Variation> chosen = new ArrayList<>();
        for (String name : names.size() > MANY ? names.subList(0, 1) : names) {
            chosen.add(Variation.of(name.isEmpty() ? scenario : scenario + "/" + name));
        }
        return chosen;
    }

    /** Every scenario with its sentence and its variations. */
    static String list() {
        StringBuilder text = new StringBuilder();
        for (Scenario each : Scenario.values()) {
            text.append(each.id()).append("\n    ").append(each.sentence()).append('\n');
            String line = "   ";
            for (String name : each.variations()) {
                String shown = name.isEmpty() ? "" : " " + each.id() + "/" + name;
                if (line.length() + shown.length() > 118) {
                    text.append(line).append('\n');
                    line = "   ";
                }
                line += shown;
            }
            text.append(line.isBlank() ? "" : line + "\n");
        }
        return text.append(EXCHANGE)
                .append("\n    bytes and objects of an exchange by itself: made, filled, copied, completed\n")
                .toString();
    }
}
