package io.mehari.engine;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * What a measuring JVM runs. By default it has a heap of 1 GB, the class path of this JVM, and otherwise the default
 * flags of its JDK.
 */
public final class Jvm {
    /** The flags of each JVM unless it has others: for tables that say how they were measured. */
    public static final String HEAP = "-Xms1g -Xmx1g";

    private static final List<String> QUIET =
            List.of("-XX:+IgnoreUnrecognizedVMOptions", "--sun-misc-unsafe-memory-access=allow");

    private final Path jdk;
    private final String main;
    private final List<String> before = new ArrayList<>();
    private final List<String> flags = new ArrayList<>();
    private final List<String> arguments = new ArrayList<>();
    private String name;
    private List<String> heap = List.of(HEAP.split(" ", -1));
    private String classPath = System.getProperty("java.class.path", "");
    private Duration patience = Duration.ofMinutes(5);

    private Jvm(Path jdk, String main, String name) {
        this.jdk = jdk;
        this.main = main;
        this.name = name;
    }

    /** A JVM of the JDK in that folder. */
    public static Jvm of(Path jdk, Class<?> main) {
        return new Jvm(jdk, main.getName(), main.getSimpleName());
    }

    /** The folder of the project, which the scripts pass as the system property {@code mehari.root}. */
    public static Path root() {
        return Path.of(System.getProperty("mehari.root", "")).toAbsolutePath();
    }

    /** The commit that is measured, with {@code +changes} if files differ from it: the launcher passes it. */
    public static String commit() {
        return System.getProperty("mehari.commit", "unknown");
    }

    /** The jars of a peer are in the subfolder of this folder that {@link #peers} names. */
    public static Path peersFolder() {
        return root().resolve("benchmarks/target/peers");
    }

    /** Whether the jars of that peer exist. */
    public static boolean hasPeers(String folder) {
        return Files.isDirectory(peersFolder().resolve(folder));
    }

    /** The name in messages, and in the files of a profiler. */
    public Jvm named(String subject) {
        name = subject;
        return this;
    }

    /** More flags of the JVM. */
    public Jvm flags(String... more) {
        flags.addAll(List.of(more));
        return this;
    }

    /** The size of the heap, from the start to the end, as in {@code 256m}. */
    public Jvm heap(String size) {
        heap = List.of("-Xms" + size, "-Xmx" + size);
        return this;
    }

    /** The jars of a peer come first on the class path. */
    public Jvm peers(String folder) {
        return first(peersFolder().resolve(folder) + File.separator + "*");
    }

    /** That path comes first on the class path. */
    public Jvm first(String path) {
        classPath = path + File.pathSeparator + classPath;
        return this;
    }

    /** The whole class path, in place of the class path of this JVM. */
    public Jvm classPath(String path) {
        classPath = path;
        return this;
    }

    /** Words of a command that runs the JVM, as in {@code taskset -c 0}. */
    public Jvm after(String... words) {
        before.addAll(List.of(words));
        return this;
    }

    /** The arguments of the main method. */
    public Jvm arguments(String... more) {
        arguments.addAll(List.of(more));
        return this;
    }

    /** The JVM is killed if a caller waits for its output, and nothing was printed for so long; 5 minutes by default. */
    public Jvm patience(Duration silence) {
        patience = silence;
        return this;
    }

    /** Starts it. */
    public Child start() throws IOException {
        return new Child(
                name, new ProcessBuilder(command()).redirectErrorStream(true).start(), patience);
    }

    /** Runs it and adds its lines to those. If it fails, says so: its subject has no figures. */
    public void measure(List<Fields> lines, String group) throws IOException, InterruptedException {
        try (Child child = start()) {
            if (child.read(lines::add) != 0 && !Interrupt.happened()) {
                System.err.println("\n" + name + " has no figures in " + group + ":\n" + child.complaints());
            }
        }
    }

    /** The whole command. */
    public List<String> command() {
        List<String> command = new ArrayList<>(before);
        command.add(jdk.resolve("bin").resolve("java").toString());
        command.addAll(heap);
        command.addAll(QUIET);
        command.addAll(flags);
        if (Boolean.getBoolean(CommonOptions.QUICK)) {
            command.add("-D" + CommonOptions.QUICK + "=true");
        }
        String profiler = System.getProperty(Profiler.FLAGS, "");
        if (!profiler.isEmpty()) {
            command.add(profiler.replace("{}", name));
        }
        command.addAll(List.of("-cp", classPath, main));
        command.addAll(arguments);
        return command;
    }
}
