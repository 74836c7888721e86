package io.mehari.lab;

import io.mehari.engine.Fields;
import io.mehari.engine.Interrupt;
import io.mehari.engine.Interval;
import io.mehari.engine.Statistics;
import io.mehari.engine.Table;
import io.mehari.report.Charts;
import io.mehari.report.Machine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The bytes of each operation in one release after the other, and what a step between two of them consists of. */
final class History {
    /** Smaller steps are not explained: most releases add a field to an exchange. */
    private static final double STEP = 0.08;

    private static final int MOST_PLACES = 4;
    private static final int MEMORY_JVMS = 2;

    private final String framework;
    private final Runs runs;
    private final List<String> groups;
    private final int rounds;
    private final List<Side> releases = new ArrayList<>();
    private final Map<String, Map<String, List<Double>>> bytes = new LinkedHashMap<>();
    private final Map<String, List<Fields>> memory = new LinkedHashMap<>();
    private final Map<String, List<Fields>> objects = new HashMap<>();
    private final List<String> failures = new ArrayList<>();

    /**
     * Measures each release with a number of JVMs for each group of operations.
     *
     * @param groups how the names of the operations begin that share a JVM
     */
    History(String framework, Runs runs, List<String> groups, int rounds) {
        this.framework = framework;
        this.runs = runs;
        this.groups = groups;
        this.rounds = rounds;
    }

    /** Measures one more release, and the memory of a process. If it cannot, the page says why, in three lines. */
    void add(Side release, boolean withMemory) throws InterruptedException {
        try {
            runs.bytes(release, groups, rounds)
                    .forEach((operation, each) -> bytes.computeIfAbsent(operation, any -> new LinkedHashMap<>())
                            .put(release.name(), each));
            releases.add(release);
            if (withMemory) {
                addMemory(release);
            }
        } catch (IOException e) {
            failed(release.name(), e);
        }
    }

    private void addMemory(Side release) throws InterruptedException {
        try {
            for (int i = 0; i < MEMORY_JVMS && !Interrupt.happened(); i++) {
                memory.computeIfAbsent(release.name(), each -> new ArrayList<>())
                        .addAll(runs.memory(release));
            }
        } catch (IOException e) {
            failed("The memory of " + release.name(), e);
        }
    }

    Map<String, Map<String, List<Double>>> bytes() {
        return bytes;
    }

    /** This release has no figures. */
    void failed(String release, Exception why) {
        failures.add(release + " was not measured: "
                + String.valueOf(why.getMessage()).lines().limit(3).reduce("", (a, b) -> a + b.strip() + " "));
    }

    /** Writes the page and its chart into a folder, and returns the page. */
    String write(Path folder, String command) throws IOException, InterruptedException {
        if (releases.isEmpty()) {
            throw new IOException(String.join("\n", failures));
        }
        String name = "history-" + framework;
        Machine machine = Machine.here();
        List<String> parts = new ArrayList<>(List.of(
                "# Bytes by release: " + framework,
                "Bytes that one message allocates, on JDK " + runs.jdk() + "; " + machine.cpu() + ", "
                        + LocalDate.now(ZoneOffset.UTC) + ". " + rounds
                        + " JVMs for each group of operations and each release; where they do not agree, the cell is"
                        + " the range. Bytes hardly depend on the load of the machine, but on what the compiler"
                        + " inlines: so those of a route are a range. No times are here.",
                "![" + framework + ", bytes by release](" + name + ".svg)",
                table().toString(),
                zeros(),
                memories(),
                "## The steps",
                "Steps of " + Math.round(100 * STEP) + " % or more, where the ranges of both releases lie apart; the"
                        + " last of each operation is from the first release to the last."
                        + " Objects and places are those that the flight recorder counts, so nothing is estimated. A"
                        + " line is one of the later release, or of the earlier one if nothing is left.",
                steps()));
        failures.forEach(parts::add);
        parts.add("Repeat it: `" + command + "`");
        parts.removeIf(String::isBlank);
        String page = String.join("\n\n", parts.stream().map(String::strip).toList()) + "\n";
        Files.writeString(folder.resolve(name + ".md"), page);
        Files.writeString(folder.resolve(name + ".svg"), chart());
        return page;
    }

    private List<String> names() {
        return releases.stream().map(Side::name).toList();
    }

    /** The operations that allocate something in any release. */
    private List<String> operations() {
        return bytes.keySet().stream().filter(each -> !isZero(each)).toList();
    }

    private boolean isZero(String operation) {
        return bytes.getOrDefault(operation, Map.of()).values().stream()
                .flatMap(List::stream)
                .allMatch(each -> each < 1);
    }

    private String zeros() {
        List<String> zeros = bytes.keySet().stream().filter(this::isZero).toList();
        return zeros.isEmpty() ? "" : "Nothing is allocated, in any release, by: " + String.join("; ", zeros) + ".";
    }

    private List<Double> of(String operation, String release) {
        return bytes.getOrDefault(operation, Map.of()).getOrDefault(release, List.of());
    }

    private Table table() {
        Table table = Table.of("release").numbers(operations());
        for (String release : names()) {
            List<String> cells = new ArrayList<>(List.of(release));
            operations().forEach(each -> cells.add(range(of(each, release))));
            table.add(cells);
        }
        return table;
    }

    /** What the processes have used; empty if none was measured. */
    private String memories() {
        Table table = Table.of("release").numbers("resident, MiB", "live, KiB", "classes");
        memory.forEach((release, lines) -> {
            List<String> cells = new ArrayList<>(List.of(release));
            for (String each : List.of("resident", "heap", "classes")) {
                cells.add(range(lines.stream().map(line -> line.number(each)).toList()));
            }
            table.add(cells);
        });
        return memory.isEmpty()
                ? ""
                : "Memory of a process that has started the framework and run each operation a thousand times, with a"
                        + " heap of 64 MB and the serial collector; \"live\" is what is left on the heap after a"
                        + " collection:\n\n" + table;
    }

    private static Interval interval(List<Double> samples) {
        return samples.isEmpty() ? new Interval(Double.NaN, Double.NaN) : Statistics.range(samples);
    }

    /** A whole number, or the smallest and the largest. */
    static String range(List<Double> samples) {
        if (samples.isEmpty()) {
            return "";
        }
        Interval range = Statistics.range(samples);
        String low = String.format(Locale.ROOT, "%.0f", range.low());
        String high = String.format(Locale.ROOT, "%.0f", range.high());
        return low.equals(high) ? low : low + " to " + high;
    }

    private String steps() throws IOException, InterruptedException {
        List<String> said = new ArrayList<>();
        for (String operation : operations()) {
            List<String> steps = new ArrayList<>();
            for (int i = 1; i < releases.size(); i++) {
                step(steps, operation, releases.get(i - 1), releases.get(i));
            }
            if (releases.size() > 2) {
                step(steps, operation, releases.get(0), releases.get(releases.size() - 1));
            }
            said.add("### " + operation + "\n\n" + (steps.isEmpty() ? "No step." : String.join("\n", steps)));
        }
        return String.join("\n\n", said);
    }

    private void step(List<String> steps, String operation, Side before, Side after)
            throws IOException, InterruptedException {
        List<Double> old = of(operation, before.name());
        List<Double> now = of(operation, after.name());
        if (!Interrupt.happened() && Finding.gap(old, now, STEP) != 0) {
            String was = range(old);
            String is = range(now);
            String then = (was + is).contains(" to ") ? ", then " : " to ";
            steps.add("- **" + before.name() + " to " + after.name() + ": " + was + then + is + "**");
            Sites.byPlace(objects(before, operation), objects(after, operation), Map.of()).stream()
                    .limit(MOST_PLACES)
                    .forEach(each -> steps.add("  - " + each));
        }
    }

    private List<Fields> objects(Side release, String operation) throws IOException, InterruptedException {
        String key = release.name() + " " + operation;
        List<Fields> known = objects.get(key);
        if (known == null) {
            System.err.println("objects of " + key);
            known = runs.objects(release, operation);
            objects.put(key, known);
        }
        return known;
    }

    private String chart() {
        Map<String, List<Interval>> lines = new LinkedHashMap<>();
        for (String each : operations()) {
            lines.put(
                    each, names().stream().map(name -> interval(of(each, name))).toList());
        }
        return Charts.releases(
                framework + ": bytes of a message by release",
                "JDK " + runs.jdk().replaceFirst("\\D.*", "") + "; less is better; a bar where JVMs do not agree",
                names().stream().map(Frameworks::minor).toList(),
                lines);
    }
}
