package io.mehari.scenarios.compare;

import io.mehari.scenarios.Contender;
import io.mehari.scenarios.Run;
import io.mehari.scenarios.demo.Child;
import io.mehari.scenarios.demo.LiveLine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Runs fork after fork until all is measured or somebody has had enough. */
final class Session {
    private final Options options;
    private final Path peers;
    private final LiveLine line;
    private final Told told;
    private final List<Comparison> comparisons = new ArrayList<>();
    private final int forks;
    private final long begin = System.nanoTime();
    private int done;

    private @Nullable Child current;
    private boolean ended;

    /** Is told how it goes. */
    interface Told {
        /** The reference has been measured against itself on each JDK. */
        void noise(Comparison comparison);
    }

    Session(Options options, Path peers, LiveLine line, Told told) {
        this.options = options;
        this.peers = peers;
        this.line = line;
        this.told = told;
        options.variations()
                .forEach(each ->
                        comparisons.add(new Comparison(each, options.subjects(), options.jdks(), this::hasItsJars)));
        forks = comparisons.stream()
                .mapToInt(each -> each.order(options.forks()).size())
                .sum();
    }

    private boolean hasItsJars(Contender contender) {
        String jars = contender.jars();
        return jars == null || Files.isDirectory(peers.resolve(jars));
    }

    List<Comparison> comparisons() {
        return comparisons;
    }

    /** How many JVMs it takes. */
    int forks() {
        return forks;
    }

    void measure() throws IOException, InterruptedException {
        for (Comparison comparison : comparisons) {
            int noise = comparison.noise.size() * options.forks();
            int place = 0;
            for (Entry each : comparison.order(options.forks())) {
                if (isEnded()) {
                    return;
                }
                if (place++ == noise) {
                    line.end();
                    told.noise(comparison);
                }
                if (each.fault().isEmpty()) {
                    run(each);
                }
                done++;
            }
        }
    }

    private void run(Entry entry) throws IOException, InterruptedException {
        Child child = startUnlessEnded(entry);
        if (child == null) {
            return;
        }
        String what = "[" + (done + 1) + "/" + forks + timeLeft() + "] " + entry.variation.id() + ", "
                + entry.contender.id() + (options.jdks().size() > 1 ? ", " + entry.jdk.getFileName() : "");
        line.begin(what);
        int before = entry.forks();
        int code = child.read(each -> {
            entry.add(each);
            if (each.kind().equals("progress") || each.kind().equals("warming")) {
                line.progress(what, each, options.seconds());
            }
        });
        line.end();
        if (isEnded()) {
            entry.forget(before);
        } else if (entry.forks() == before) {
            entry.failed("failed with code " + code + ": " + child.complaints().strip());
        }
    }

    /** Guessed from what was done so far; nothing before there is anything to guess from. */
    private String timeLeft() {
        if (done == 0) {
            return "";
        }
        double seconds = (System.nanoTime() - begin) / 1e9 / done * (forks - done);
        return seconds < 90
                ? String.format(Locale.ROOT, ", %.0f s left", seconds)
                : String.format(Locale.ROOT, ", %.0f min left", seconds / 60);
    }

    private synchronized @Nullable Child startUnlessEnded(Entry entry) throws IOException {
        if (ended) {
            return null;
        }
        Child child = Child.start(
                entry.jdk,
                peers,
                entry.contender,
                List.of(),
                Run.class,
                entry.contender.id(),
                entry.variation.id(),
                text(options.seconds()),
                text(options.seconds() / 2));
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
