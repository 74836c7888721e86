package io.mehari.scenarios.compare;

import io.mehari.report.BadOption;
import io.mehari.report.Program;
import io.mehari.scenarios.Contender;
import io.mehari.scenarios.fork.Forks;
import io.mehari.scenarios.fork.LiveLine;
import io.mehari.scenarios.fork.Outcome;
import io.mehari.scenarios.fork.Results;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Compares subjects in scenarios: {@code java -cp scenarios.jar io.mehari.scenarios.compare.Compare --help}. */
public final class Compare {
    /** Most subjects are steady after this number of seconds. */
    private static final double USUAL_WARM_UP = 5;

    private final Options options;
    private final Forks forks = Forks.ofProject();

    private Compare(Options options) {
        this.options = options;
    }

    /** See {@code --help}. */
    public static void main(String[] args) throws Exception {
        Program.main("./bench compare --help", () -> {
            Options options = Options.of(args);
            if (options.shows().isEmpty()) {
                System.exit(new Compare(options).run(args) ? 0 : 1);
            }
            System.out.print(options.shows());
        });
    }

    private boolean run(String... args) throws IOException, InterruptedException {
        if (options.chosen()) {
            refuseWithoutJars();
        }
        LiveLine line = LiveLine.ofProgram();
        Session session = new Session(
                options, forks, line, comparison -> Findings.noise(comparison).forEach(System.out::println));
        forks.endAtInterrupt();
        System.err.printf(
                Locale.ROOT,
                "%d JVMs, each %.1f s after a warm-up until it is steady (%.0f s at most): about %.0f min%n",
                session.count(),
                options.seconds(),
                options.warmUp(),
                Math.ceil(session.count() * (options.seconds() + Math.min(options.warmUp(), USUAL_WARM_UP) + 1) / 60));
        try {
            session.measure();
        } finally {
            line.end();
        }
        for (Comparison each : session.comparisons()) {
            System.out.println("\n" + (each.begun() ? Findings.of(each) : each.variation.id() + ": not measured"));
        }
        notes().forEach(System.out::println);
        String command = "./bench compare " + String.join(" ", args);
        System.out.println(Results.write(
                "compare", commit -> ResultFile.of(session.comparisons(), commit, command.strip(), notes())));
        forks.haltIfEnded();
        return session.comparisons().stream()
                .allMatch(each -> each.entries.stream().allMatch(Outcome::counts));
    }

    private void refuseWithoutJars() {
        for (Contender each : options.subjects()) {
            if (!forks.hasJarsOf(each)) {
                throw new BadOption("There are no jars of " + each.id() + " in " + forks.peers()
                        + ": fetch them with mvn -Ppeers -pl :mehari-peers -amd package");
            }
        }
    }

    private List<String> notes() {
        List<String> notes = new ArrayList<>();
        notes.add(String.format(
                Locale.ROOT,
                "%d forks of each, %.1f s after a warm-up that ends when throughput, processor time and bytes are steady, or"
                        + " after %.0f s, in the order A B B A; medians and ranges of the forks.",
                options.forks(),
                options.seconds(),
                options.warmUp()));
        if (forks.isEnded()) {
            notes.add("Ended early: these are the values of the completed forks.");
        }
        return notes;
    }
}
