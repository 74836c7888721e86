package io.mehari.load;

import io.mehari.report.BadOption;
import io.mehari.report.Commit;
import io.mehari.report.Program;
import io.mehari.report.Result;
import io.mehari.report.Row;
import io.mehari.scenarios.fork.Child;
import io.mehari.scenarios.fork.Forks;
import io.mehari.scenarios.fork.LiveLine;
import io.mehari.scenarios.fork.Results;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The program of {@code ./bench load}: it measures, prints a table and writes the result, or compares two results. */
public final class Load {
    private Load() {}

    /** See {@code ./bench load --help}. */
    public static void main(String[] args) throws Exception {
        Program.main("./bench load --help", () -> {
            if (args.length > 0 && args[0].equals("compare")) {
                System.out.print(compared(args));
                return;
            }
            Options options = Options.of(args);
            if (options.help()) {
                System.out.print(Options.HELP);
                return;
            }
            System.exit(run(options, args) ? 0 : 1);
        });
    }

    /** The output of {@code compare a.json b.json}. */
    static String compared(String... args) throws IOException {
        if (args.length != 3) {
            throw new BadOption("compare takes two results, as in compare a.json b.json");
        }
        for (String each : List.of(args).subList(1, 3)) {
            if (!Files.isRegularFile(Path.of(each))) {
                throw new BadOption("compare: there is no file " + each);
            }
        }
        return new Comparison(Result.read(Path.of(args[1])), Result.read(Path.of(args[2]))).print(args[1], args[2]);
    }

    private static boolean run(Options options, String... args) throws IOException, InterruptedException {
        Plan plan = options.plan();
        Forks forks = Forks.ofProject();
        Session session = new Session(
                plan,
                options.contenders(plan.variation()),
                options.jdks(),
                options.rounds(),
                forks,
                new Status(LiveLine.ofProgram()));
        Path output = options.output();
        forks.endAtInterrupt();
        session.measure();
        Result result = result(session, plan, "./bench load " + String.join(" ", args));
        if (forks.isEnded()) {
            result = result.withNote("Ended early: these are the values measured so far.");
        }
        System.out.println(plan.group() + "; each in a JVM of its own with " + Child.FLAGS + "\n");
        System.out.println(Tables.summary(session.outcomes(), result.rows()));
        if (options.rounds() > 1) {
            Tables.verdicts(result.rows()).forEach(System.out::println);
        } else if (session.outcomes().size() > 1) {
            System.out.println(
                    "One run of each is no comparison: --rounds 4 measures in turn and compares the subjects.");
        }
        result.notes().forEach(System.out::println);
        System.out.println(Results.write(result, output));
        forks.haltIfEnded();
        return session.outcomes().stream().allMatch(LoadOutcome::counts);
    }

    private static Result result(Session session, Plan plan, String command) {
        Results results = new Results(session.outcomes());
        Result result = results.begin("Load: " + plan.group(), Commit.of(Forks.root()), command, List.of());
        List<Row> rows = new ArrayList<>();
        for (LoadOutcome each : session.outcomes()) {
            if (!each.counts()) {
                result = result.withNote(each.contender.id() + ", " + each.jdk.getFileName() + ": " + each.whyNone());
                continue;
            }
            Figures figures = new Figures(plan, each, results.jdk(each));
            rows.addAll(figures.rows());
            for (String note : figures.notes()) {
                result = result.withNote(note);
            }
            result = result.withPercentiles(List.of(figures.percentiles())).withSeries(figures.series());
        }
        return result.withRows(rows);
    }
}
