package io.mehari.scenarios.compare;

import io.mehari.report.Jdk;
import io.mehari.report.Result;
import io.mehari.report.Row;
import io.mehari.scenarios.Fields;
import io.mehari.scenarios.demo.Child;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What was compared, in the form that reports are made of. */
final class ResultFile {
    private final Map<Path, Jdk> jdks = new LinkedHashMap<>();

    /** The result of that commit and that command line; who has no figures becomes a note. */
    Result of(List<Comparison> comparisons, String commit, String command, List<String> notes) {
        for (Comparison each : comparisons) {
            each.noise.forEach(this::name);
            each.entries.forEach(this::name);
        }
        Result result =
                Result.begun("Mehari and its peers, compared", commit, command).withJdks(List.copyOf(jdks.values()));
        for (String note : notes) {
            result = result.withNote(note);
        }
        for (Comparison comparison : comparisons) {
            for (String line : Findings.noise(comparison)) {
                result = result.withNote(line);
            }
            for (String line : comparison.leftOut) {
                result = result.withNote(comparison.variation.id() + ", not compared: " + line);
            }
            for (Entry each : comparison.entries) {
                result = each.counts() ? result.withRows(rows(each)) : result.withNote(lost(each));
            }
            for (String line : Findings.verdicts(comparison)) {
                result = result.withNote(comparison.variation.id() + ", " + line);
            }
            for (String line : Findings.unsettled(comparison)) {
                result = result.withNote(comparison.variation.id() + ": " + line);
            }
        }
        return result;
    }

    private static String lost(Entry each) {
        return each.variation.id() + ", " + each.contender.id() + ", JDK " + each.jdkName() + ": "
                + (each.fault().isEmpty() ? "not measured" : each.fault());
    }

    /** By its version; two folders of one version are told apart by a number. */
    private void name(Entry entry) {
        Fields jvm = entry.jvm;
        if (jvm == null || jdks.containsKey(entry.jdk)) {
            return;
        }
        String name = jvm.text("name");
        int same = 1;
        for (Jdk each : jdks.values()) {
            if (each.name().equals(name) || each.name().startsWith(name + "-")) {
                same++;
            }
        }
        String own = same == 1 ? name : name + "-" + same;
        jdks.put(entry.jdk, new Jdk(own, jvm.text("version"), jvm.text("vendor"), Child.FLAGS));
    }

    private List<Row> rows(Entry entry) {
        Jdk jdk = jdks.get(entry.jdk);
        List<Row> rows = new ArrayList<>();
        for (Metric metric : Metric.values()) {
            rows.add(Row.of(
                    entry.variation.id(),
                    entry.contender.id(),
                    jdk == null ? entry.jdkName() : jdk.name(),
                    metric.unit(),
                    metric.better(),
                    entry.samples(metric)));
        }
        return rows;
    }
}
