package io.mehari.scenarios.demo;

import io.mehari.scenarios.Contender;
import io.mehari.scenarios.Fields;
import io.mehari.scenarios.ObjectCount;
import io.mehari.scenarios.Run;
import io.mehari.scenarios.Variation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Measures one subject after the other until all is measured or somebody has had enough. */
final class Session {
    private static final double MOST_WARM_UP = 5;
    private static final double COUNT_WARM_UP = 2;

    private final Options options;
    private final Path peers;
    private final LiveLine line;
    private final List<Outcome> outcomes = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private int steps;
    private int step;

    private @Nullable Child current;
    private boolean ended;

    Session(Options options, Path peers, LiveLine line) {
        this.options = options;
        this.peers = peers;
        this.line = line;
        for (Variation variation : options.variations()) {
            for (Contender contender : contenders(variation)) {
                outcomes.add(new Outcome(variation, contender));
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
                if (hasItsJars(each)) {
                    chosen.add(each);
                } else {
                    note(each.id() + " is left out: there are no jars of it in " + peers);
                }
            }
        }
        return chosen;
    }

    private boolean hasItsJars(Contender contender) {
        String jars = contender.jars();
        return jars == null || Files.isDirectory(peers.resolve(jars));
    }

    private void note(String note) {
        if (!notes.contains(note)) {
            notes.add(note);
        }
    }

    List<Outcome> outcomes() {
        return outcomes;
    }

    /** What a reader has to know besides the figures. */
    List<String> notes() {
        return notes;
    }

    /** Measures all that was asked for, as long as it is not told to end. */
    void measure() throws IOException, InterruptedException {
        double warmUp = Math.min(MOST_WARM_UP, options.seconds() / 2);
        for (Outcome each : outcomes) {
            String what = each.contender.id() + " " + each.variation.id();
            double seconds = options.seconds();
            run(each, what, List.of(), Run.class, text(seconds), text(warmUp));
        }
        for (Outcome each : outcomes) {
            if (!each.variation.paced() && each.counts()) {
                String what = "counting the objects of " + each.contender.id() + " " + each.variation.id();
                String countWarmUp = text(Math.min(COUNT_WARM_UP, options.seconds() / 2));
                run(each, what, List.of("-XX:-UseTLAB"), ObjectCount.class, countWarmUp);
            }
        }
    }

    private void run(Outcome outcome, String what, List<String> flags, Class<?> main, String... times)
            throws IOException, InterruptedException {
        step++;
        String shown = "[" + step + "/" + steps + "] " + what;
        List<String> arguments = new ArrayList<>(List.of(outcome.contender.id(), outcome.variation.id()));
        arguments.addAll(List.of(times));
        Child child = startUnlessEnded(outcome.contender, flags, main, arguments);
        if (child == null) {
            return;
        }
        line.begin(shown);
        Consumer<Fields> listener = each -> {
            outcome.add(each);
            if (each.kind().equals("progress") || each.kind().equals("warming")) {
                line.progress(shown, each, options.seconds());
            }
        };
        int code = child.read(listener);
        line.end();
        boolean missing = main == Run.class ? outcome.total == null : outcome.objects == null;
        if (missing && !isEnded()) {
            note(what + " failed with code " + code + ": "
                    + (outcome.fault.isEmpty() ? child.complaints().strip() : outcome.fault + " " + child.complaints())
                            .strip());
        }
    }

    private synchronized @Nullable Child startUnlessEnded(
            Contender contender, List<String> flags, Class<?> main, List<String> arguments) throws IOException {
        if (ended) {
            return null;
        }
        Child child = Child.start(options.jdk(), peers, contender, flags, main, arguments.toArray(String[]::new));
        current = child;
        return child;
    }

    private static String text(double seconds) {
        return String.format(Locale.ROOT, "%.2f", seconds);
    }

    synchronized boolean isEnded() {
        return ended;
    }

    /** Starts nothing any more and makes what runs end; returns when it has. */
    void end() throws InterruptedException {
        Child child;
        synchronized (this) {
            ended = true;
            child = current;
        }
        if (child != null) {
            child.end();
        }
    }
}
