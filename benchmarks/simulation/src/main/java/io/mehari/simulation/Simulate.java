package io.mehari.simulation;

import io.mehari.report.BadOption;
import io.mehari.report.CommandLine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.logging.LogManager;

/** Runs random contexts in simulated time and judges them: {@code ./bench simulate}. */
public final class Simulate {
    private static final String HELP = """
            Random contexts in simulated time, judged by the laws: nothing is lost or doubled, completions run once,
            counts and pools come back to zero, stops end in time, no shared thread waits. A failing plan is shrunk.

              simulate [options]

              --schedules N    how many contexts (100,000)
              --seed N         the same seed makes the same contexts (a new one each time)
              --from K         begins with context K of that seed, to continue a run that was ended (0)
              --only K         runs and prints only context K of that seed
              --plan FILE      the one plan in that file, as a failure prints it
              --reports N      ends after N failures (3)
              --no-shrink      prints failures without making them smaller
              --until-found    prints the first failure without making it smaller, and ends
              --threads N      how many run at the same time (one per processor)
              --planted        plants faults in a copy of the sources, one at a time, and counts the schedules until each is found;
                               --only NAME: only that fault; --schedules N: gives up after N schedules (20,000)
              --help           prints this text
            """;

    static final String VIRTUAL_THREADS = "mehari.simulation.virtualThreads";

    private Simulate() {}

    public static void main(String[] arguments) throws Exception {
        System.getProperties().putIfAbsent(VIRTUAL_THREADS, "true");
        LogManager.getLogManager().reset(); // routes log failures that are caused on purpose
        try {
            CommandLine line = CommandLine.of(
                    "--help --planted --no-shrink --until-found",
                    "--schedules --seed --from --only --plan --reports --threads",
                    arguments);
            System.exit(run(line) ? 0 : 1);
        } catch (BadOption e) {
            System.err.println(e.getMessage());
            System.exit(2);
        }
    }

    private static boolean run(CommandLine line) throws Exception {
        if (line.has("--help")) {
            System.out.print(HELP);
            return true;
        }
        if (line.has("--planted")) {
            return new Planting(
                            Path.of(System.getProperty("mehari.root", ".")),
                            line.count("--schedules", 20_000),
                            line.number("--seed", 1, 0, Long.MAX_VALUE))
                    .run(line.list("--only", ""));
        }
        if (line.has("--plan")) {
            return only(Plan.parse(read(line.text("--plan", ""))));
        }
        long seed = line.number("--seed", System.nanoTime() % 1_000_000, 0, Long.MAX_VALUE);
        if (line.has("--only")) {
            return only(Generator.plan(seed, line.number("--only", 0, 0, Long.MAX_VALUE)));
        }
        int threads = (int) line.count("--threads", Runtime.getRuntime().availableProcessors());
        Session session = new Session(
                seed,
                line.number("--from", 0, 0, Long.MAX_VALUE / 2),
                line.count("--schedules", 100_000),
                line.has("--until-found") ? 1 : (int) line.count("--reports", 3),
                !line.has("--no-shrink") && !line.has("--until-found"));
        return session.run(threads);
    }

    private static String read(String file) throws IOException {
        return Files.readString(Path.of(file));
    }

    private static boolean only(Plan plan) {
        System.out.println(plan);
        List<Complaint> complaints = Schedule.run(plan);
        complaints.forEach(System.out::println);
        System.out.println(complaints.isEmpty() ? "All laws held." : complaints.size() + " complaints");
        return complaints.isEmpty();
    }
}
