package io.mehari.lab;

import io.mehari.lab.Bootstrap.Ratio;
import io.mehari.report.Jdk;
import io.mehari.report.Machine;
import io.mehari.scenarios.Fields;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** The report of a run in less than sixty lines of Markdown, so that it fits into a ticket. */
final class MarkdownReport {
    static final int MOST_LINES = 59;
    private static final int MOST_OPERATIONS = 14;

    private final StringBuilder out = new StringBuilder();

    private MarkdownReport() {}

    /**
     * The contents of a report.
     *
     * @param request the request of the user
     * @param findings of the operations
     * @param objects the objects of the operation whose bytes differ most, before and after; may be empty
     * @param laws results of the laws, before and after; may be empty
     * @param tests the line about the framework's own tests
     * @param about the machine, the JDK and the commit
     */
    record Content(
            Request request,
            List<Finding> findings,
            ObjectTable objects,
            Map<Role, List<Fields>> laws,
            String tests,
            About about) {}

    /** The machine, the JDK, the commit and the date of a run. */
    record About(Machine machine, Jdk jdk, String commit, String date) {}

    static String of(Content content) {
        MarkdownReport report = new MarkdownReport();
        report.head(content);
        report.table(content.findings());
        report.out.append(content.objects().markdown());
        report.laws(content.laws());
        report.tail(content);
        return report.out.toString();
    }

    private void head(Content content) {
        Request request = content.request();
        line("# " + request.experiment().id() + ": " + request.experiment().text("title"));
        line("");
        line(Claim.of(content.request(), content.findings()));
        line("");
        sides(request, content.about()).forEach(this::line);
        int forks = content.findings().stream().mapToInt(Finding::forks).min().orElse(0);
        line("| forks | " + forks + " before, " + forks + " before again (A/A), " + forks + " after, "
                + request.secondsShown() + " s each, in random order with seed " + request.seed() + " |");
        line("");
    }

    /** The text for the framework before the change. */
    static String before(Request request) {
        return side(request.before(), request.beforeJvm(), "");
    }

    /** The text for the framework after the change. */
    static String after(Request request) {
        return side(request.after(), request.afterJvm(), part(request));
    }

    /** The first rows of a table: the two sides, the machine and the date. */
    static List<String> sides(Request request, About about) {
        Machine machine = about.machine();
        Jdk jdk = about.jdk();
        return List.of(
                "| | |",
                "|---|---|",
                "| before | " + before(request) + " |",
                "| after | " + after(request) + " |",
                "| machine | " + machine.cpu() + ", " + machine.cores() + " cores, " + machine.memory() + ", "
                        + machine.os() + " |",
                "| JDK | " + jdk.version() + ", " + jdk.vendor() + ", " + String.join(" ", Setup.HEAP) + " |",
                "| date, Mehari | " + about.date() + ", " + about.commit() + " |");
    }

    private static String part(Request request) {
        if (request.noChange()) {
            return ", nothing changed";
        }
        String own = request.experiment().has("part") ? " with the part of the experiment" : "";
        return (request.part() == null ? own : " with " + request.part())
                + (request.experiment().has("agent") ? ", classes edited as they are loaded" : "");
    }

    private static String side(String framework, List<String> jvm, String part) {
        return framework + part + (jvm.isEmpty() ? "" : ", `" + String.join(" ", jvm) + "`");
    }

    private void table(List<Finding> findings) {
        line(
                "| operation | bytes before | bytes after | ns before | ns after | time after / before | A/A | could show |"
                        + " verdict |");
        line("|---|---|---|---|---|---|---|---|---|");
        for (Finding each : chosen(findings)) {
            List<String> cells = List.of(
                    name(each),
                    mark(each) + Finding.shown(each.bytesBefore()),
                    mark(each) + Finding.shown(each.bytesAfter()),
                    nanos(each.nanosBefore()),
                    nanos(each.nanosAfter()),
                    each.isTimed() ? ratio(each.time()) : "",
                    interval(each.noise()),
                    each.isTimed() ? percent(each.time().smallestShown()) : "",
                    verdict(each));
            line("| " + String.join(" | ", cells) + " |");
        }
        if (findings.size() > MOST_OPERATIONS) {
            line("");
            line(findings.size() - MOST_OPERATIONS + " more operations are in report.html.");
        }
        line("");
        line("Bytes and times are for one message. A time is a ratio of medians with its bootstrap interval: in 95 % of"
                + " reports, all intervals hold. A difference is shown only if the interval is without 1 and that of A/A is"
                + " not, with " + Finding.LEAST_FORKS
                + " forks or more. \"Could show\": from which difference on this run"
                + " would have shown it. \"Same\": a difference of more than 5 % is excluded.");
        if (findings.stream().anyMatch(each -> !each.steady())) {
            line("~: the last iterations of a fork did not allocate the same.");
        }
    }

    /**
     * As many findings as fit, in their order. A finding that became worse is never left out in favour of another one.
     */
    private static List<Finding> chosen(List<Finding> findings) {
        Set<Finding> chosen = findings.stream()
                .sorted(Comparator.comparing(each -> !each.isWorse()))
                .limit(MOST_OPERATIONS)
                .collect(Collectors.toSet());
        return findings.stream().filter(chosen::contains).toList();
    }

    private static String mark(Finding finding) {
        return finding.steady() ? "" : "~";
    }

    /** The operation, and how near the processors were, if that matters to it. */
    private static String name(Finding finding) {
        return finding.operation() + (finding.state() == null ? "" : " (" + finding.state() + ")");
    }

    /** What a change did to the bytes and to the time of an operation, in a few words. */
    private static String verdict(Finding finding) {
        return finding.isSame() ? "same" : bytes(finding) + ", " + time(finding);
    }

    private static String bytes(Finding finding) {
        return word(finding.bytes(), "fewer bytes", "**more bytes**", "same bytes");
    }

    private static String time(Finding finding) {
        return word(finding.times(), "faster", "**slower**", "time not shown: " + finding.whyNot());
    }

    private static String word(Finding.Verdict verdict, String less, String more, String otherwise) {
        return switch (verdict) {
            case LESS -> less;
            case MORE -> more;
            case NOT_SHOWN -> otherwise;
        };
    }

    /** A finding as one sentence, for the HTML page. */
    static String sentence(Finding finding) {
        return name(finding) + ": " + Finding.shown(finding.bytesBefore()) + " B before, "
                + Finding.shown(finding.bytesAfter()) + " B after. Time"
                + (finding.isTimed() ? " after / before " + ratio(finding.time()) : "") + ", A/A "
                + interval(finding.noise()) + ": "
                + verdict(finding).replace("*", "") + ".";
    }

    private static String nanos(double nanos) {
        return String.format(Locale.ROOT, nanos < 100 ? "%.1f" : "%.0f", nanos);
    }

    private static String percent(double part) {
        return String.format(Locale.ROOT, "%.1f %%", 100 * part);
    }

    static String ratio(Ratio ratio) {
        return String.format(Locale.ROOT, "%.2f %s", ratio.value(), interval(ratio));
    }

    private static String interval(Ratio ratio) {
        return String.format(
                Locale.ROOT,
                "[%.2f, %.2f]",
                ratio.interval().low(),
                ratio.interval().high());
    }

    private void laws(Map<Role, List<Fields>> laws) {
        List<String> lines = lawLines(laws);
        if (!lines.isEmpty()) {
            line("");
            lines.forEach(this::line);
        }
    }

    /** The table of laws for both sides; empty if no laws were checked. */
    static List<String> lawLines(Map<Role, List<Fields>> laws) {
        List<Fields> before = laws.getOrDefault(Role.BEFORE, List.of());
        List<Fields> after = laws.getOrDefault(Role.AFTER, List.of());
        return before.isEmpty() || before.size() != after.size() ? List.of() : lawLines(before, after);
    }

    /** The table of laws; {@code ./lab laws} also prints it. */
    static List<String> lawLines(List<Fields> before, List<Fields> after) {
        List<String> lines = new ArrayList<>(List.of("| law | before | after |", "|---|---|---|"));
        for (int i = 0; i < before.size(); i++) {
            lines.add(
                    "| " + before.get(i).text("name") + " | " + law(before.get(i)) + " | " + law(after.get(i)) + " |");
        }
        return lines;
    }

    private static String law(Fields line) {
        String passed = line.text("passed");
        String cases = line.text("cases");
        if (passed.equals(cases)) {
            return "holds, " + cases + " of " + cases;
        }
        String note = line.text("note");
        return note.isEmpty() ? "**fails**" : "**fails**, " + passed + " of " + cases + " hold: " + note;
    }

    private void tail(Content content) {
        line("");
        line(content.tests());
        line("");
        line("Repeat it: `" + content.request().command() + "`");
    }

    private void line(String text) {
        out.append(text).append('\n');
    }
}
