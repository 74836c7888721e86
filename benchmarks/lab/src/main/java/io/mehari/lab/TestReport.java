package io.mehari.lab;

import io.mehari.lab.TestComparison.Difference;
import io.mehari.lab.TestComparison.Verdict;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.ToLongFunction;

/** The results of a framework's own tests before and after a change, in at most sixty lines of Markdown. */
final class TestReport {
    private static final int MOST_PACKAGES = 12;
    private static final int MOST_TESTS = 24;

    private final List<String> out = new ArrayList<>();
    private final Suite suite;
    private final List<TestComparison> compared;
    private final List<Difference> differences;

    private TestReport(Suite suite, List<TestComparison> compared) {
        this.suite = suite;
        this.compared = compared;
        this.differences = compared.stream()
                .flatMap(each -> each.differences().stream())
                .sorted(Comparator.comparing(Difference::verdict))
                .toList();
    }

    static String of(Suite suite, List<TestComparison> compared, MarkdownReport.About about) {
        TestReport report = new TestReport(suite, compared);
        report.head(about);
        report.packages();
        report.tests();
        report.line("");
        report.line("Repeat it: `" + suite.command() + "`");
        return String.join("\n", report.out) + "\n";
    }

    private void head(MarkdownReport.About about) {
        line("# " + suite.request().experiment().id() + ": the framework's own tests");
        line("");
        line(claim());
        line("");
        MarkdownReport.sides(suite.request(), about).forEach(this::line);
        line("");
    }

    private String claim() {
        long fail = count(Verdict.FAILS_AFTER);
        long stopped = compared.stream()
                .filter(each -> !each.before().stopped().isEmpty()
                        || !each.after().stopped().isEmpty())
                .count();
        String first = fail == 0 && stopped == 0 && count(Verdict.NOT_REPEATED) == 0
                ? "No test fails because of the change."
                : "**" + fail + (fail == 1 ? " test fails" : " tests fail") + " only after the change.**";
        if (stopped > 0) {
            first += " **The tests of " + stopped + " packages did not run to their end.**";
        }
        return String.format(
                Locale.ROOT,
                "%s Before it %,d tests pass and %,d fail, after it %,d and %,d.%s",
                first,
                sum(each -> each.before().passed()),
                sum(each -> each.before().failed()),
                sum(each -> each.after().passed()),
                sum(each -> each.after().failed()),
                differences.isEmpty()
                        ? ""
                        : " Of " + differences.size() + " that end differently, " + verdicts() + ".");
    }

    private String verdicts() {
        List<String> counts = new ArrayList<>();
        for (Verdict each : Verdict.values()) {
            if (count(each) > 0) {
                counts.add(count(each) + ": " + each);
            }
        }
        return "run alone, three times on each side: " + String.join("; ", counts);
    }

    private long count(Verdict verdict) {
        return differences.stream().filter(each -> each.verdict() == verdict).count();
    }

    private long sum(ToLongFunction<TestComparison> figure) {
        return compared.stream().mapToLong(figure).sum();
    }

    private void packages() {
        line("| package | passed before | failed before | passed after | failed after | |");
        line("|---|---|---|---|---|---|");
        List<TestComparison> shown = compared.stream()
                .filter(each -> !each.differences().isEmpty() || !stopped(each).isEmpty())
                .sorted(Comparator.comparingInt(
                        each -> stopped(each).isEmpty() ? -each.differences().size() : Integer.MIN_VALUE))
                .limit(MOST_PACKAGES)
                .toList();
        for (TestComparison each : shown) {
            row(each.name(), List.of(each), stopped(each));
        }
        row(compared.size() == 1 ? "all" : "all " + compared.size() + " packages", compared, "");
    }

    private void row(String name, List<TestComparison> packages, String note) {
        long[] sums = new long[4];
        for (TestComparison each : packages) {
            sums[0] += each.before().passed();
            sums[1] += each.before().failed();
            sums[2] += each.after().passed();
            sums[3] += each.after().failed();
        }
        line("| " + name + " | " + sums[0] + " | " + sums[1] + " | " + sums[2] + " | " + sums[3] + " | " + note + " |");
    }

    private static String stopped(TestComparison compared) {
        String before = compared.before().stopped();
        String after = compared.after().stopped();
        return (before.isEmpty() ? "" : "**before: " + before + "** ")
                + (after.isEmpty() ? "" : "**after: " + after + "**");
    }

    private void tests() {
        if (differences.isEmpty()) {
            return;
        }
        line("");
        line("| test | before, after | passed alone, before and after | | failure |");
        line("|---|---|---|---|---|");
        for (Difference each : differences.subList(0, Math.min(MOST_TESTS, differences.size()))) {
            String why =
                    each.after().failed() ? each.after().why() : each.before().why();
            line("| " + each.test() + " | " + each.before().result() + ", "
                    + each.after().result() + " | "
                    + each.passedBefore() + " and " + each.passedAfter() + " of " + each.times() + " | "
                    + each.verdict() + " | " + why.replace("|", "\\|") + " |");
        }
        if (differences.size() > MOST_TESTS) {
            line("");
            line((differences.size() - MOST_TESTS) + " more are in the folder of the run.");
        }
    }

    private void line(String text) {
        out.add(text);
    }
}
