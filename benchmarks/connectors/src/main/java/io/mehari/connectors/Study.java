package io.mehari.connectors;

import io.mehari.engine.Child;
import io.mehari.engine.CommonOptions;
import io.mehari.engine.Fields;
import io.mehari.engine.Gauge;
import io.mehari.engine.Jvm;
import io.mehari.engine.Progress;
import io.mehari.engine.Turns;
import io.mehari.engine.Usage;
import io.mehari.report.Charts;
import io.mehari.report.Jdk;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Mixin;

/**
 * What both studies share. Subjects take turns; each turn is a JVM of its own, which is warmed up and then gives one
 * sample for each group.
 */
abstract class Study implements Callable<Integer> {
    private static final double NANOS = 1e9;
    private static final int ROUNDS = 5;
    private static final String HEAP = "256m";

    @Mixin
    final CommonOptions options = new CommonOptions();

    private Samples samples = new Samples(new Jdk("", "", "", ""));
    private Progress progress = Progress.of(0);
    private boolean warming;

    /** The title of the result. */
    abstract String title();

    /** Takes all samples. */
    abstract void measure() throws Exception;

    @Override
    public final Integer call() throws Exception {
        samples = new Samples(Jdk.in(options.jdk(), "-Xms" + HEAP + " -Xmx" + HEAP));
        measure();
        progress.end();
        samples.print();
        Path json = options.json();
        if (json != null) {
            Charts.write(samples.result(title(), options.command()), json);
        }
        return 0;
    }

    /** Whether the jars of a subject could be downloaded, if it needs others than Mehari's. */
    static boolean hasJars(String folder) {
        return folder.isEmpty() || Jvm.hasPeers(folder);
    }

    /** The JVM of a subject. The jars of the folder, if there is one, come before those of ours that match. */
    final Jvm jvm(Class<?> main, String subject, String folder, Predicate<String> ours) {
        String path = Stream.of(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .filter(each -> ours.test(String.valueOf(Path.of(each).getFileName())))
                .collect(Collectors.joining(File.pathSeparator));
        Jvm jvm = Jvm.of(options.jdk(), main)
                .named(subject)
                .heap(HEAP)
                .arguments(subject)
                .classPath(path);
        return folder.isEmpty() ? jvm : jvm.peers(folder);
    }

    /** The JVM of a subject. */
    abstract Child start(String subject) throws IOException, InterruptedException;

    /** What a subject does in its JVM. */
    interface Task {
        void run(String subject, Child child) throws Exception;
    }

    /** A part of a study: some subjects, each of which does that. */
    record Part(List<String> subjects, Task task) {}

    /** In each part its subjects take turns. In a quick run, a subject has one JVM for all parts. */
    final void inTurn(List<String> subjects, List<Part> parts) throws Exception {
        if (!options.quick() && parts.size() > 1) {
            for (Part each : parts) {
                inTurn(subjects, List.of(each));
            }
            return;
        }
        List<String> concerned = subjects.stream()
                .filter(each -> parts.stream().anyMatch(part -> part.subjects.contains(each)))
                .toList();
        Turns<String> turns = Turns.of(concerned, options.rounds(ROUNDS));
        progress = Progress.of(turns.size());
        for (String subject : turns) {
            progress.begin(subject);
            try (Child child = start(subject)) {
                for (Part each : parts) {
                    if (each.subjects.contains(subject)) {
                        each.task.run(subject, child);
                    }
                }
            }
        }
    }

    interface Work {
        void run() throws Exception;
    }

    /** Does the work without counting it. A quick run leaves it out. */
    final void warmUp(Work work) throws Exception {
        if (!options.quick()) {
            warming = true;
            work.run();
            warming = false;
        }
    }

    /** Adds a note for the reader of the figures, unless it is about a warm-up. */
    final void note(String note) {
        if (!warming) {
            samples.note(note);
        }
    }

    /** One sample of a subject while it is taken. The processors are gauged when it is created. */
    final class Run implements AutoCloseable {
        private final String group;
        private final String subject;
        private final Child child;
        private final Gauge gauge;
        private final Map<String, Double> figures = new LinkedHashMap<>();
        private Fields before = new Fields("none");
        private long begin;

        /** The child is the JVM of the subject. */
        Run(String group, String subject, Child child) {
            this.group = group;
            this.subject = subject;
            this.child = child;
            progress.show((warming ? "warming up: " : "") + group);
            gauge = Gauge.begin();
        }

        /** The measured time begins. */
        void begin() throws IOException, InterruptedException {
            Usage.resetMost(String.valueOf(child.pid()));
            child.ask("cost"); // clears what the child has counted, so that the next answer costs nothing
            before = child.ask("cost");
            begin = System.nanoTime();
        }

        /** The measured time ends. Returns the answer of the child, which has its cost. */
        Fields end(String unit, double count) throws IOException, InterruptedException {
            double seconds = (System.nanoTime() - begin) / NANOS;
            Fields answer = child.ask("cost");
            if (count > 0) {
                add(unit + "s/s", count / seconds);
                add("processor ns/" + unit, (answer.number("cpu") - before.number("cpu")) / count);
                add("B/" + unit, (answer.number("allocated") - before.number("allocated")) / count);
            }
            add("resident MB", Usage.memory(String.valueOf(child.pid()), "VmRSS"));
            add("resident MB, most", Usage.memory(String.valueOf(child.pid()), "VmHWM"));
            return answer;
        }

        void add(String metric, double value) {
            figures.put(metric, value);
        }

        /** Stores the sample, unless it is a warm-up. */
        @Override
        public void close() {
            Gauge.State state = gauge.end();
            add("cache line ns", Collections.max(gauge.roundTrips()));
            if (!warming) {
                samples.add(group, subject, figures, state);
            }
        }
    }
}
