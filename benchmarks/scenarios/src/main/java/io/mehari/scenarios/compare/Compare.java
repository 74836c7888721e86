package io.mehari.scenarios.compare;

import io.mehari.scenarios.Contender;
import io.mehari.scenarios.demo.BadOption;
import io.mehari.scenarios.demo.LiveLine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Compares subjects at scenarios: {@code java -cp scenarios.jar io.mehari.scenarios.compare.Compare --help}. System
 * properties tell where things are: {@code mehari.root}, and {@code mehari.width} for the width of the terminal if there is
 * one.
 */
public final class Compare {
    private static final long PATIENCE_MILLIS = 15_000;
    private static final int FAULT = 1;
    private static final int BAD_OPTION = 2;
    private static final int ENDED = 130;

    private final Options options;
    private final Path root;

    private Compare(Options options, Path root) {
        this.options = options;
        this.root = root;
    }

    /** See {@code --help}. */
    public static void main(String[] args) throws Exception {
        Path root = Path.of(System.getProperty("mehari.root", "")).toAbsolutePath();
        try {
            Options options = Options.of(args);
            if (options.shows().isEmpty()) {
                System.exit(new Compare(options, root).run(args) ? 0 : FAULT);
            }
            System.out.print(options.shows());
        } catch (BadOption e) {
            System.err.println(e.getMessage() + "\n--help says more.");
            System.exit(BAD_OPTION);
        }
    }

    private boolean run(String... args) throws IOException, InterruptedException, BadOption {
        Path peers = root.resolve("benchmarks/target/peers");
        if (options.chosen()) {
            refuseWithoutJars(peers);
        }
        int width = Integer.getInteger("mehari.width", 0);
        LiveLine line = new LiveLine(System.err, width > 0, width);
        Session session = new Session(
                options, peers, line, comparison -> Findings.noise(comparison).forEach(System.out::println));
        Thread main = Thread.currentThread();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> endNow(session, main), "end-of-comparison"));
        System.err.printf(
                Locale.ROOT,
                "%d JVMs, %.1f s and half of it for warming up each: about %.0f min%n",
                session.forks(),
                options.seconds(),
                Math.ceil(session.forks() * (options.seconds() * 1.5 + 1) / 60));
        try {
            session.measure();
        } finally {
            line.end();
        }
        for (Comparison each : session.comparisons()) {
            System.out.println("\n" + (each.begun() ? Findings.of(each) : each.variation.id() + ": not measured"));
        }
        notes(session).forEach(System.out::println);
        write(session, args);
        if (session.isEnded()) {
            Runtime.getRuntime().halt(ENDED); // the hook waits for this thread
        }
        return session.comparisons().stream()
                .allMatch(each -> each.entries.stream().allMatch(Entry::counts));
    }

    private void refuseWithoutJars(Path peers) throws BadOption {
        for (Contender each : options.subjects()) {
            String jars = each.jars();
            if (jars != null && !Files.isDirectory(peers.resolve(jars))) {
                throw new BadOption("There are no jars of " + each.id() + " in " + peers.resolve(jars)
                        + ": fetch them with mvn -Ppeers -pl :mehari-peers -amd package");
            }
        }
    }

    /** Ctrl-C: the fork that runs is given up, and the tables are printed all the same. */
    private static void endNow(Session session, Thread main) {
        try {
            session.end();
            main.join(PATIENCE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private List<String> notes(Session session) {
        List<String> notes = new ArrayList<>();
        notes.add(String.format(
                Locale.ROOT,
                "%d forks of each, %.1f s after %.1f s of warm-up, in turn there and back; intervals of 95 %%.",
                options.forks(),
                options.seconds(),
                options.seconds() / 2));
        if (session.isEnded()) {
            notes.add("Ended before the time: these are the figures of the forks that were done.");
        }
        return notes;
    }

    private void write(Session session, String... args) throws IOException {
        String command = ("java -cp benchmarks/scenarios/target/scenarios.jar " + Compare.class.getName() + " "
                        + String.join(" ", args))
                .strip();
        List<String> notes = notes(session);
        ResultFolder.write(
                root, "compare", commit -> new ResultFile().of(session.comparisons(), commit, command, notes));
    }
}
