package io.mehari.load;

import io.mehari.report.Jdk;
import io.mehari.report.Result;
import io.mehari.report.Row;
import io.mehari.report.Verdict;
import io.mehari.scenarios.fork.Table;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Compares two results: each figure that both have, how many times better the first one is, and whether the samples
 * show a difference.
 */
final class Comparison {
    private final Result first;
    private final Result second;

    Comparison(Result first, Result second) {
        this.first = first;
        this.second = second;
    }

    /** The comparison as text, with those names for the two results. */
    String print(String a, String b) {
        StringBuilder text = new StringBuilder();
        text.append("a: ").append(a).append(" (").append(about(first)).append(")\n");
        text.append("b: ").append(b).append(" (").append(about(second)).append(")\n");
        differences().forEach(each -> text.append(each).append('\n'));
        Table table = new Table(3, List.of("scenario", "subject", "figure", "a", "b", "a is better by", "verdict"));
        int rows = 0;
        for (Row row : first.rows()) {
            Row other = counterpart(row);
            if (other != null) {
                table.add(line(row, other));
                rows++;
            }
        }
        text.append('\n');
        if (rows == 0) {
            return text + "The two have no figure in common: " + subjects(first) + " here, " + subjects(second)
                    + " there. Compare runs of one scenario at one rate.\n";
        }
        text.append(table).append('\n');
        text.append(
                "A ratio above 1 is a's advantage. The two were not measured in turn: what the machine did in between"
                        + " is in it; --subject A,B --rounds 4 measures in turn.\n");
        return text.toString();
    }

    private static String about(Result result) {
        return result.commit() + ", " + result.date() + ", " + result.command();
    }

    private List<String> differences() {
        List<String> lines = new ArrayList<>();
        if (!first.machine().equals(second.machine())) {
            lines.add("Two machines: " + first.machine().cpu() + " and "
                    + second.machine().cpu() + ". Times do not compare.");
        }
        Set<String> versions = new LinkedHashSet<>();
        for (Jdk each : first.jdks()) {
            for (Jdk other : second.jdks()) {
                if (each.name().equals(other.name()) && !each.equals(other)) {
                    versions.add("Two JDKs " + each.name() + ": " + each.version() + " " + each.flags() + " and "
                            + other.version() + " " + other.flags() + ".");
                }
            }
        }
        lines.addAll(versions);
        return lines;
    }

    /**
     * The same figure of the same subject in the other result. If each result has only one subject, it is the figure of
     * that subject.
     */
    private @Nullable Row counterpart(Row row) {
        boolean alone = subjects(first).size() == 1 && subjects(second).size() == 1;
        for (Row other : second.rows()) {
            if (other.group().equals(row.group())
                    && other.jdk().equals(row.jdk())
                    && other.metric().equals(row.metric())
                    && (alone || other.subject().equals(row.subject()))) {
                return other;
            }
        }
        return null;
    }

    private static Set<String> subjects(Result result) {
        Set<String> subjects = new LinkedHashSet<>();
        result.rows().forEach(row -> subjects.add(row.subject() + " at " + row.group() + ", JDK " + row.jdk()));
        return subjects;
    }

    private static List<String> line(Row row, Row other) {
        int pairs = Math.min(row.samples().size(), other.samples().size());
        Verdict verdict = Verdict.of(
                row.better(), row.samples().subList(0, pairs), other.samples().subList(0, pairs));
        String subject =
                row.subject().equals(other.subject()) ? row.subject() : row.subject() + " / " + other.subject();
        return List.of(
                row.group() + ", JDK " + row.jdk(),
                subject,
                row.metric(),
                Tables.number(row.value()),
                Tables.number(other.value()),
                ratio(row, other),
                switch (verdict.finding()) {
                    case FIRST -> "a is ahead";
                    case SECOND -> "b is ahead";
                    case NO_DIFFERENCE_SHOWN -> "no difference shown";
                    case TOO_FEW_SAMPLES -> "too few samples";
                });
    }

    private static String ratio(Row row, Row other) {
        double ratio = row.better().ratio(row.value(), other.value());
        return Double.isFinite(ratio) && ratio > 0 ? String.format(Locale.ROOT, "%.2fx", ratio) : "";
    }
}
