package io.mehari.scenarios.compare;

import io.mehari.scenarios.Contender;
import io.mehari.scenarios.Fields;
import io.mehari.scenarios.Variation;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One line of a comparison: grows by one total for each fork. */
final class Entry {
    final Variation variation;
    final Contender contender;
    final Path jdk;

    /** Whether it is there only to tell what the same subject differs from itself. */
    final boolean twin;

    private final List<Fields> totals = new ArrayList<>();

    /** About the JVM; null until one has run. */
    @Nullable
    Fields jvm;

    private String fault = "";

    Entry(Variation variation, Contender contender, Path jdk, boolean twin) {
        this.variation = variation;
        this.contender = contender;
        this.jdk = jdk;
        this.twin = twin;
    }

    /** Something that a fork printed. */
    void add(Fields line) {
        switch (line.kind()) {
            case "jvm" -> jvm = line;
            case "refused" -> fault = "REFUSED: " + line.text("wrong");
            case "total" -> {
                if (line.number("messages") > 0) {
                    totals.add(line);
                } else {
                    fault = "nothing arrived in the time";
                }
            }
            default -> {}
        }
    }

    /** A fork ended without a total. */
    void failed(String why) {
        if (fault.isEmpty()) {
            fault = why;
        }
    }

    /** Forgets what came of the last fork: it was ended before its time. Before it there were so many totals. */
    void forget(int count) {
        fault = "";
        while (totals.size() > count) {
            totals.remove(totals.size() - 1);
        }
    }

    /** Why it has no figures; empty unless something went wrong. */
    String fault() {
        return fault;
    }

    int forks() {
        return totals.size();
    }

    /** How many forks began to measure while a message was still getting cheaper. */
    int unsettled() {
        return (int) totals.stream().filter(each -> !each.truth("settled")).count();
    }

    /** Whether it has figures: all forks of it that ran did the work. */
    boolean counts() {
        return fault.isEmpty() && !totals.isEmpty();
    }

    /** One value for each fork, in their order. */
    List<Double> samples(Metric metric) {
        return totals.stream().map(metric::of).toList();
    }

    /** How tables call the JDK. */
    String jdkName() {
        Fields known = jvm;
        return known == null ? String.valueOf(jdk.getFileName()) : known.text("name");
    }
}
