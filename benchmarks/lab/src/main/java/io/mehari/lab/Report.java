package io.mehari.lab;

import io.mehari.engine.Better;
import io.mehari.engine.Fields;
import io.mehari.engine.Jvm;
import io.mehari.engine.Table;
import io.mehari.report.Jdk;
import io.mehari.report.Machine;
import io.mehari.report.Result;
import io.mehari.report.Row;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The report of a run, as Markdown for an issue. */
final class Report {
    private static final int LONGEST = 120;

    private static final String NOTES =
            "Bytes and times are for one message. A time is a ratio of medians, with its bootstrap interval: 99 % for all"
                    + " rows together. A difference is shown if the interval is without 1, and that of A/A is not, with "
                    + Finding.LEAST_JVMS
                    + " JVMs of each side or more. \"Could show\": from which difference on this"
                    + " run would have shown it. Not shown does not mean equal.";

    private final Change change;
    private final Map<String, Map<String, List<Fields>>> measured;
    private final Findings findings;
    private final String each;
    private final String command;
    private final List<String> more = new ArrayList<>();

    /**
     * A report of what {@link Runs#measure} has measured.
     *
     * @param each how long each JVM has measured
     * @param command that repeats the run
     */
    Report(Change change, Map<String, Map<String, List<Fields>>> measured, String each, String command) {
        this.change = change;
        this.measured = measured;
        this.findings = Findings.of(measured);
        this.each = each;
        this.command = command.strip();
    }

    /** What the run says of the operations. */
    Findings findings() {
        return findings;
    }

    /** Adds a part before the last line. */
    void add(String part) {
        more.add(part);
    }

    /** The whole report. */
    String markdown() {
        Fields jvm = jvm();
        Machine machine = Machine.here();
        Table about = Table.of("", "")
                .add("before", change.saysBefore())
                .add("after", change.saysAfter())
                .add(
                        "machine",
                        machine.cpu() + ", " + machine.cores() + " cores, " + machine.memory() + ", " + machine.os())
                .add(
                        "JDK",
                        jvm.text("version") + ", " + jvm.text("vendor") + ", " + Jvm.HEAP + ", "
                                + jvm.text("collector"))
                .add("date, Mehari", LocalDate.now(ZoneOffset.UTC) + ", " + Jvm.commit())
                .add(
                        "JVMs",
                        findings.all().stream()
                                        .mapToInt(found -> found.bytesAfter().size())
                                        .min()
                                        .orElse(0) + " of each of before, before again (A/A) and after, in turn, "
                                + each);
        List<String> parts = new ArrayList<>(List.of(
                "# " + change.experiment().id() + ": " + change.experiment().text("title"),
                findings.claim(),
                about.toString(),
                findings.table(),
                NOTES
                        + (findings.all().stream().allMatch(Finding::steady)
                                ? ""
                                : " ~: the last iterations of a JVM did not allocate the same."),
                String.join("\n", more),
                "Repeat it: `" + command + "`"));
        parts.removeIf(String::isBlank);
        return parts.stream().map(part -> part.strip() + "\n").collect(Collectors.joining("\n"));
    }

    /** What the first JVM says of itself. */
    private Fields jvm() {
        return measured.getOrDefault("", Map.of()).values().iterator().next().get(0);
    }

    /** All samples, for a file. */
    Result result() {
        Jdk jdk = new Jdk(jvm().text("feature"), jvm().text("version"), jvm().text("vendor"), Jvm.HEAP);
        List<Row> rows = new ArrayList<>();
        measured.forEach((operation, sides) -> sides.forEach((side, lines) -> {
            for (String metric : operation.isEmpty() ? List.<String>of() : List.of("nanos", "bytes")) {
                rows.add(Row.of(
                        operation.replace('/', ' '),
                        side,
                        jdk.name(),
                        metric.equals("nanos") ? "ns" : "B",
                        Better.LESS,
                        lines.stream().map(line -> line.number(metric)).toList()));
            }
        }));
        List<String> notes = List.of(findings.claim().replace("*", ""), change.saysAfter());
        String title = change.experiment().id() + ": " + change.experiment().text("title");
        return Result.of(title, command, List.of(jdk), notes, rows, List.of(), List.of());
    }

    /** The laws on both sides, those of a contract first; empty if none were checked. */
    static String laws(List<Fields> before, List<Fields> after) {
        Table table = Table.of("law", "before", "after");
        for (int i = 0; i < Math.min(before.size(), after.size()); i++) {
            table.add(before.get(i).text("name"), law(before.get(i)), law(after.get(i)));
        }
        return table.size() == 0 ? "" : table.toString();
    }

    private static String law(Fields line) {
        String failure = line.text("failure");
        if (failure.isEmpty()) {
            return "holds";
        }
        return (line.truth("contract") ? "**fails**: " : "is not so: ")
                + failure.substring(0, Math.min(failure.length(), LONGEST));
    }
}
