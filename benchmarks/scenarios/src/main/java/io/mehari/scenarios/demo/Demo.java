package io.mehari.scenarios.demo;

import io.mehari.report.Commit;
import io.mehari.report.Report;
import io.mehari.report.Result;
import io.mehari.scenarios.Scenario;
import io.mehari.scenarios.Variation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What {@code ./demo} runs: measures, prints the tables and writes the result. System properties tell where things are:
 * {@code mehari.root}, and {@code mehari.width} for the width of the terminal if there is one.
 */
public final class Demo {
    private static final long PATIENCE_MILLIS = 15_000;
    private static final double LEAST_SECONDS = 5;
    private static final int BAD_OPTION = 2;
    private static final int FAULT = 1;

    /** What a shell says of a process that Ctrl-C ended. */
    private static final int ENDED = 130;

    private final Options options;
    private final Path root;

    private Demo(Options options, Path root) {
        this.options = options;
        this.root = root;
    }

    /** See {@code ./demo --help}. */
    public static void main(String[] args) throws Exception {
        Options options;
        try {
            options = Options.of(args);
        } catch (BadOption e) {
            System.err.println(e.getMessage() + "\n./demo --help says more.");
            System.exit(BAD_OPTION);
            return;
        }
        if (options.help()) {
            System.out.print(Options.HELP);
        } else if (options.scenario().equals(Options.LIST)) {
            System.out.print(Options.list());
        } else {
            Path root = Path.of(System.getProperty("mehari.root", "")).toAbsolutePath();
            System.exit(new Demo(options, root).run(args) ? 0 : FAULT);
        }
    }

    private boolean run(String... args) throws IOException, InterruptedException {
        if (options.scenario().equals(Options.EXCHANGE)) {
            return exchangeTable();
        }
        int width = Integer.getInteger("mehari.width", 0);
        LiveLine line = new LiveLine(System.err, width > 0, width);
        Session session = new Session(options, root.resolve("benchmarks/target/peers"), line);
        Thread main = Thread.currentThread();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> endNow(session, main), "end-of-demo"));
        session.notes().forEach(System.err::println);
        try {
            session.measure();
        } finally {
            line.end();
        }
        print(session);
        String files = write(session, args);
        if (session.isEnded()) {
            System.out.println(files);
            Runtime.getRuntime().halt(ENDED);
        }
        boolean exchange = !options.scenario().equals(Scenario.CAMEL_23686.id()) || exchangeTable();
        System.out.println(files);
        return exchange && session.outcomes().stream().allMatch(Outcome::counts);
    }

    /** Ctrl-C: the measurement that runs ends with what it has, and the tables are printed all the same. */
    private static void endNow(Session session, Thread main) {
        try {
            session.end();
            main.join(PATIENCE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void print(Session session) {
        List<Outcome> outcomes = session.outcomes();
        System.out.println("\n" + Tables.summary(outcomes));
        Set<Variation> variations = new LinkedHashSet<>();
        outcomes.forEach(each -> variations.add(each.variation));
        for (Variation each : variations) {
            String objects = Tables.objects(each, outcomes);
            if (!objects.isEmpty()) {
                System.out.println(each.id() + ", every allocation of 20,000 messages counted by the flight recorder"
                        + " in a run of its own:\n\n" + objects);
            }
        }
        notes(session).forEach(System.out::println);
    }

    private List<String> notes(Session session) {
        List<String> notes = new ArrayList<>(session.notes());
        if (session.isEnded()) {
            notes.add("Ended before the time: these are the figures so far.");
        }
        if (session.outcomes().stream().anyMatch(each -> each.variation.paced())) {
            notes.add(
                    "paced: a timer sends 1000 messages each millisecond at most, so that the rate says little where it is"
                            + " reached; CPU ns/message says what that costs. flat-out: the same routes without the timer.");
        }
        String unsettled = session.outcomes().stream()
                .filter(Outcome::unsettled)
                .map(each -> each.contender.id() + " " + each.variation.id())
                .collect(Collectors.joining(", "));
        if (!unsettled.isEmpty()) {
            notes.add("A message was still getting cheaper, so that these figures are too bad: " + unsettled
                    + ". With more --seconds the warm-up is longer too.");
        }
        if (options.seconds() < LEAST_SECONDS) {
            notes.add("Too short for the compiler to be done: it shows that everything runs, not how fast.");
        }
        notes.add(
                "One run of each, in this order, without the interval that several would give: a look, no comparison to"
                        + " be quoted.");
        return notes;
    }

    /** Returns where the files are, in two lines. */
    private String write(Session session, String... args) throws IOException {
        String command = args.length == 0 ? "./demo" : "./demo " + String.join(" ", args);
        String commit = Commit.of(root);
        Result result = new ResultFile(session.outcomes()).of(commit, command, notes(session));
        String time = LocalDateTime.now(ZoneId.systemDefault())
                .format(DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT));
        Path folder = root.resolve("benchmarks/target/results").resolve(time + "-" + commit);
        result.write(folder.resolve("demo.json"));
        Report.write(result, folder.resolve("demo.html"));
        return "\nreport:  " + folder.resolve("demo.html") + "\nfigures: " + folder.resolve("demo.json");
    }

    /** Bytes and objects of an exchange by itself, which another program prints. */
    private boolean exchangeTable() throws IOException, InterruptedException {
        Path jar = root.resolve("benchmarks/jmh/target/benchmarks.jar");
        if (!Files.exists(jar)) {
            System.err.println("The table of an exchange by itself is left out: there is no " + jar);
            return true;
        }
        System.out.println();
        System.out.flush();
        // What JOL, which counts the objects, needs on a JDK from 24; older ones do not know these options.
        List<String> command = new ArrayList<>(List.of(
                options.jdk().resolve("bin").resolve("java").toString(),
                "-XX:+IgnoreUnrecognizedVMOptions",
                "--sun-misc-unsafe-memory-access=allow",
                "-XX:+EnableDynamicAgentLoading",
                "-Djdk.attach.allowAttachSelf=true",
                "-Djol.magicFieldOffset=true",
                "-cp",
                jar.toString(),
                "io.mehari.benchmarks.AllocationTable",
                "mehari"));
        if (options.peers() && Files.isDirectory(root.resolve("benchmarks/target/peers/camel-4.22.0"))) {
            command.add("camel-4.22.0");
        }
        return new ProcessBuilder(command).inheritIO().start().waitFor() == 0;
    }
}
