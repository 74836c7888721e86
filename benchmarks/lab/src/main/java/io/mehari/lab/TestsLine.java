package io.mehari.lab;

import io.mehari.report.Report;
import io.mehari.report.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The line of a run's report about the framework's own tests. {@code ./lab tests} writes a report of its own; The
 * report of a run with the same change repeats its claim, no matter which of the two ran first.
 */
final class TestsLine {
    private static final String BEGIN = "Tests: ";
    private static final String DATE = "| date, Mehari | ";

    private TestsLine() {}

    /** The result of the last {@code ./lab tests} for this change; if there was none, how to run it. */
    static String of(Path experiment, Request request, boolean known) throws IOException {
        RunFolder last = RunFolder.lastFinished(experiment.resolve("tests"), isFor("./lab tests ", request));
        if (last != null) {
            return of(last.reported());
        }
        String command = "./lab tests " + request.change();
        return BEGIN
                + (known
                        ? "not run yet; `" + command + "` runs the framework's own, before and after."
                        : "not run; the lab does not know those of this framework. `" + command
                                + " --tests PATHS` runs yours, before and after.");
    }

    /** The claim and the date of a report of tests. */
    private static String of(List<String> report) {
        String date = report.stream()
                .filter(each -> each.startsWith(DATE))
                .findFirst()
                .map(each -> each.replace(DATE, "").replace(" |", ""))
                .orElse("");
        String command = report.get(report.size() - 1).replace("Repeat it: ", "");
        return BEGIN + report.get(2) + " (" + date + ": " + command + ")";
    }

    /** Adds the result of the tests to the report of the last run with the same change, if there is one. */
    static void tell(Path experiment, Request request, List<String> testReport) throws IOException {
        RunFolder run = RunFolder.lastFinished(experiment, isFor("./lab run ", request));
        if (run == null) {
            return;
        }
        String line = of(testReport);
        List<String> told =
                run.reported().stream().map(each -> told(each, line)).toList();
        run.report(String.join("\n", told) + "\n");
        Path json = run.path().resolve("result.json");
        if (Files.exists(json)) {
            Result result = told(Result.read(json), plain(line));
            result.write(json);
            Report.write(result, run.path().resolve("report.html"));
        }
        System.err.println("Added to " + run.path().resolve("report.md"));
    }

    /** The line without Markdown markup, for the HTML page. */
    static String plain(String line) {
        return line.replaceAll("[*`]", "");
    }

    private static String told(String each, String line) {
        return each.startsWith(BEGIN) ? line : each;
    }

    private static Result told(Result old, String line) {
        return new Result(
                old.title(),
                old.date(),
                old.commit(),
                old.command(),
                old.machine(),
                old.jdks(),
                old.notes().stream().map(each -> told(each, line)).toList(),
                old.rows(),
                old.percentiles(),
                old.series(),
                old.objects());
    }

    /**
     * Whether a command is for that change. The options in the pattern do not matter: they only set how long, or which
     * tests.
     */
    private static RunFolder.Asked isFor(String command, Request request) {
        String change = command + request.change();
        String jdk = request.jdk().toString();
        return asked -> jdk.equals(asked.getProperty("jdk"))
                && asked.getProperty("command", "")
                        .replaceFirst(" --(packages|tests|minutes|rounds) .*", "")
                        .equals(change);
    }
}
