package io.mehari.load;

import io.mehari.report.Better;
import io.mehari.report.Percentiles;
import io.mehari.report.Point;
import io.mehari.report.Row;
import io.mehari.report.Series;
import io.mehari.scenarios.Fields;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** The figures from the runs of one subject. */
final class Figures {
    static final String RATE = "messages/s";
    static final String P50 = "p50 us";
    static final String P99 = "p99 us";
    static final String P999 = "p99.9 us";
    static final String MOST = "max us";
    static final String CPU = "CPU ns/message";
    static final String BYTES = "bytes/message";
    static final String PAUSES = "GC pauses ms";
    static final String LONGEST = "longest GC pause ms";
    static final String LIVE = "live heap MB";

    /** All metrics, in the order of tables. */
    static final List<String> ALL = List.of(RATE, P50, P99, P999, MOST, CPU, BYTES, PAUSES, LONGEST, LIVE);

    private static final double[] PARTS = {
        0, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.975, 0.99, 0.995, 0.9975, 0.999, 0.9995, 0.9999, 0.99999, 0.999999, 1
    };
    private static final double ENOUGH_OF_THE_RATE = 0.99;
    private static final double MOST_LATENESS_MICROS = 50;

    private final Plan plan;
    private final LoadOutcome outcome;
    private final String jdk;

    /** Creates the figures of a subject that has values. */
    Figures(Plan plan, LoadOutcome outcome, String jdk) {
        this.plan = plan;
        this.outcome = outcome;
        this.jdk = jdk;
    }

    List<Row> rows() {
        List<Row> rows = new ArrayList<>();
        rows.add(sampled(RATE, Better.MORE, Figures::rate).withNote(plan.rate() + " were due"));
        rows.add(sampled(P50, Better.LESS, each -> each.number("median")));
        rows.add(sampled(P99, Better.LESS, each -> each.number("hundredth")));
        rows.add(sampled(P999, Better.LESS, each -> each.number("thousandth")));
        rows.add(Row.longest(
                plan.group(),
                outcome.contender.id(),
                jdk,
                MOST,
                Better.LESS,
                outcome.samples(each -> each.number("max"))));
        if (outcome.totals.stream().allMatch(each -> cpu(each) > 0)) {
            rows.add(
                    sampled(CPU, Better.LESS, Figures::cpu).withNote("of all threads, without the producers' waiting"));
        }
        rows.add(sampled(BYTES, Better.LESS, each -> per(each, "allocated")));
        rows.add(single(PAUSES, outcome.pausing).withNote("the sum over all rounds"));
        rows.add(single(LONGEST, outcome.longestPause));
        rows.add(sampled(LIVE, Better.LESS, each -> each.number("live") / 1e6));
        return rows;
    }

    private Row sampled(String metric, Better better, ToDoubleFunction<Fields> sample) {
        return Row.of(plan.group(), outcome.contender.id(), jdk, metric, better, outcome.samples(sample));
    }

    private Row single(String metric, double value) {
        return new Row(
                plan.group(), outcome.contender.id(), jdk, metric, Better.LESS, value, value, value, List.of(), "");
    }

    private double mean(ToDoubleFunction<Fields> figure) {
        return outcome.totals.stream().mapToDouble(figure).average().orElse(0);
    }

    private static double rate(Fields line) {
        return line.number("messages") / (line.number("nanos") / 1e9);
    }

    private static double cpu(Fields line) {
        return (line.number("cpu") - line.number("waiting")) / Math.max(1, line.number("messages"));
    }

    private static double per(Fields line, String field) {
        return line.number(field) / Math.max(1, line.number("messages"));
    }

    Percentiles percentiles() {
        List<Point> points = new ArrayList<>();
        for (double part : PARTS) {
            // A thousand messages do not show the slowest of a million.
            if (part == 1 || (1 - part) * outcome.times.getTotalCount() >= 1) {
                points.add(new Point(part, outcome.times.getValueAtPercentile(100 * part) / 1e3));
            }
        }
        return new Percentiles(plan.group(), outcome.contender.id(), jdk, "us", points);
    }

    /** The progress of the first round over time. */
    List<Series> series() {
        List<Series> all = new ArrayList<>();
        add(all, RATE, outcome.rateOverTime());
        add(all, P99, outcome.overTime(line -> line.number("hundredth")));
        add(all, "heap MB", outcome.overTime(line -> line.number("heap") / 1e6));
        add(
                all,
                "GC pause ms",
                outcome.pauses.stream()
                        .map(each -> new Point(each.number("seconds"), each.number("millis")))
                        .toList());
        return all;
    }

    private void add(List<Series> all, String metric, List<Point> points) {
        if (!points.isEmpty()) {
            all.add(new Series(plan.group(), outcome.contender.id(), jdk, metric, points));
        }
    }

    /** Notes that a reader needs before the figures. */
    List<String> notes() {
        List<String> notes = new ArrayList<>();
        String name = outcome.contender.id() + ", JDK " + jdk + ": ";
        double rate = mean(Figures::rate);
        boolean ended = outcome.totals.stream().anyMatch(each -> each.truth("ended"));
        if (outcome.totals.stream().anyMatch(each -> each.truth("gaveUp"))) {
            notes.add(name + "gave up when it was 10 s behind; times are those of what was sent.");
        }
        if (rate < ENOUGH_OF_THE_RATE * plan.rate() && !ended) {
            notes.add(String.format(
                    Locale.ROOT, "%sdid not keep the rate: %,.0f of %,d a second.", name, rate, plan.rate()));
        }
        double late = outcome.totals.stream()
                .mapToDouble(each -> each.number("lateness"))
                .max()
                .orElse(0);
        if (late > MOST_LATENESS_MICROS) {
            notes.add(String.format(
                    Locale.ROOT,
                    "%sthe producers themselves were late, by up to %s for 99 of 100 messages: the machine was"
                            + " busy with other work, and the times include that.",
                    name,
                    Tables.micros(late)));
        }
        return notes;
    }
}
