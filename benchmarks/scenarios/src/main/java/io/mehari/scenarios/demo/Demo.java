package io.mehari.scenarios.demo;

import io.mehari.report.Program;
import io.mehari.scenarios.Contender;
import io.mehari.scenarios.Scenario;
import io.mehari.scenarios.Variation;
import io.mehari.scenarios.fork.Forks;
import io.mehari.scenarios.fork.LiveLine;
import io.mehari.scenarios.fork.Outcome;
import io.mehari.scenarios.fork.Results;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** The program of {@code ./demo}: it measures, prints tables, and writes the result. */
public final class Demo {
    private static final double LEAST_SECONDS = 5;

    private final Options options;
    private final Forks forks = Forks.ofProject();

    private Demo(Options options) {
        this.options = options;
    }

    /** See {@code ./demo --help}. */
    public static void main(String[] args) throws Exception {
        Program.main("./demo --help", () -> {
            Options options = Options.of(args);
            if (options.help()) {
                System.out.print(Options.HELP);
            } else if (options.scenario().equals(Options.LIST)) {
                System.out.print(Options.list());
            } else {
                System.exit(new Demo(options).run(args) ? 0 : 1);
            }
        });
    }

    private boolean run(String... args) throws IOException, InterruptedException {
        if (options.scenario().equals(Options.EXCHANGE)) {
            return exchangeTable();
        }
        LiveLine line = LiveLine.ofProgram();
        Session session = new Session(options, forks, line);
        forks.endAtInterrupt();
        session.notes().forEach(System.err::println);
        try {
            session.measure();
        } finally {
            line.end();
        }
        print(session);
        String command = ("./demo " + String.join(" ", args)).strip();
        String files =
                Results.write("demo", commit -> new ResultFile(session.outcomes()).of(commit, command, notes(session)));
        boolean exchange = forks.isEnded() || !options.scenario().equals(Scenario.CAMEL_23686.id()) || exchangeTable();
        System.out.println(files);
        forks.haltIfEnded();
        return exchange && session.outcomes().stream().allMatch(Outcome::counts);
    }

    private void print(Session session) {
        List<Outcome> outcomes = session.outcomes();
        System.out.println("\n" + Tables.summary(outcomes));
        Set<Variation> variations = new LinkedHashSet<>();
        outcomes.forEach(each -> variations.add(each.variation));
        for (Variation each : variations) {
            String objects = Tables.objects(each, outcomes);
            if (!objects.isEmpty()) {
                System.out.println(each.id() + ", every allocation of 20,000 messages, counted by JDK Flight Recorder"
                        + " in a separate run:\n\n" + objects);
            }
        }
        notes(session).forEach(System.out::println);
    }

    private List<String> notes(Session session) {
        List<String> notes = new ArrayList<>(session.notes());
        if (forks.isEnded()) {
            notes.add("Ended early: these are the values measured so far.");
        }
        if (session.outcomes().stream().anyMatch(each -> each.variation.paced())) {
            notes.add("paced: a timer sends at most 1000 messages each millisecond. Subjects at this rate differ only"
                    + " in CPU ns/message. flat-out: the same routes without the timer.");
        }
        String notSteady = session.outcomes().stream()
                .filter(each -> each.counts() && each.notSteady() > 0)
                .map(each -> each.contender.id() + " " + each.variation.id())
                .collect(Collectors.joining(", "));
        if (!notSteady.isEmpty()) {
            notes.add("Not steady at the end of the warm-up, so a longer run gives other values: " + notSteady
                    + ". With more --seconds the warm-up may take longer too.");
        }
        if (options.seconds() < LEAST_SECONDS) {
            notes.add("Too short for the JIT compiler to finish: this only shows that everything runs, not how fast.");
        }
        notes.add(
                "Only one run of each subject, in this order and without intervals: do not quote this as a comparison.");
        return notes;
    }

    /** Runs another program, which prints the bytes and objects of an exchange without a route. */
    private boolean exchangeTable() throws IOException, InterruptedException {
        Path jar = Forks.root().resolve("benchmarks/jmh/target/benchmarks.jar");
        if (!Files.exists(jar)) {
            System.err.println("The table of an exchange without a route is omitted: there is no " + jar);
            return true;
        }
        System.out.println();
        System.out.flush();
        // JOL, which counts the objects, needs these options on JDK 24 and later. Older JDKs do not know them.
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
        if (options.peers() && forks.hasJarsOf(Contender.of("camel-4.22.0"))) {
            command.add("camel-4.22.0");
        }
        return new ProcessBuilder(command).inheritIO().start().waitFor() == 0;
    }
}
