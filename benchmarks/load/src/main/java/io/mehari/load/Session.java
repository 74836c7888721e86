package io.mehari.load;

import io.mehari.scenarios.Contender;
import io.mehari.scenarios.fork.Child;
import io.mehari.scenarios.fork.Forks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Measures subjects in turn, in the order A B B A. */
final class Session {
    private final Plan plan;
    private final int rounds;
    private final Forks forks;
    private final Status status;
    private final List<LoadOutcome> outcomes = new ArrayList<>();
    private int run;

    /** Creates a session that has not measured anything yet. */
    Session(Plan plan, List<Contender> contenders, List<Path> jdks, int rounds, Forks forks, Status status) {
        this.plan = plan;
        this.rounds = rounds;
        this.forks = forks;
        this.status = status;
        for (Path jdk : jdks) {
            for (Contender each : contenders) {
                outcomes.add(new LoadOutcome(plan.variation(), each, jdk));
            }
        }
    }

    List<LoadOutcome> outcomes() {
        return outcomes;
    }

    /** Measures everything, until it is asked to end. */
    void measure() throws IOException, InterruptedException {
        for (LoadOutcome each : Forks.thereAndBack(outcomes, rounds)) {
            if (each.fault().isEmpty() && !forks.isEnded()) {
                measure(each);
            }
            run++;
        }
        status.end();
    }

    private void measure(LoadOutcome outcome) throws IOException, InterruptedException {
        if (!forks.hasJarsOf(outcome.contender)) {
            outcome.failed("there are no jars of it in " + forks.peers() + ": ./bench fetches them with --against");
            return;
        }
        Path times = Files.createTempFile("mehari-load", ".times");
        try {
            List<String> arguments = new ArrayList<>(List.of(outcome.contender.id(), times.toString()));
            arguments.addAll(plan.toArguments());
            Child child = forks.start(outcome.jdk, outcome.contender, List.of(), LoadRun.class, arguments);
            if (child == null) {
                return;
            }
            int before = outcome.forks();
            status.begin(run, rounds * outcomes.size(), outcome.contender, plan);
            int code = child.read(line -> {
                outcome.add(line);
                if (line.kind().equals("progress")) {
                    status.progress(line);
                }
            });
            if (outcome.forks() > before) {
                outcome.addTimes(times);
            } else if (!forks.isEnded()) {
                outcome.failed("failed with code " + code + ": " + shortened(child.complaints()));
            }
        } finally {
            Files.delete(times);
        }
    }

    /** Removes the lines of stack traces, because the text must fit into a table. */
    private static String shortened(String complaints) {
        return complaints
                .lines()
                .filter(line -> !line.startsWith("\t"))
                .collect(Collectors.joining("; "))
                .strip();
    }
}
