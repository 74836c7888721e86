package io.mehari.load;

import io.mehari.report.Commit;
import io.mehari.report.Jdk;
import io.mehari.report.Report;
import io.mehari.report.Result;
import io.mehari.report.Row;
import io.mehari.scenarios.Contender;
import io.mehari.scenarios.Fields;
import io.mehari.scenarios.demo.BadOption;
import io.mehari.scenarios.demo.Child;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What {@code ./bench load} runs: measures, prints a table and writes the result; or compares two. System properties tell
 * where things are: {@code mehari.root}, and {@code mehari.width} for the width of the terminal if there is one.
 */
public final class Load {
    private static final long PATIENCE_MILLIS = 15_000;
    private static final int BAD_OPTION = 2;
    private static final int FAULT = 1;
    private static final int INTERRUPTED = 130;

    private Load() {}

    /** See {@code ./bench load --help}. */
    public static void main(String[] args) throws Exception {
        try {
            if (args.length > 0 && args[0].equals("compare")) {
                System.out.print(compared(args));
                return;
            }
            Options options = Options.of(args);
            if (options.help()) {
                System.out.print(Options.HELP);
                return;
            }
            System.exit(run(options, args) ? 0 : FAULT);
        } catch (BadOption e) {
            System.err.println(e.getMessage() + "\n./bench load --help says more.");
            System.exit(BAD_OPTION);
        }
    }

    /** The text for {@code compare a.json b.json}. */
    static String compared(String... args) throws BadOption, IOException {
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

    private static boolean run(Options options, String... args) throws BadOption, IOException, InterruptedException {
        Path root = Path.of(System.getProperty("mehari.root", "")).toAbsolutePath();
        Plan plan = options.plan();
        List<Contender> contenders = options.contenders(plan.variation());
        Path output = options.output();
        Session session = new Session(
                plan,
                contenders,
                options.jdks(),
                options.rounds(),
                root.resolve("benchmarks/target/peers"),
                new Status(System.err, Integer.getInteger("mehari.width", 0)));
        Thread main = Thread.currentThread();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> endNow(session, main), "end-of-load"));
        session.measure();
        Result result = result(session, plan, Commit.of(root), "./bench load " + String.join(" ", args));
        System.out.println(plan.group() + "; each in a JVM of its own with " + Child.FLAGS + "\n");
        System.out.println(Tables.summary(session.outcomes(), result.rows()));
        if (options.rounds() > 1) {
            Tables.verdicts(result.rows()).forEach(System.out::println);
        } else if (session.outcomes().size() > 1) {
            System.out.println(
                    "One run of each is no comparison: --rounds 4 measures in turn, and says what it shows.");
        }
        result.notes().forEach(System.out::println);
        result.write(output);
        Path page = output.resolveSibling(output.getFileName().toString().replaceAll("\\.json$", ".html"));
        Report.write(result, page);
        System.out.println("\nreport:  " + page + "\nfigures: " + output);
        if (session.isEnded()) {
            Runtime.getRuntime().halt(INTERRUPTED); // what a shell says of a process that Ctrl-C ended
        }
        return session.outcomes().stream().allMatch(Outcome::counts);
    }

    /** Ctrl-C: the run that is under way ends with what it has, and the table is printed all the same. */
    private static void endNow(Session session, Thread main) {
        try {
            session.end();
            main.join(PATIENCE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static Result result(Session session, Plan plan, String commit, String command) {
        Result result = Result.begun("Load: " + plan.group(), commit, command);
        List<Jdk> jdks = new ArrayList<>();
        for (Fields jvm : session.jvms()) {
            jdks.add(new Jdk(jvm.text("name"), jvm.text("version"), jvm.text("vendor"), Child.FLAGS));
        }
        result = result.withJdks(jdks);
        List<Row> rows = new ArrayList<>();
        for (Outcome each : session.outcomes()) {
            if (!each.counts()) {
                result = result.withNote(each.contender.id() + ", " + each.jdk.getFileName() + ": "
                        + (each.fault.isEmpty() ? "not measured" : each.fault));
                continue;
            }
            Figures figures = new Figures(plan, each);
            rows.addAll(figures.rows());
            for (String note : figures.notes()) {
                result = result.withNote(note);
            }
            result = result.withPercentiles(List.of(figures.percentiles())).withSeries(figures.series());
        }
        if (session.isEnded()) {
            result = result.withNote("Ended before the time: these are the figures so far.");
        }
        return result.withRows(rows);
    }
}
