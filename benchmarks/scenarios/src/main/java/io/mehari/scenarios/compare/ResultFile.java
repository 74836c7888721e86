package io.mehari.scenarios.compare;

import io.mehari.report.Result;
import io.mehari.report.Row;
import io.mehari.scenarios.fork.Outcome;
import io.mehari.scenarios.fork.Results;
import java.util.ArrayList;
import java.util.List;

/** Converts the values of a comparison to a result for reports. */
final class ResultFile {
    private ResultFile() {}

    /** The result of that commit and that command line; a subject without values becomes a note. */
    static Result of(List<Comparison> comparisons, String commit, String command, List<String> notes) {
        List<Outcome> all = new ArrayList<>();
        for (Comparison each : comparisons) {
            all.addAll(each.noise);
            all.addAll(each.entries);
        }
        Results results = new Results(all);
        Result result = results.begin("Mehari and its peers, compared", commit, command, notes);
        for (Comparison comparison : comparisons) {
            String id = comparison.variation.id();
            for (String line : Findings.noise(comparison)) {
                result = result.withNote(line);
            }
            for (String line : comparison.leftOut) {
                result = result.withNote(id + ", not compared: " + line);
            }
            for (Outcome each : comparison.entries) {
                result = each.counts()
                        ? result.withRows(rows(each, results.jdk(each)))
                        : result.withNote(
                                id + ", " + each.contender.id() + ", JDK " + each.jdkName() + ": " + each.whyNone());
            }
            for (String line : Findings.verdicts(comparison)) {
                result = result.withNote(id + ", " + line);
            }
            for (String line : Findings.notSteady(comparison)) {
                result = result.withNote(id + ": " + line);
            }
        }
        return result;
    }

    private static List<Row> rows(Outcome entry, String jdk) {
        List<Row> rows = new ArrayList<>();
        String note = entry.notSteady() == 0 ? "" : "not steady in " + entry.notSteady() + " of " + entry.forks();
        for (Metric metric : Metric.values()) {
            Row row = Row.of(
                    entry.variation.id(),
                    entry.contender.id(),
                    jdk,
                    metric.unit(),
                    metric.better(),
                    entry.samples(metric::of));
            rows.add(row.withNote(note));
        }
        return rows;
    }
}
