package io.mehari.scenarios.demo;

import io.mehari.scenarios.Contender;
import io.mehari.scenarios.ObjectCount;
import io.mehari.scenarios.Run;
import io.mehari.scenarios.Variation;
import io.mehari.scenarios.fork.Child;
import io.mehari.scenarios.fork.Forks;
import io.mehari.scenarios.fork.LiveLine;
import io.mehari.scenarios.fork.MostObjects;
import io.mehari.scenarios.fork.Outcome;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Measures one subject after the other, until all are measured or the user ends the program. The objects of a message
 * are counted before a subject is measured, so that the progress line can show them.
 */
final class Session {
    private static final double MOST_WARM_UP = 20;
    private static final double COUNT_WARM_UP = 2;

    private final Options options;
    private final Forks forks;
    private final LiveLine line;
    private final List<Outcome> outcomes = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private int steps;
    private int step;

    Session(Options options, Forks forks, LiveLine line) {
        this.options = options;
        this.forks = forks;
        this.line = line;
        for (Variation variation : options.variations()) {
            for (Contender contender : contenders(variation)) {
                outcomes.add(new Outcome(variation, contender, options.jdk()));
                steps += variation.paced() ? 1 : 2;
            }
        }
    }

    private List<Contender> contenders(Variation variation) {
        List<Contender> chosen = new ArrayList<>();
        for (Contender each : Contender.ALL) {
            boolean asked = (options.pooled() || !each.id().endsWith("-pooled"))
                    && (each.id().startsWith("mehari")
                            || (options.peers() && each.id().startsWith("camel-")));
            if (asked && each.does(variation)) {
                if (forks.hasJarsOf(each)) {
                    chosen.add(each);
                } else {
                    note(each.id() + " is left out: there are no jars of it in " + forks.peers());
                }
            }
        }
        return chosen;
    }

    private void note(String note) {
        if (!notes.contains(note)) {
            notes.add(note);
        }
    }

    List<Outcome> outcomes() {
        return outcomes;
    }

    /** Notes for the reader of the figures. */
    List<String> notes() {
        return notes;
    }

    /** Measures all requested subjects, until it is asked to end. */
    void measure() throws IOException, InterruptedException {
        Set<Outcome> counted = new HashSet<>();
        for (Outcome each : outcomes) {
            Outcome same = sameWithoutTimer(each);
            if (same != null && counted.add(same)) {
                count(same);
            }
            time(each, same == null ? null : same.mostObjects());
        }
    }

    /**
     * The outcome whose objects are counted for this one. Objects of a paced variation cannot be counted, so this is
     * the outcome of the same work without a timer; null if that is not measured.
     */
    @Nullable
    Outcome sameWithoutTimer(Outcome outcome) {
        for (Outcome each : outcomes) {
            boolean same = !outcome.variation.paced()
                    ? each == outcome
                    : !each.variation.paced()
                            && each.contender.equals(outcome.contender)
                            && each.variation.scenario() == outcome.variation.scenario();
            if (same) {
                return each;
            }
        }
        return null;
    }

    /**
     * Counts objects in a separate JVM, which has ended before the next one starts. So no recorder runs while times are
     * measured.
     */
    private void count(Outcome outcome) throws IOException, InterruptedException {
        String what = "counting the objects of " + name(outcome);
        String warmUp = Forks.seconds(Math.min(COUNT_WARM_UP, options.seconds() / 2));
        Child child = begin(outcome, what, List.of("-XX:-UseTLAB"), ObjectCount.class, warmUp);
        if (child != null) {
            int code = child.read(outcome::add);
            line.end();
            noteUnless(outcome.objects != null, what, code, child.complaints());
        }
    }

    private void time(Outcome outcome, @Nullable MostObjects objects) throws IOException, InterruptedException {
        double seconds = options.seconds();
        String warmUp = Forks.seconds(Math.min(MOST_WARM_UP, seconds * 2));
        Child child = begin(outcome, name(outcome), List.of(), Run.class, Forks.seconds(seconds), warmUp);
        if (child == null) {
            return;
        }
        line.objects(objects);
        String shown = place() + outcome.contender.id() + " "
                + (outcome.variation.name().isEmpty() ? outcome.variation.id() : outcome.variation.name());
        int code = child.read(each -> {
            outcome.add(each);
            line.progress(shown, each, seconds);
        });
        line.end();
        noteUnless(outcome.counts(), name(outcome), code, outcome.fault() + " " + child.complaints());
    }

    private static String name(Outcome outcome) {
        return outcome.contender.id() + " " + outcome.variation.id();
    }

    private String place() {
        return "[" + step + "/" + steps + "] ";
    }

    private void noteUnless(boolean done, String what, int code, String complaints) {
        if (!done && !forks.isEnded()) {
            note(what + " failed with code " + code + ": " + complaints.strip());
        }
    }

    /** Starts a JVM and prints that; null if the program is to end. */
    private @Nullable Child begin(Outcome outcome, String what, List<String> flags, Class<?> main, String... times)
            throws IOException {
        step++;
        List<String> arguments = new ArrayList<>(List.of(outcome.contender.id(), outcome.variation.id()));
        arguments.addAll(List.of(times));
        Child child = forks.start(outcome.jdk, outcome.contender, flags, main, arguments);
        if (child != null) {
            line.begin(place() + what);
        }
        return child;
    }
}
