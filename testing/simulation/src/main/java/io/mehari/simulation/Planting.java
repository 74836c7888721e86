package io.mehari.simulation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/** Plants the faults one at a time, each in a JVM of its own, and prints how many schedules it took to find each. */
final class Planting {
    /*
     * The changed sources are compiled to a folder before the jar on the class path. A fault may hang its JVM, so a JVM
     * has a time limit.
     */
    private static final long MOST_SECONDS = 240;
    private static final Pattern FOUND = Pattern.compile("Schedule (\\d+) of seed \\d+: (\\w+)");

    private final Path root = Path.of(System.getProperty("mehari.root", "."));
    private final long schedules;
    private final long seed;

    /** The result for one fault. */
    private record Outcome(PlantedFault fault, @Nullable Judge judge, long schedules, String instead) {
        String row() {
            return "| `" + fault.name() + "` | " + fault.breaks() + " | " + (fault.wasThere() ? "yes" : "") + " | "
                    + (judge == null ? instead : judge + " | " + String.format(Locale.ROOT, "%,d", schedules))
                    + " |";
        }
    }

    Planting(long schedules, long seed) {
        this.schedules = schedules;
        this.seed = seed;
    }

    /** Plants the faults with these names, or all if there are none. Returns whether all were found. */
    boolean run(List<String> names) throws Exception {
        List<PlantedFault> faults = new ArrayList<>(PlantedFault.all(root));
        if (!names.isEmpty()) {
            faults.removeIf(each -> !names.contains(each.name()));
            if (faults.size() < names.size()) {
                throw new IllegalArgumentException("There is no such fault; " + PlantedFault.FOLDER + " has them all.");
            }
        }
        System.out.printf("seed %d, at most %,d schedules, Java %s%n%n", seed, schedules, Runtime.version());
        System.out.println("| fault | what it breaks | was there once | found by | schedules |");
        System.out.println("|---|---|---|---|---|");
        int found = 0;
        ExecutorService workers =
                Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors());
        try {
            List<Future<Outcome>> outcomes = new ArrayList<>();
            faults.forEach(each -> outcomes.add(workers.submit(() -> plant(each))));
            for (Future<Outcome> each : outcomes) {
                Outcome outcome = each.get();
                found += outcome.judge == null ? 0 : 1;
                System.out.println(outcome.row());
            }
        } finally {
            workers.shutdownNow();
        }
        System.out.printf("%n%d of %d planted faults were found.%n", found, faults.size());
        return found == faults.size();
    }

    private Outcome plant(PlantedFault fault) throws IOException, InterruptedException {
        Path folder = Files.createDirectories(
                root.resolve("testing/simulation/target/planted").resolve(fault.name()));
        String known = System.getProperty("java.class.path");
        Path classes = compile(fault, folder, known);
        Path output = folder.resolve("output.txt");
        List<String> command =
                new ArrayList<>(List.of(System.getProperty("java.home") + "/bin/java", "-Xmx512m", "-cp"));
        command.addAll(List.of(classes + System.getProperty("path.separator") + known, Simulate.class.getName()));
        command.addAll(List.of("--reports 1 --no-shrink --threads 1 --seed".split(" ", -1)));
        command.addAll(List.of(String.valueOf(seed), "--schedules", String.valueOf(schedules)));
        Process process = new ProcessBuilder(command)
                .redirectOutput(output.toFile())
                .redirectError(folder.resolve("errors.txt").toFile())
                .start();
        boolean ended = process.waitFor(MOST_SECONDS, TimeUnit.SECONDS);
        if (!ended) {
            process.destroyForcibly().waitFor();
        }
        Matcher found = FOUND.matcher(Files.readString(output));
        if (found.find()) {
            return new Outcome(fault, Judge.valueOf(found.group(2)), Long.parseLong(found.group(1)) + 1, "");
        }
        return new Outcome(fault, null, schedules, ended ? "not found | " : "not found: a schedule did not end | ");
    }

    private Path compile(PlantedFault fault, Path folder, String known) throws IOException {
        Path classes = Files.createDirectories(folder.resolve("classes"));
        List<String> arguments =
                new ArrayList<>(List.of("-d", classes.toString(), "-cp", known, "-nowarn", "-proc:none"));
        for (Map.Entry<String, String> each : fault.sources(root).entrySet()) {
            String inside = each.getKey().replaceFirst(".*src/main/java/", "");
            Path source = folder.resolve("src").resolve(inside);
            Files.createDirectories(source.resolveSibling(""));
            Files.writeString(source, each.getValue());
            arguments.add(source.toString());
        }
        int result = ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(String[]::new));
        if (result != 0) {
            throw new IllegalStateException("Planted fault " + fault.name() + " does not compile");
        }
        return classes;
    }
}
