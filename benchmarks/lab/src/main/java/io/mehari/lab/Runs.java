package io.mehari.lab;

import io.mehari.engine.Fields;
import io.mehari.engine.Jvm;
import io.mehari.engine.Progress;
import io.mehari.engine.Turns;
import io.mehari.lab.fork.CountObjects;
import io.mehari.lab.fork.Measure;
import io.mehari.lab.fork.Resident;
import io.mehari.lab.fork.RunLaws;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Starts the JVMs of the sides, in turn, and reads what they print. */
final class Runs {
    private final Path jdk;
    private final String workload;
    private final String seconds;
    private final String warmUp;
    private Fields jvm = new Fields("jvm");

    /**
     * Runs of one workload.
     *
     * @param seconds how long each JVM measures, warm-up included
     */
    Runs(Path jdk, String workload, double seconds) {
        this.jdk = jdk;
        this.workload = workload;
        this.seconds = Double.toString(seconds);
        this.warmUp = Double.toString(Math.min(1, seconds));
    }

    /** What the last JVM has said of itself: its JDK, heap and collector. */
    String jdk() {
        return jvm.text("version") + ", " + jvm.text("vendor") + ", " + Jvm.HEAP + ", " + jvm.text("collector");
    }

    /** The bytes of each JVM of one side, by operation. */
    Map<String, List<Double>> bytes(Side side, List<String> groups, int rounds)
            throws IOException, InterruptedException {
        Map<String, List<Double>> bytes = new LinkedHashMap<>();
        measure(List.of(side), groups, rounds)
                .forEach((operation, sides) -> sides.values()
                        .forEach(lines -> lines.stream()
                                .filter(each -> each.has("bytes"))
                                .forEach(each -> bytes.computeIfAbsent(operation, any -> new ArrayList<>())
                                        .add(each.number("bytes")))));
        return bytes;
    }

    /** A JVM to start: a side, and how the names of the operations begin that it measures. */
    private record Turn(Side side, String group) {}

    /**
     * Measures the operations of all sides.
     *
     * @param groups of operations that have JVMs of their own, by how their names begin; empty for one JVM for all
     * @return the lines of the JVMs, by operation and then by side; the description of a JVM has the operation ""
     */
    Map<String, Map<String, List<Fields>>> measure(List<Side> sides, List<String> groups, int rounds)
            throws IOException, InterruptedException {
        List<Turn> round = new ArrayList<>();
        for (String group : groups.isEmpty() ? List.of("") : groups) {
            sides.forEach(each -> round.add(new Turn(each, group)));
        }
        Map<String, Map<String, List<Fields>>> measured = new LinkedHashMap<>();
        Turns<Turn> turns = Turns.of(round, rounds);
        Progress progress = Progress.of(turns.size());
        for (Turn each : turns) {
            progress.begin((each.side().name() + " " + each.group()).strip());
            for (Fields line : run(each.side(), Measure.class, List.of(), workload, seconds, each.group())) {
                jvm = line.has("collector") ? line : jvm;
                measured.computeIfAbsent(line.has("name") ? line.text("name") : "", name -> new LinkedHashMap<>())
                        .computeIfAbsent(each.side().name(), name -> new ArrayList<>())
                        .add(line);
            }
        }
        progress.end();
        return measured;
    }

    /** The objects that an operation allocates, by class. */
    List<Fields> objects(Side side, String operation) throws IOException, InterruptedException {
        return operation.isEmpty()
                ? List.of()
                : run(side, CountObjects.class, List.of("-XX:-UseTLAB"), workload, warmUp, operation);
    }

    /** The memory of a process that has started the framework. */
    List<Fields> memory(Side side) throws IOException, InterruptedException {
        return run(side, Resident.class, List.of("-Xms64m", "-Xmx64m", "-XX:+UseSerialGC"), workload);
    }

    /** Which laws of that class hold. */
    List<Fields> laws(Side side, String laws) throws IOException, InterruptedException {
        return run(side, RunLaws.class, List.of(), laws);
    }

    private List<Fields> run(Side side, Class<?> main, List<String> flags, String... arguments)
            throws IOException, InterruptedException {
        List<Fields> lines = new ArrayList<>();
        Jvm.of(jdk, main)
                .named(side.name())
                .classPath(side.classPath())
                .flags(side.flags().toArray(String[]::new))
                .flags(flags.toArray(String[]::new))
                .arguments(arguments)
                .start()
                .run(lines::add);
        return lines;
    }
}
