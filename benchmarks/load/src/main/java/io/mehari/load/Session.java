package io.mehari.load;

import io.mehari.scenarios.Contender;
import io.mehari.scenarios.Fields;
import io.mehari.scenarios.demo.Child;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Measures subjects in turn, there and back (A B B A), so that a machine that grows slower does so for all. */
final class Session {
    private final Plan plan;
    private final int rounds;
    private final Path peers;
    private final Status status;
    private final List<Outcome> outcomes = new ArrayList<>();
    private int run;
    private @Nullable Child current;
    private boolean ended;

    /**
     * Nothing is measured yet.
     *
     * @param peers the folder with a folder of jars for each peer
     */
    Session(Plan plan, List<Contender> contenders, List<Path> jdks, int rounds, Path peers, Status status) {
        this.plan = plan;
        this.rounds = rounds;
        this.peers = peers;
        this.status = status;
        for (Path jdk : jdks) {
            for (Contender each : contenders) {
                outcomes.add(new Outcome(each, jdk));
            }
        }
    }

    List<Outcome> outcomes() {
        return outcomes;
    }

    /** All of it, as long as it is not told to end. */
    void measure() throws IOException, InterruptedException {
        List<Outcome> turn = new ArrayList<>(outcomes);
        for (int round = 0; round < rounds; round++) {
            for (Outcome each : turn) {
                if (each.fault.isEmpty() && !isEnded()) {
                    measure(each);
                }
                run++;
            }
            Collections.reverse(turn);
        }
        status.end();
    }

    private void measure(Outcome outcome) throws IOException, InterruptedException {
        String jars = outcome.contender.jars();
        if (jars != null && !Files.isDirectory(peers.resolve(jars))) {
            outcome.fault = "there are no jars of it in " + peers + ": ./bench fetches them with --against";
            return;
        }
        Path times = Files.createTempFile("mehari-load", ".times");
        try {
            List<String> arguments = new ArrayList<>(List.of(outcome.contender.id(), times.toString()));
            arguments.addAll(plan.toArguments());
            Child child = startUnlessEnded(outcome, arguments);
            if (child == null) {
                return;
            }
            int before = outcome.totals.size();
            status.begin(run, rounds * outcomes.size(), outcome, plan);
            int code = child.read(line -> {
                outcome.add(line);
                if (line.kind().equals("progress")) {
                    status.progress(line);
                }
            });
            if (outcome.totals.size() > before) {
                outcome.addTimes(times);
            } else if (outcome.fault.isEmpty() && !isEnded()) {
                outcome.fault = "failed with code " + code + ": " + shortened(child.complaints());
            }
        } finally {
            Files.delete(times);
        }
    }

    /** Without the lines of stack traces: what is wrong must fit into a table. */
    private static String shortened(String complaints) {
        return complaints
                .lines()
                .filter(line -> !line.startsWith("\t"))
                .collect(Collectors.joining("; "))
                .strip();
    }

    private synchronized @Nullable Child startUnlessEnded(Outcome outcome, List<String> arguments) throws IOException {
        if (ended) {
            return null;
        }
        Child child = Child.start(
                outcome.jdk, peers, outcome.contender, List.of(), LoadRun.class, arguments.toArray(String[]::new));
        current = child;
        return child;
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

    /** The lines of JVMs that said which they are, one for each JDK. */
    List<Fields> jvms() {
        List<Fields> jvms = new ArrayList<>();
        List<String> names = new ArrayList<>();
        for (Outcome each : outcomes) {
            Fields jvm = each.jvm;
            if (jvm != null && !names.contains(jvm.text("name"))) {
                names.add(jvm.text("name"));
                jvms.add(jvm);
            }
        }
        return jvms;
    }
}
