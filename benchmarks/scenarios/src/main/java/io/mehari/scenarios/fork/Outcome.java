package io.mehari.scenarios.fork;

import io.mehari.report.Point;
import io.mehari.scenarios.Contender;
import io.mehari.scenarios.Fields;
import io.mehari.scenarios.Variation;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** The values of one subject in one variation on one JDK. Each fork adds values. */
public class Outcome {
    /** The measured variation. */
    public final Variation variation;

    /** The measured subject. */
    public final Contender contender;

    /** The folder of the JDK. */
    public final Path jdk;

    /** A description of the JVM; null until one has started. */
    public @Nullable Fields jvm;

    /** The lines of the first fork, a few for each second. */
    public final List<Fields> progress = new ArrayList<>();

    /** One line for each fork that did the work. */
    public final List<Fields> totals = new ArrayList<>();

    /** Objects and bytes for each message, class by class; empty until they are counted. */
    public final List<Fields> classes = new ArrayList<>();

    /** The sum over all classes. */
    public @Nullable Fields objects;

    private String fault = "";

    /** Creates an outcome without values. */
    public Outcome(Variation variation, Contender contender, Path jdk) {
        this.variation = variation;
        this.contender = contender;
        this.jdk = jdk;
    }

    /** Adds a line that a fork has printed. */
    public void add(Fields line) {
        switch (line.kind()) {
            case "jvm" -> jvm = line;
            case "progress" -> {
                if (totals.isEmpty()) {
                    progress.add(line);
                }
            }
            case "total" -> {
                if (line.number("messages") > 0) {
                    totals.add(line);
                } else {
                    failed("nothing arrived while it was measured");
                }
            }
            case "refused" -> fault = "REFUSED: " + line.text("wrong");
            case "class" -> classes.add(line);
            case "objects" -> objects = line;
            default -> {}
        }
    }

    /** Records why there are no values, unless a reason is already known. */
    public void failed(String why) {
        if (fault.isEmpty()) {
            fault = why;
        }
    }

    /** Removes the values of the last fork, which was ended early. Keeps this number of totals. */
    public void forget(int count) {
        fault = "";
        totals.subList(Math.min(count, totals.size()), totals.size()).clear();
    }

    /** What went wrong; empty if nothing did. */
    public String fault() {
        return fault;
    }

    /** Why it has no values. */
    public String whyNone() {
        return fault.isEmpty() ? "not measured" : fault;
    }

    /** The number of forks that did the work. */
    public int forks() {
        return totals.size();
    }

    /** Whether it has values: all forks of it did the work. */
    public boolean counts() {
        return fault.isEmpty() && !totals.isEmpty();
    }

    /** The number of forks that were measured without a steady state. */
    public int notSteady() {
        return (int) totals.stream().filter(each -> !each.truth("steady")).count();
    }

    /** One value for each fork, in their order. */
    public List<Double> samples(ToDoubleFunction<Fields> metric) {
        return totals.stream().map(metric::applyAsDouble).toList();
    }

    /** The JDK's version, or its folder if no JVM has started. */
    public String jdkName() {
        Fields known = jvm;
        return known == null ? String.valueOf(jdk.getFileName()) : known.text("name");
    }

    /** A value of the progress lines over time. */
    public List<Point> overTime(ToDoubleFunction<Fields> value) {
        return progress.stream()
                .map(each -> new Point(each.number("nanos") / 1e9, value.applyAsDouble(each)))
                .toList();
    }

    /** Messages per second between two progress lines, over time. */
    public List<Point> rateOverTime() {
        List<Point> rates = new ArrayList<>();
        Point before = new Point(0, 0);
        for (Point each : overTime(line -> line.number("messages"))) {
            if (each.x() > before.x()) {
                rates.add(new Point(each.x(), (each.y() - before.y()) / (each.x() - before.x())));
            }
            before = each;
        }
        return rates;
    }

    /** The short form of the objects by class; null if they were not counted, or not completely. */
    public @Nullable MostObjects mostObjects() {
        Fields all = objects;
        return all == null || !all.truth("complete") ? null : MostObjects.of(classes, all);
    }
}
