package io.mehari.load;

import io.mehari.report.BadOption;
import io.mehari.report.CommandLine;
import io.mehari.scenarios.Contender;
import io.mehari.scenarios.Payload;
import io.mehari.scenarios.Scenario;
import io.mehari.scenarios.Variation;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The options of the command line. The first mistake in it is reported. */
final class Options {
    static final String HELP = """
            Measures latency at a fixed rate of messages, which does not wait for slow subjects.

              ./bench load [options]
              ./bench load compare a.json b.json

              --scenario NAME  the scenario (seda/1-1), but not a paced one; ./demo --scenario list lists all
              --subject A,B    subjects to measure (mehari), such as mehari-pooled or camel-4.22.0; they run in turn
              --rate N         messages a second of all producers together (100_000)
              --seconds N      duration (10), or
              --count N        number of messages
              --rounds N       number of runs (1); from 2 on values have intervals, and subjects are compared
              --producers N    threads that send (default: as in the scenario, else 1)
              --consumers N    threads that take from the queue, if there is one
              --payload N      bytes of each message's content, created when it is sent (0: no content)
              --mix A,B        types of bodies, in turn: parcel, text, number, file (default: as in the scenario)
              --warm-up N      seconds of warm-up at full speed (3, or half of the duration)
              --jdk A,B        folders of JDKs to measure on (default: the one that builds)
              -o FOLDER        folder for load.json and load.html (target/load); or a file.json
              --help           print this text; ./bench --help lists the options of all measurements

            The latency of a message starts when it was due, so a subject that stalls also pays for the messages that wait
            meanwhile. A subject that loses, duplicates, changes or reorders a message gets no values.
            """;

    private static final String NAMES =
            "--scenario --subject --rate --seconds --count --rounds --producers --consumers --payload --mix --warm-up --jdk -o";

    private static final long DEFAULT_RATE = 100_000;
    private static final double DEFAULT_SECONDS = 10;
    private static final double MOST_WARM_UP = 3;
    private static final long MOST_RATE = 50_000_000;
    private static final long MOST_COUNT = 1_000_000_000_000L;
    private static final int MOST_CONSUMERS = 100;
    private static final int MOST_BYTES = 10_000_000;

    private final CommandLine given;

    private Options(CommandLine given) {
        this.given = given;
    }

    static Options of(String... args) {
        Options options = new Options(CommandLine.of("--help", NAMES, args));
        if (options.given.has("--seconds") && options.given.has("--count")) {
            throw new BadOption("--seconds and --count exclude each other: with the rate, one gives the other");
        }
        return options;
    }

    boolean help() {
        return given.has("--help");
    }

    Plan plan() {
        Variation variation = variation();
        long rate = given.number("--rate", DEFAULT_RATE, 1, MOST_RATE);
        double seconds = given.seconds("--seconds", DEFAULT_SECONDS);
        long count = given.number("--count", Math.max(1, Math.round(rate * seconds)), 1, MOST_COUNT);
        double warmUp = given.seconds("--warm-up", Math.min(MOST_WARM_UP, (double) count / rate / 2));
        int bytes = (int) given.number("--payload", 0, 0, MOST_BYTES);
        List<BodyType> mix = mix(variation);
        if (bytes > 0 && mix.stream().allMatch(each -> each == BodyType.NUMBER)) {
            throw new BadOption(
                    "--payload " + bytes + ": a number has no content; leave one of --payload and --mix out");
        }
        if (bytes > 0 && bytes < Payload.DIGITS) {
            throw new BadOption("--payload " + bytes + ": a content has at least " + Payload.DIGITS + " bytes");
        }
        return new Plan(variation, rate, count, warmUp, bytes, mix);
    }

    private Variation variation() {
        Variation named = named(given.text("--scenario", "seda/1-1"));
        Scenario scenario = named.scenario();
        boolean shaped = scenario == Scenario.SEDA || scenario == Scenario.DISRUPTOR;
        boolean queued = shaped || scenario == Scenario.FIRE_AND_FORGET || scenario == Scenario.WORKFLOW;
        int producers = (int) given.number("--producers", named.senders(), 1, Payload.MOST_SENDERS);
        int consumers = (int) given.number("--consumers", named.consumers(), 1, MOST_CONSUMERS);
        if (!queued && consumers != named.consumers()) {
            throw new BadOption("--consumers " + consumers + ": no thread takes from a queue in " + scenario.id()
                    + "; leave it out, or choose seda");
        }
        return new Variation(scenario, shaped ? producers + "-" + consumers : named.name(), producers, consumers);
    }

    private static Variation named(String id) {
        if (id.equals(Scenario.CAMEL_23686.id())) {
            return Variation.of(id + "/flat-out");
        }
        Variation variation = Variation.of(id);
        if (variation.paced()) {
            throw new BadOption(id + " has a timer of its own and takes no load: choose camel-23686/flat-out");
        }
        return variation;
    }

    private List<BodyType> mix(Variation variation) {
        if (!given.has("--mix")) {
            return Plan.usualMix(variation);
        }
        List<BodyType> mix = BodyType.list(given.text("--mix", ""));
        boolean parcelsOnly = variation.scenario() == Scenario.CBR && !variation.mixed();
        if (parcelsOnly && mix.stream().anyMatch(each -> each != BodyType.PARCEL)) {
            throw new BadOption(
                    "--mix " + BodyType.names(mix) + ": " + variation.id() + " routes parcels; choose cbr/mixed");
        }
        return mix;
    }

    /** The subjects to measure, of those that can run the variation. */
    List<Contender> contenders(Variation variation) {
        List<Contender> chosen = new ArrayList<>();
        for (String id : given.list("--subject", "mehari")) {
            Contender each = Contender.of(id);
            if (!each.does(variation)) {
                throw new BadOption(id + " does not do " + variation.id() + ". " + each.whyNot(variation));
            }
            chosen.add(each);
        }
        return chosen;
    }

    List<Path> jdks() {
        return given.jdks();
    }

    int rounds() {
        return (int) given.number("--rounds", 1, 1, 1000);
    }

    /** The file that the result goes to. */
    Path output() {
        Path output = Path.of(given.text("-o", "target/load"));
        return output.toString().endsWith(".json") ? output : output.resolve("load.json");
    }
}
