package io.mehari.scenarios.compare;

import io.mehari.scenarios.Contender;
import io.mehari.scenarios.Variation;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Predicate;

/** One variation: who is compared at it, in which order, and who is left out of it and why. */
final class Comparison {
    final Variation variation;

    /** For each JDK the reference twice, to see what it differs from itself. */
    final List<Entry> noise = new ArrayList<>();

    /** For each JDK all who do it, the reference first. */
    final List<Entry> entries = new ArrayList<>();

    /** A sentence for each subject that does not. */
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
            for (int i = 0; i < present.size(); i++) {
                if (i == 0) {
                    noise.add(new Entry(variation, present.get(0), jdk, false));
                    noise.add(new Entry(variation, present.get(0), jdk, true));
                }
                entries.add(new Entry(variation, present.get(i), jdk, false));
            }
        }
    }

    /** The noise first, then the comparison: each there and back, so that a machine that slows down does so for all. */
    List<Entry> order(int forks) {
        List<Entry> order = new ArrayList<>();
        for (int i = 0; i < noise.size(); i += 2) {
            order.addAll(thereAndBack(noise.subList(i, i + 2), forks));
        }
        order.addAll(thereAndBack(entries, forks));
        return order;
    }

    private static List<Entry> thereAndBack(List<Entry> entries, int forks) {
        List<Entry> turn = new ArrayList<>(entries);
        List<Entry> order = new ArrayList<>();
        for (int i = 0; i < forks; i++) {
            order.addAll(turn);
            Collections.reverse(turn);
        }
        return order;
    }

    /** The one that the others on that JDK are compared with. */
    Entry reference(Path jdk) {
        for (Entry each : entries) {
            if (each.jdk.equals(jdk)) {
                return each;
            }
        }
        throw new IllegalArgumentException("Nobody is compared on " + jdk);
    }

    /** Whether anybody in its table was measured, or tried. */
    boolean begun() {
        return entries.stream().anyMatch(each -> each.counts() || !each.fault().isEmpty());
    }
}
