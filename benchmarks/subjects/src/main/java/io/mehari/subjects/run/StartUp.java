package io.mehari.subjects.run;

import io.mehari.engine.Better;
import io.mehari.engine.CommonOptions;
import io.mehari.engine.Jvm;
import io.mehari.engine.Numbers;
import io.mehari.engine.Progress;
import io.mehari.engine.Statistics;
import io.mehari.engine.Table;
import io.mehari.engine.Turns;
import io.mehari.engine.Usage;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/**
 * What do ten routes cost at the start of a program? It measures whole processes, in turn with processes whose main does
 * nothing: with default flags, and with an archive of classes that a first run has written (JDK 24 and later: a cache,
 * which has profiles, too). Loaded classes and the largest resident memory are of separate runs. Expected: a tenth of Camel's difference to the
 * empty program, and 15 to 25 ms with an archive.
 */
@Command(name = "./bench start-up", description = "Start of ten routes, as the time of whole processes.")
public final class StartUp implements Callable<Integer> {
    private static final String NOTHING = "an empty main";
    private static final String PEAK = "peak ";

    @Mixin
    private final CommonOptions options = new CommonOptions();

    /** See {@code ./bench start-up --help}. */
    public static void main(String[] args) throws Exception {
        CommonOptions.main(new StartUp(), args);
    }

    /** Does nothing. */
    static final class Nothing {
        private Nothing() {}

        public static void main(String[] args) {}
    }

    /** Calls the main method of another class, and prints the largest resident memory of this process in MB. */
    static final class Peak {
        private Peak() {}

        public static void main(String[] args) throws Exception {
            Class.forName(args[0]).getMethod("main", String[].class).invoke(null, (Object) new String[0]);
            System.out.println(PEAK + Usage.memory("self", "VmHWM"));
        }
    }

    /** @param archive null for default flags */
    private record Cell(
            String program,
            String classPath,
            String main,
            Path jdk,
            @Nullable Path archive,
            List<Double> millis) {
        String subject() {
            return archive == null ? program : program + ", archive";
        }

        List<String> flags() throws IOException {
            return archive == null
                    ? List.of()
                    : List.of((caches(jdk) ? "-XX:AOTCache=" : "-XX:SharedArchiveFile=") + archive);
        }

        List<String> flagsThatWrite() throws IOException {
            return List.of((caches(jdk) ? "-XX:AOTCacheOutput=" : "-XX:ArchiveClassesAtExit=") + archive);
        }

        private static boolean caches(Path jdk) throws IOException {
            return Integer.parseInt(Figures.jdk(jdk)) >= 25;
        }
    }

    @Override
    public Integer call() throws Exception {
        int rounds = options.rounds(20);
        Path folder = Files.createTempDirectory("start-up");
        try {
            measure(cells(folder), rounds);
        } finally {
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path each : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(each);
                }
            }
        }
        return 0;
    }

    private List<Cell> cells(Path folder) throws IOException, InterruptedException {
        String jars = jars(folder);
        List<Cell> cells = new ArrayList<>();
        for (Path jdk : options.jdks()) {
            add(cells, NOTHING, jars, Nothing.class.getName(), jdk, folder);
            add(cells, "mehari", jars, "io.mehari.subjects.mehari.TenRoutes", jdk, folder);
            addPeer(cells, "camel-4.22.0", jars, "io.mehari.subjects.camel.TenRoutes", jdk, folder);
            addPeer(cells, "spring-integration-7.1.2", jars, "io.mehari.subjects.spring.TenFlows", jdk, folder);
        }
        return cells;
    }

    private static void addPeer(List<Cell> cells, String peer, String jars, String main, Path jdk, Path folder)
            throws IOException, InterruptedException {
        if (Jvm.hasPeers(peer)) {
            String theirs = Jvm.peersFolder().resolve(peer) + File.separator + "*" + File.pathSeparator;
            add(cells, peer, theirs + jars, main, jdk, folder);
        }
    }

    private static void add(List<Cell> cells, String program, String classPath, String main, Path jdk, Path folder)
            throws IOException, InterruptedException {
        cells.add(new Cell(program, classPath, main, jdk, null, new ArrayList<>()));
        Path archive = folder.resolve("archive-" + cells.size());
        Cell archived = new Cell(program, classPath, main, jdk, archive, new ArrayList<>());
        run(archived, archived.flagsThatWrite());
        cells.add(archived);
    }

    /** This program's class path, with a jar in place of each folder: the JVM archives classes from jars only. */
    private static String jars(Path folder) {
        List<String> jars = new ArrayList<>();
        for (String each : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            if (Files.isDirectory(Path.of(each))) {
                String jar = folder.resolve("classes-" + jars.size() + ".jar").toString();
                ToolProvider.findFirst("jar").orElseThrow().run(System.out, System.err, "cf", jar, "-C", each, ".");
                jars.add(jar);
            } else {
                jars.add(each);
            }
        }
        return String.join(File.pathSeparator, jars);
    }

    private void measure(List<Cell> cells, int rounds) throws IOException, InterruptedException {
        Progress progress = Progress.of(cells.size() * rounds);
        for (Cell each : Turns.of(cells, rounds)) {
            progress.begin(each.subject());
            long begin = System.nanoTime();
            run(each, each.flags());
            each.millis.add((System.nanoTime() - begin) / 1e6);
        }
        progress.end();
        Figures figures = new Figures("Start of ten routes", "default");
        Table table = Table.of("JDK", "ten routes started, used and stopped")
                .numbers("median ms", "fastest ms", "classes", "peak MB", "more than nothing, ms", "classes");
        Cell nothing = cells.get(0);
        int classesOfNothing = 0;
        for (Cell each : cells) {
            if (each.millis.isEmpty()) {
                continue;
            }
            int classes = classes(each);
            double peak = peak(each);
            if (each.subject().equals(NOTHING)) {
                nothing = each;
                classesOfNothing = classes;
            }
            table.add(
                    Figures.jdk(each.jdk),
                    each.subject(),
                    Numbers.rounded(Statistics.median(each.millis), 1),
                    Numbers.rounded(Statistics.range(each.millis).low(), 1),
                    String.valueOf(classes),
                    Numbers.rounded(peak, 0),
                    Numbers.rounded(Statistics.median(each.millis) - Statistics.median(nothing.millis), 1),
                    String.valueOf(classes - classesOfNothing));
            Figures.Of whose = new Figures.Of("start-up", each.subject(), each.jdk);
            figures.add(whose, "ms", Better.LESS, each.millis);
            figures.add(whose, "classes", Better.LESS, List.of((double) classes));
            figures.add(whose, "most resident MB", Better.LESS, List.of(peak));
        }
        System.out.println("\n" + table);
        figures.write(options);
    }

    private static int classes(Cell cell) throws IOException, InterruptedException {
        Path log = Files.createTempFile("classes", ".log");
        try {
            List<String> flags = new ArrayList<>(cell.flags());
            flags.add("-Xlog:class+load:file=" + log);
            run(cell, flags);
            try (Stream<String> lines = Files.lines(log)) {
                return (int) lines.filter(line -> line.contains(" source: ")).count();
            }
        } finally {
            Files.delete(log);
        }
    }

    private static double peak(Cell cell) throws IOException, InterruptedException {
        Path output = Files.createTempFile("peak", ".txt");
        try {
            run(cell, cell.flags(), ProcessBuilder.Redirect.to(output.toFile()), Peak.class.getName(), cell.main);
            try (Stream<String> lines = Files.lines(output)) {
                return lines.filter(line -> line.startsWith(PEAK))
                        .mapToDouble(line -> Double.parseDouble(line.substring(PEAK.length())))
                        .max()
                        .orElseThrow();
            }
        } finally {
            Files.delete(output);
        }
    }

    private static void run(Cell cell, List<String> flags) throws IOException, InterruptedException {
        run(cell, flags, ProcessBuilder.Redirect.DISCARD, cell.main);
    }

    private static void run(Cell cell, List<String> flags, ProcessBuilder.Redirect output, String... program)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(cell.jdk.resolve("bin/java").toString());
        command.addAll(flags);
        command.addAll(List.of("-cp", cell.classPath));
        command.addAll(List.of(program));
        int exit = new ProcessBuilder(command)
                .redirectOutput(output)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
        if (exit != 0) {
            throw new IOException(cell.main + " ended with " + exit);
        }
    }
}
