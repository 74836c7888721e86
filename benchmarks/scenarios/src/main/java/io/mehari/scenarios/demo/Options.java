package io.mehari.scenarios.demo;

import io.mehari.report.BadOption;
import io.mehari.report.CommandLine;
import io.mehari.scenarios.Scenario;
import io.mehari.scenarios.Variation;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * The options of the command line.
 *
 * @param seconds how long each subject is measured
 * @param jdk the folder of the JDK to run on
 * @param pooled whether to measure subjects also with exchange pooling, if they have it
 * @param peers whether to measure other libraries, too
 * @param scenario a scenario or one variation of it, {@link #EXCHANGE} or {@link #LIST}
 * @param help whether to print only the help
 */
record Options(double seconds, Path jdk, boolean pooled, boolean peers, String scenario, boolean help) {
    static final String EXCHANGE = "exchange";
    static final String LIST = "list";

    private static final int MANY = 3;
    static final String HELP = """
            Measures the cost of a message in Mehari and in Apache Camel 4.20.0 and 4.22.0 on this machine.

              ./demo [options]

              --seconds N      measure each subject for N seconds (10), after a short warm-up
              --scenario NAME  the scenario to measure (camel-23686), or one variation of it, as in seda/2-3;
                               list: list all scenarios; exchange: bytes and objects of an exchange without a route;
                               sales: a route from Kafka to a JMS queue, while the route and both brokers are killed in
                               turn (takes --seconds N, --rate N messages a second, --jdk);
                               http: HTTP to a queue that is full for a while, and connections that are cut (the same
                               options)
              --jdk PATH       the folder of the JDK to measure on (default: the one that builds)
              --pooled         also measure Mehari and Camel 4.22.0 with exchange pooling
              --no-peers       measure only Mehari
              --help           print this text

            Each subject runs in a JVM of its own with -Xms1g -Xmx1g. A subject that loses, duplicates or reorders a message gets
            no values. Ctrl-C ends the program and prints the values measured so far.

            While a subject runs, a line shows messages/s, bytes and CPU time per message, heap, and the classes with the most
            objects. The objects are counted before, in another JVM, so that the profiler does not run while times are measured;
            for paced messages the objects of the timer are not counted. In a narrow terminal the line is shorter.
            """;

    static Options of(String... args) {
        CommandLine given = CommandLine.of("--pooled --no-peers --help", "--seconds --jdk --scenario", args);
        List<Path> jdks = given.jdks();
        if (jdks.size() > 1) {
            throw new BadOption("--jdk: the demo takes only one JDK; run it once for each JDK");
        }
        return new Options(
                given.seconds("--seconds", 10),
                jdks.get(0),
                given.has("--pooled"),
                !given.has("--no-peers"),
                scenario(given.text("--scenario", Scenario.CAMEL_23686.id()).toLowerCase(Locale.ROOT)),
                given.has("--help"));
    }

    private static String scenario(String name) {
        if (name.contains("/")) {
            return Variation.of(name).id();
        }
        List<String> known = new ArrayList<>(List.of(EXCHANGE, LIST));
        Arrays.stream(Scenario.values()).map(Scenario::id).forEach(known::add);
        return CommandLine.named("scenario", name, known, each -> each);
    }

    /** The variations to measure: one variation, or all of a scenario that has few, or the first one. */
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

    /** A list of all scenarios with their descriptions and variations. */
    static String list() {
        StringBuilder text = new StringBuilder();
        for (Scenario each : Scenario.values()) {
            String sentences = each.sentence().replace(". ", ".\n    ");
            text.append(each.id()).append("\n    ").append(sentences).append('\n');
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
                .append("\n    bytes and objects of an exchange without a route: created, filled, copied, completed\n")
                .append(
                        "sales\n    from Kafka to a JMS queue, while the route and both brokers are killed: nothing is lost\n")
                .toString();
    }
}
