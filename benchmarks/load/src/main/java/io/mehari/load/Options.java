package io.mehari.load;

import io.mehari.scenarios.Contender;
import io.mehari.scenarios.Payload;
import io.mehari.scenarios.Scenario;
import io.mehari.scenarios.Variation;
import io.mehari.scenarios.demo.BadOption;
import io.mehari.scenarios.demo.Nearest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What the command line asks for; the first mistake in it is refused. */
final class Options {
    static final String HELP = """
            Messages at a rate that does not wait for who is measured, and how late each one arrives.

              ./bench load [options]
              ./bench load compare a.json b.json

              --scenario NAME  what is done (seda/1-1); ./demo --scenario list names all; all but paced ones
              --subject A,B    who is measured (mehari), such as mehari-pooled or camel-4.22.0; in turn, there and back
              --rate N         messages a second, of all producers (100_000)
              --seconds N      for how long (10), or
              --count N        how many messages
              --rounds N       how often (1); from 2 on figures have intervals, and subjects are compared
              --producers N    threads that send (as the scenario says, else 1)
              --consumers N    threads that take from the queue, where there is one
              --payload N      bytes of each message's content, made when it is sent (0: none is made)
              --mix A,B        types of bodies, in turn: parcel, text, number, file (as the scenario says)
              --warm-up N      seconds of messages as fast as they are taken before (3, or half of the time)
              --jdk A,B        folders of JDKs to measure on (the one that builds)
              -o FOLDER        where load.json and load.html go (target/load); or a file.json
              --help           this; ./bench --help names those that all measurements take

            A message's time runs from when it was due, so that whoever stalls is charged for all that waits meanwhile. A
            subject that loses, doubles, changes or reorders a message has no figures.
            """;

    private static final List<String> NAMES = List.of(
            "--scenario",
            "--subject",
            "--rate",
            "--seconds",
            "--count",
            "--rounds",
            "--producers",
            "--consumers",
            "--payload",
            "--mix",
            "--warm-up",
            "--jdk",
            "-o",
            "--help");

    private static final long DEFAULT_RATE = 100_000;
    private static final double DEFAULT_SECONDS = 10;
    private static final double MOST_WARM_UP = 3;
    private static final long MOST_RATE = 50_000_000;
    private static final long MOST_COUNT = 1_000_000_000_000L;
    private static final double MOST_SECONDS = 7 * 24 * 3600;
    private static final int MOST_CONSUMERS = 100;
    private static final int MOST_BYTES = 10_000_000;

    private final Map<String, String> given = new HashMap<>();

    private Options() {}

    static Options of(String... args) throws BadOption {
        Options options = new Options();
        for (int i = 0; i < args.length; i++) {
            int equals = args[i].indexOf('=');
            String name = equals < 0 ? args[i] : args[i].substring(0, equals);
            name = name.equals("-h") ? "--help" : name;
            if (!NAMES.contains(name)) {
                throw new BadOption("There is no option " + name + Nearest.suggestion(name, NAMES));
            }
            if (name.equals("--help")) {
                options.given.put(name, "");
            } else if (equals < 0 && i + 1 == args.length) {
                throw new BadOption(name + " needs a value: --help says which");
            } else {
                options.given.put(name, equals < 0 ? args[++i] : args[i].substring(equals + 1));
            }
        }
        if (options.given.containsKey("--seconds") && options.given.containsKey("--count")) {
            throw new BadOption("--seconds and --count exclude each other: the rate makes one of the other");
        }
        return options;
    }

    boolean help() {
        return given.containsKey("--help");
    }

    Plan plan() throws BadOption {
        Variation variation = variation();
        long rate = number("--rate", DEFAULT_RATE, MOST_RATE);
        double seconds = seconds("--seconds", DEFAULT_SECONDS);
        long count = number("--count", Math.max(1, Math.round(rate * seconds)), MOST_COUNT);
        double warmUp = seconds("--warm-up", Math.min(MOST_WARM_UP, (double) count / rate / 2));
        int bytes = given.getOrDefault("--payload", "0").equals("0") ? 0 : (int) number("--payload", 0, MOST_BYTES);
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

    private Variation variation() throws BadOption {
        Variation named = named(given.getOrDefault("--scenario", "seda/1-1"));
        Scenario scenario = named.scenario();
        boolean shaped = scenario == Scenario.SEDA || scenario == Scenario.DISRUPTOR;
        boolean queued = shaped || scenario == Scenario.FIRE_AND_FORGET || scenario == Scenario.WORKFLOW;
        int producers = (int) number("--producers", named.senders(), Payload.MOST_SENDERS);
        int consumers = (int) number("--consumers", named.consumers(), MOST_CONSUMERS);
        if (!queued && consumers != named.consumers()) {
            throw new BadOption("--consumers " + consumers + ": nobody takes from a queue in " + scenario.id()
                    + "; leave it out, or choose seda");
        }
        return new Variation(scenario, shaped ? producers + "-" + consumers : named.name(), producers, consumers);
    }

    private static Variation named(String id) throws BadOption {
        List<String> known = Arrays.stream(Scenario.values()).map(Scenario::id).toList();
        int slash = id.indexOf('/');
        String name = slash < 0 ? id : id.substring(0, slash);
        if (!known.contains(name)) {
            throw new BadOption("There is no scenario " + name + Nearest.suggestion(name, known));
        }
        if (name.equals(Scenario.CAMEL_23686.id()) && slash < 0) {
            return Variation.of(id + "/flat-out");
        }
        List<String> variations = Scenario.of(name).variations();
        String variation = slash < 0 ? "" : id.substring(slash + 1);
        if (slash >= 0 && !variations.contains(variation)) {
            throw new BadOption(
                    "There is no variation " + variation + " of " + name + Nearest.suggestion(variation, variations));
        }
        if (Variation.of(id).paced()) {
            throw new BadOption(id + " has a timer of its own and takes no load: choose " + name + "/flat-out");
        }
        return Variation.of(id);
    }

    private List<BodyType> mix(Variation variation) throws BadOption {
        String names = given.get("--mix");
        if (names == null) {
            return Plan.usualMix(variation);
        }
        for (String each : names.split(",", -1)) {
            if (!BodyType.ids().contains(each)) {
                throw new BadOption("--mix: there is no type " + each + Nearest.suggestion(each, BodyType.ids()));
            }
        }
        List<BodyType> mix = BodyType.list(names);
        boolean parcelsOnly = variation.scenario() == Scenario.CBR && !variation.mixed();
        if (parcelsOnly && mix.stream().anyMatch(each -> each != BodyType.PARCEL)) {
            throw new BadOption("--mix " + names + ": " + variation.id() + " routes parcels; choose cbr/mixed");
        }
        return mix;
    }

    /** Who is measured, of those who can do that. */
    List<Contender> contenders(Variation variation) throws BadOption {
        List<String> known = Contender.ALL.stream()
                .filter(each -> each.does(variation))
                .map(Contender::id)
                .toList();
        List<Contender> chosen = new ArrayList<>();
        for (String each : given.getOrDefault("--subject", "mehari").split(",", -1)) {
            for (Contender one : Contender.ALL) {
                if (one.id().equals(each) && !one.does(variation)) {
                    throw new BadOption(each + " does not do " + variation.id() + ". " + one.whyNot(variation));
                }
            }
            if (!known.contains(each)) {
                throw new BadOption("There is no subject " + each + " that does "
                        + variation.scenario().id() + Nearest.suggestion(each, known));
            }
            chosen.add(Contender.of(each));
        }
        return chosen;
    }

    List<Path> jdks() throws BadOption {
        List<Path> jdks = new ArrayList<>();
        for (String each :
                given.getOrDefault("--jdk", System.getProperty("java.home")).split(",", -1)) {
            Path java = Path.of(each).resolve("bin").resolve("java");
            if (!Files.isExecutable(java)) {
                throw new BadOption(
                        "--jdk " + each + ": there is no " + java + "; name the folder of a JDK from 17 on");
            }
            jdks.add(Path.of(each));
        }
        return jdks;
    }

    int rounds() throws BadOption {
        return (int) number("--rounds", 1, 1000);
    }

    /** The file that the result goes to. */
    Path output() {
        Path given = Path.of(this.given.getOrDefault("-o", "target/load"));
        return given.toString().endsWith(".json") ? given : given.resolve("load.json");
    }

    private long number(String name, long otherwise, long most) throws BadOption {
        String value = given.get(name);
        if (value == null) {
            return otherwise;
        }
        try {
            long number = Long.parseLong(value.replace("_", ""));
            if (number > 0 && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            // said below
        }
        throw new BadOption(name + " " + value + ": write a whole number from 1 to " + most);
    }

    private double seconds(String name, double otherwise) throws BadOption {
        String value = given.get(name);
        if (value == null) {
            return otherwise;
        }
        try {
            double seconds = Double.parseDouble(value);
            if (seconds > 0 && seconds <= MOST_SECONDS) {
                return seconds;
            }
        } catch (NumberFormatException e) {
            // said below
        }
        throw new BadOption(name + " " + value + ": write a number of seconds above 0, as in " + name + " 10");
    }
}
