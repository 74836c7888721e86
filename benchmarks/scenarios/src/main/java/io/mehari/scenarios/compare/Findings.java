package io.mehari.scenarios.compare;

import io.mehari.report.Statistics;
import io.mehari.report.Verdict;
import io.mehari.scenarios.fork.Outcome;
import io.mehari.scenarios.fork.Table;
import java.util.ArrayList;
import java.util.List;

/** The findings of a comparison, as text and tables. */
final class Findings {
    private Findings() {}

    /** How far the reference differs from itself, for each JDK. */
    static List<String> noise(Comparison comparison) {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i + 1 < comparison.noise.size(); i += 2) {
            Outcome first = comparison.noise.get(i);
            Outcome twin = comparison.noise.get(i + 1);
            String where = comparison.variation.id() + ", JDK " + first.jdkName();
            if (!first.counts() || !twin.counts()) {
                String fault = first.fault().isEmpty() ? twin.fault() : first.fault();
                lines.add(
                        "Noise at " + where + " is unknown: " + (fault.isEmpty() ? "not measured" : firstLine(fault)));
                continue;
            }
            Metric metric = Metric.deciding(comparison.variation);
            Verdict verdict = verdict(first, twin, metric);
            String text =
                    "Noise at " + where + ", " + metric.unit() + ": " + verdict.say(first.contender.id(), "itself");
            boolean quiet = verdict.finding() != Verdict.Finding.FIRST && verdict.finding() != Verdict.Finding.SECOND;
            lines.add(quiet ? text : text + "; a difference of that size means nothing");
        }
        return lines;
    }

    /** Compares the pairs that both subjects have. After an early end, one subject may have one run more. */
    private static Verdict verdict(Outcome first, Outcome second, Metric metric) {
        int pairs = Math.min(first.forks(), second.forks());
        return Verdict.of(
                metric.better(),
                first.samples(metric::of).subList(0, pairs),
                second.samples(metric::of).subList(0, pairs));
    }

    /** The table of a comparison. Below it are the verdicts, and which subjects are missing and why. */
    static String of(Comparison comparison) {
        StringBuilder text = new StringBuilder(comparison.variation.id())
                .append(": ")
                .append(comparison.variation.scenario().sentence())
                .append("\n\n")
                .append(table(comparison))
                .append('\n');
        noise(comparison).forEach(line -> text.append(line).append('\n'));
        verdicts(comparison).forEach(line -> text.append(line).append('\n'));
        notSteady(comparison).forEach(line -> text.append(line).append('\n'));
        comparison.leftOut.forEach(
                line -> text.append("Not compared: ").append(line).append('\n'));
        return text.toString();
    }

    private static String table(Comparison comparison) {
        List<String> heads = new ArrayList<>(List.of("subject", "JDK", "forks"));
        for (Metric metric : Metric.values()) {
            heads.add(metric.unit());
            heads.add("range");
        }
        Table table = new Table(2, heads);
        for (Outcome each : comparison.entries) {
            List<String> row = new ArrayList<>(List.of(each.contender.id(), each.jdkName()));
            if (!each.counts()) {
                row.add(firstLine(each.whyNone()));
            } else {
                row.add(Integer.toString(each.forks()));
                for (Metric metric : Metric.values()) {
                    List<Double> samples = each.samples(metric::of);
                    row.add(metric.shown(Statistics.median(samples)));
                    row.add(Statistics.range(samples).around(Statistics.median(samples)));
                }
            }
            table.add(row);
        }
        return table.toString();
    }

    private static String firstLine(String text) {
        int end = text.indexOf('\n');
        return end < 0 ? text : text.substring(0, end);
    }

    /** The subjects that were measured without a steady state, as one line; empty if there are none. */
    static List<String> notSteady(Comparison comparison) {
        List<String> names = new ArrayList<>();
        for (Outcome each : comparison.entries) {
            if (each.counts() && each.notSteady() > 0) {
                names.add(each.contender.id() + " on JDK " + each.jdkName() + " in " + each.notSteady() + " of "
                        + each.forks());
            }
        }
        return names.isEmpty()
                ? List.of()
                : List.of("Not steady at the end of the warm-up (--warm-up makes it longer): "
                        + String.join(", ", names));
    }

    /** The verdicts between the reference and each other subject on the same JDK. */
    static List<String> verdicts(Comparison comparison) {
        List<String> lines = new ArrayList<>();
        Metric metric = Metric.deciding(comparison.variation);
        for (Outcome each : comparison.entries) {
            Outcome reference = comparison.reference(each.jdk);
            if (each != reference && each.counts() && reference.counts()) {
                String say = verdict(reference, each, metric).say(reference.contender.id(), each.contender.id());
                lines.add("JDK " + each.jdkName() + ", " + metric.unit() + ": " + say);
            }
        }
        return lines;
    }
}
