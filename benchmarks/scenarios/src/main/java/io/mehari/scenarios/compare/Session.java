package io.mehari.scenarios.compare;

import io.mehari.scenarios.Run;
import io.mehari.scenarios.fork.Child;
import io.mehari.scenarios.fork.Forks;
import io.mehari.scenarios.fork.LiveLine;
import io.mehari.scenarios.fork.Outcome;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/** Runs fork after fork until everything is measured or the user ends it. */
final class Session {
    private final Options options;
    private final Forks forks;
    private final LiveLine line;
    private final Consumer<Comparison> afterNoise;
    private final List<Comparison> comparisons;
    private final int count;
    private final long begin = System.nanoTime();
    private int done;

    /** After the reference was measured against itself, the comparison is passed to {@code afterNoise}. */
    Session(Options options, Forks forks, LiveLine line, Consumer<Comparison> afterNoise) {
        this.options = options;
        this.forks = forks;
        this.line = line;
        this.afterNoise = afterNoise;
        comparisons = options.variations().stream()
                .map(each -> new Comparison(each, options.subjects(), options.jdks(), forks::hasJarsOf))
                .toList();
        count = comparisons.stream()
                .mapToInt(each -> each.order(options.forks()).size())
                .sum();
    }

    List<Comparison> comparisons() {
        return comparisons;
    }

    /** The number of JVMs to start. */
    int count() {
        return count;
    }

    void measure() throws IOException, InterruptedException {
        for (Comparison comparison : comparisons) {
            int noise = comparison.noise.size() * options.forks();
            int place = 0;
            for (Outcome each : comparison.order(options.forks())) {
                if (forks.isEnded()) {
                    return;
                }
                if (place++ == noise) {
                    line.end();
                    afterNoise.accept(comparison);
                }
                if (each.fault().isEmpty()) {
                    run(each);
                }
                done++;
            }
        }
    }

    private void run(Outcome entry) throws IOException, InterruptedException {
        String id = entry.contender.id();
        List<String> arguments =
                List.of(id, entry.variation.id(), Forks.seconds(options.seconds()), Forks.seconds(options.warmUp()));
        Child child = forks.start(entry.jdk, entry.contender, List.of(), Run.class, arguments);
        if (child == null) {
            return;
        }
        String what = "[" + (done + 1) + "/" + count + timeLeft() + "] " + entry.variation.id() + ", " + id
                + (options.jdks().size() > 1 ? ", " + entry.jdk.getFileName() : "");
        line.begin(what);
        int before = entry.forks();
        int code = child.read(each -> {
            entry.add(each);
            line.progress(what, each, options.seconds());
        });
        line.end();
        if (forks.isEnded()) {
            entry.forget(before);
        } else if (entry.forks() == before) {
            entry.failed("failed with code " + code + ": " + child.complaints().strip());
        }
    }

    /** The time left, estimated from the forks so far; empty before the first one. */
    private String timeLeft() {
        if (done == 0) {
            return "";
        }
        double seconds = (System.nanoTime() - begin) / 1e9 / done * (count - done);
        return seconds < 90
                ? String.format(Locale.ROOT, ", %.0f s left", seconds)
                : String.format(Locale.ROOT, ", %.0f min left", seconds / 60);
    }
}
