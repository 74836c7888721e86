package io.mehari.scenarios.compare;

import io.mehari.scenarios.Contender;
import io.mehari.scenarios.Variation;
import io.mehari.scenarios.fork.Forks;
import io.mehari.scenarios.fork.Outcome;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** The comparison of one variation: the subjects, their order, and why some subjects are left out. */
final class Comparison {
    final Variation variation;

    /** For each JDK, the reference twice. This shows how far the reference differs from itself. */
    final List<Outcome> noise = new ArrayList<>();

    /** For each JDK, all subjects that can run the variation, the reference first. */
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

    /** The order of the forks: first the noise, then the comparison, each in the order A B B A. */
    List<Outcome> order(int forks) {
        List<Outcome> order = new ArrayList<>();
        for (int i = 0; i < noise.size(); i += 2) {
            order.addAll(Forks.thereAndBack(noise.subList(i, i + 2), forks));
        }
        order.addAll(Forks.thereAndBack(entries, forks));
        return order;
    }

    /** The subject with which the others on that JDK are compared. */
    Outcome reference(Path jdk) {
        return entries.stream()
                .filter(each -> each.jdk.equals(jdk))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("No subject is compared on " + jdk));
    }

    /** Whether one of the forks for its table has run. */
    boolean begun() {
        return entries.stream().anyMatch(each -> each.counts() || !each.fault().isEmpty());
    }
}
