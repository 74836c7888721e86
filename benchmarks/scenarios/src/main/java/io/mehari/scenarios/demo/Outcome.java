package io.mehari.scenarios.demo;

import io.mehari.scenarios.Contender;
import io.mehari.scenarios.Fields;
import io.mehari.scenarios.Variation;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is known of one subject at one variation: grows while it is measured. */
final class Outcome {
    final Variation variation;
    final Contender contender;

    /** About the JVM; null until it has said it. */
    @Nullable
    Fields jvm;

    /** One for each quarter of a second of the measurement. */
    final List<Fields> progress = new ArrayList<>();

    /** The total of a subject that did the work; null for one that did not, or that is not done. */
    @Nullable
    Fields total;

    /** Why there is no total; empty when there is one. */
    String fault = "not measured";

    /** Objects and bytes for each message, class by class; empty until they are counted. */
    final List<Fields> classes = new ArrayList<>();

    /** The sum over those. */
    @Nullable
    Fields objects;

    Outcome(Variation variation, Contender contender) {
        this.variation = variation;
        this.contender = contender;
    }

    /** Something that its JVM printed. */
    void add(Fields line) {
        switch (line.kind()) {
            case "jvm" -> jvm = line;
            case "progress" -> progress.add(line);
            case "total" -> {
                total = line;
                fault = line.number("messages") > 0 ? "" : "nothing arrived while it was measured";
            }
            case "refused" -> fault = "REFUSED: " + line.text("wrong");
            case "class" -> classes.add(line);
            case "objects" -> objects = line;
            default -> {}
        }
    }

    /** Whether it has figures. */
    boolean counts() {
        return fault.isEmpty();
    }

    /** Whether a message was still getting cheaper when the measurement began. */
    boolean unsettled() {
        Fields line = total;
        return counts() && line != null && !line.truth("settled");
    }

    /** The short form of its objects by class; null when there is no count of them, or one with gaps. */
    @Nullable
    MostObjects mostObjects() {
        Fields all = objects;
        return all == null || !all.truth("complete") ? null : MostObjects.of(classes, all);
    }

    double perSecond() {
        return of("messages") / (of("nanos") / 1e9);
    }

    double perMessage(String field) {
        return of(field) / of("messages");
    }

    /** That field of the total. */
    double of(String field) {
        Fields line = total;
        if (line == null) {
            throw new IllegalStateException(contender.id() + " has no total: " + fault);
        }
        return line.number(field);
    }
}
