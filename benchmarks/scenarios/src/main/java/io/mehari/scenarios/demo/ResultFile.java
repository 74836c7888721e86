package io.mehari.scenarios.demo;

import io.mehari.report.Better;
import io.mehari.report.Jdk;
import io.mehari.report.ObjectRow;
import io.mehari.report.Point;
import io.mehari.report.Result;
import io.mehari.report.Row;
import io.mehari.report.Series;
import io.mehari.scenarios.Fields;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What was measured, in the form that reports are made of. */
final class ResultFile {
    private final List<Outcome> outcomes;
    private String jdk = "";

    ResultFile(List<Outcome> outcomes) {
        this.outcomes = outcomes;
    }

    /** The result of that commit and that command line; a subject without figures becomes a note. */
    Result of(String commit, String command, List<String> notes) {
        Result result = Result.begun("Mehari beside its peers: the demonstration", commit, command);
        Fields jvm = jvm();
        if (jvm == null) {
            return result.withNote("Nothing was measured");
        }
        jdk = jvm.text("name");
        result = result.withJdks(List.of(new Jdk(jdk, jvm.text("version"), jvm.text("vendor"), Child.FLAGS)));
        for (String note : notes) {
            result = result.withNote(note);
        }
        for (Outcome each : outcomes) {
            if (!each.counts()) {
                result = result.withNote(each.variation.id() + ", " + each.contender.id() + ": " + each.fault);
                continue;
            }
            result = result.withRows(rows(each)).withSeries(series(each)).withObjects(objects(each));
        }
        return result;
    }

    private @Nullable Fields jvm() {
        for (Outcome each : outcomes) {
            if (each.jvm != null) {
                return each.jvm;
            }
        }
        return null;
    }

    private List<Row> rows(Outcome each) {
        List<Row> rows = new ArrayList<>();
        rows.add(row(each, "messages/s", Better.MORE, each.perSecond()));
        rows.add(row(each, "CPU ns/message", Better.LESS, each.perMessage("cpu")));
        rows.add(row(each, "bytes/message", Better.LESS, each.perMessage("allocated")));
        Fields objects = each.objects;
        if (objects != null) {
            rows.add(row(each, "objects/message", Better.LESS, objects.number("objects")));
        }
        rows.add(row(each, "live heap MB", Better.LESS, each.of("live") / 1e6));
        rows.add(row(each, "GC ms", Better.LESS, each.of("collectingMillis")));
        return rows;
    }

    private Row row(Outcome each, String metric, Better better, double value) {
        return Row.of(each.variation.id(), each.contender.id(), jdk, metric, better, List.of(value));
    }

    private List<Series> series(Outcome each) {
        List<Point> rate = new ArrayList<>();
        List<Point> heap = new ArrayList<>();
        double messages = 0;
        double seconds = 0;
        for (Fields line : each.progress) {
            double now = line.number("nanos") / 1e9;
            if (now > seconds) {
                rate.add(new Point(now, (line.number("messages") - messages) / (now - seconds)));
                heap.add(new Point(now, line.number("heap") / 1e6));
            }
            messages = line.number("messages");
            seconds = now;
        }
        String group = each.variation.id();
        String subject = each.contender.id();
        return List.of(
                new Series(group, subject, jdk, "messages/s", rate), new Series(group, subject, jdk, "heap MB", heap));
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
