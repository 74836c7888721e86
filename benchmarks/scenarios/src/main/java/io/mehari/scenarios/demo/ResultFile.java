package io.mehari.scenarios.demo;

import io.mehari.report.Better;
import io.mehari.report.ObjectRow;
import io.mehari.report.Result;
import io.mehari.report.Row;
import io.mehari.report.Series;
import io.mehari.scenarios.Fields;
import io.mehari.scenarios.fork.Outcome;
import io.mehari.scenarios.fork.Results;
import java.util.ArrayList;
import java.util.List;

/** Converts the measurements to a result for reports. */
final class ResultFile {
    private final List<Outcome> outcomes;
    private String jdk = "";

    ResultFile(List<Outcome> outcomes) {
        this.outcomes = outcomes;
    }

    /** The result of that commit and that command line; a subject without values becomes a note. */
    Result of(String commit, String command, List<String> notes) {
        Results results = new Results(outcomes);
        Result result = results.begin("Mehari beside its peers: the demonstration", commit, command, notes);
        if (outcomes.stream().allMatch(each -> each.jvm == null)) {
            return result.withNote("Nothing was measured");
        }
        for (Outcome each : outcomes) {
            if (each.counts()) {
                jdk = results.jdk(each);
                result = result.withRows(rows(each)).withSeries(series(each)).withObjects(objects(each));
            } else {
                result = result.withNote(each.variation.id() + ", " + each.contender.id() + ": " + each.whyNone());
            }
        }
        return result;
    }

    private List<Row> rows(Outcome each) {
        List<Row> rows = new ArrayList<>();
        rows.add(row(each, "messages/s", Better.MORE, Tables.perSecond(each)));
        rows.add(row(each, "CPU ns/message", Better.LESS, Tables.perMessage(each, "cpu")));
        rows.add(row(each, "bytes/message", Better.LESS, Tables.perMessage(each, "allocated")));
        Fields objects = each.objects;
        if (objects != null) {
            rows.add(row(each, "objects/message", Better.LESS, objects.number("objects")));
        }
        rows.add(row(each, "live heap MB", Better.LESS, Tables.of(each, "live") / 1e6));
        rows.add(row(each, "GC ms", Better.LESS, Tables.of(each, "collectingMillis")));
        return rows;
    }

    private Row row(Outcome each, String metric, Better better, double value) {
        return Row.of(each.variation.id(), each.contender.id(), jdk, metric, better, List.of(value));
    }

    private List<Series> series(Outcome each) {
        String group = each.variation.id();
        String subject = each.contender.id();
        return List.of(
                new Series(group, subject, jdk, "messages/s", each.rateOverTime()),
                new Series(group, subject, jdk, "heap MB", each.overTime(line -> line.number("heap") / 1e6)));
    }

    private List<ObjectRow> objects(Outcome each) {
        List<ObjectRow> rows = new ArrayList<>();
        for (Fields line : each.classes) {
            if (line.number("objects") >= Tables.LEAST_OBJECTS) {
                rows.add(new ObjectRow(
                        each.variation.id(),
                        each.contender.id(),
                        jdk,
                        line.text("type"),
                        line.number("objects"),
                        line.number("bytes")));
            }
        }
        return rows;
    }
}
