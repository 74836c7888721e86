package io.mehari.scenarios.compare;

import io.mehari.scenarios.Contender;
import io.mehari.scenarios.Variation;
import io.mehari.scenarios.fork.Forks;
import io.mehari.scenarios.fork.Outcome;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** One variation: which subjects are compared at it, in which order, and why some are left out. */
final class Comparison {
    final Variation variation;

    /** For each JDK the reference twice, which shows how far it differs from itself. */
    final List<Outcome> noise = new ArrayList<>();

    /** For each JDK all subjects that can do it, the reference first. */
    final List<Outcome> entries = new ArrayList<>();

    /** A sentence for each subject that is left out. */
    final List<String> leftOut = new ArrayList<>();

    Comparison(Variation variation, List<Contender> subjects, List<Path> jdks, Predicate<Contender> hasJars) {
        this.variation = variation;
        List<Contender> present = new ArrayList<>();
        for (Contender each : subjects) {
            String why = each.whyNot(variation);
            if (!why.isEmpty()) {
                leftOut.add(each.id() + ": " + why);
            } else if (!hasJars.test(each)) {
                leftOut.add(each.id() + ": Its jars are not there.");
            } else {
                present.add(each);
            }
        }
        for (Path jdk : jdks) {
            present.stream().limit(1).forEach(first -> {
                noise.add(new Outcome(variation, first, jdk));
                noise.add(new Outcome(variation, first, jdk));
            });
            present.forEach(each -> entries.add(new Outcome(variation, each, jdk)));
        }
    }

    /** The noise first, then the comparison, each there and back. */
    List<Outcome> order(int forks) {
        List<Outcome> order = new ArrayList<>();
        for (int i = 0; i < noise.size(); i += 2) {
            order.addAll(Forks.thereAndBack(noise.subList(i, i + 2), forks));
        }
        order.addAll(Forks.thereAndBack(entries, forks));
        return order;
    }

    /** The one that the others on that JDK are compared with. */
    Outcome reference(Path jdk) {
        return entries.stream()
                .filter(each -> each.jdk.equals(jdk))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("No subject is compared on " + jdk));
    }

    /** Whether a fork of its table has run. */
    boolean begun() {
        return entries.stream().anyMatch(each -> each.counts() || !each.fault().isEmpty());
    }
}
