package io.mehari.engine;

import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * The options of each measurement, as a mixin: {@code @Mixin CommonOptions options = new CommonOptions();} in a class
 * with {@code @Command(name = "./bench throughput", description = "...")}, whose main method calls {@link #main}.
 */
public final class CommonOptions {
    /** The system property of a quick run, which each measuring JVM has, too. */
    static final String QUICK = "mehari.quick";

    private static final int MISTAKE = 2;
    private static final double MOST_SECONDS = 7 * 24 * 3600;

    @Option(names = "--quick", description = "a short run that only shows that the measurement works")
    private boolean quick;

    @Option(names = "--jdk", split = ",", paramLabel = "FOLDER", description = "JDKs to run on (default: this one)")
    private List<Path> jdks = List.of();

    @Option(names = "--subjects", split = ",", paramLabel = "NAME", description = "what to measure (default: all)")
    private List<String> subjects = List.of();

    @Option(names = "--rounds", paramLabel = "N", description = "JVMs or samples of each subject")
    private @Nullable Integer rounds;

    @Option(names = "--seconds", paramLabel = "N", description = "of each sample")
    private @Nullable Double seconds;

    @Option(names = "--json", paramLabel = "FILE", description = "writes the result to that file")
    private @Nullable Path json;

    @Option(names = "--profile", paramLabel = "cpu|alloc", description = "writes flame graphs (HTML)")
    private @Nullable String profile;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "shows this text")
    @SuppressWarnings("UnusedVariable") // picocli reads it
    private boolean help;

    /** Whether the run only shows that the measurement works. */
    public boolean quick() {
        return quick;
    }

    /** The folders of the JDKs to run on; the folder of the running JDK by default. */
    public List<Path> jdks() {
        if (jdks.isEmpty()) {
            return List.of(Path.of(System.getProperty("java.home")));
        }
        for (Path each : jdks) {
            if (!Files.isExecutable(each.resolve("bin").resolve("java"))) {
                throw new IllegalArgumentException("--jdk " + each + ": there is no " + each.resolve("bin/java")
                        + "; give the folder of a JDK, version 17 or later");
            }
        }
        return jdks;
    }

    /** The only JDK, for a measurement that takes one. */
    public Path jdk() {
        if (jdks().size() != 1) {
            throw new IllegalArgumentException("--jdk takes one JDK here: run the measurement once for each");
        }
        return jdks().get(0);
    }

    /** Those of the subjects that are named; all by default. */
    public List<String> subjects(List<String> all) {
        return subjects.isEmpty()
                ? all
                : subjects.stream()
                        .map(each -> Names.find("subject", each.strip(), all, name -> name))
                        .toList();
    }

    /** The number of samples of each subject; by default that number, and 1 for a quick run. */
    public int rounds(int otherwise) {
        return rounds(otherwise, 1);
    }

    /** The number of samples of each subject; the second number for a quick run. */
    public int rounds(int otherwise, int whenQuick) {
        if (rounds == null) {
            return quick ? whenQuick : otherwise;
        }
        if (rounds < 1) {
            throw new IllegalArgumentException("--rounds " + rounds + ": write a whole number above 0");
        }
        return rounds;
    }

    /** The duration of a sample; the second number for a quick run. */
    public double seconds(double otherwise, double whenQuick) {
        if (seconds == null) {
            return quick ? whenQuick : otherwise;
        }
        if (!(seconds > 0 && seconds <= MOST_SECONDS)) {
            throw new IllegalArgumentException("--seconds " + seconds + ": write a number above 0, as in --seconds 10");
        }
        return seconds;
    }

    /** The file for the result; null if there shall be none. */
    public @Nullable Path json() {
        return json;
    }

    /** The command that repeats the run: the scripts pass it as the system property {@code mehari.command}. */
    public String command() {
        return System.getProperty("mehari.command", "unknown");
    }

    private void attachProfiler() throws IOException {
        if (profile == null) {
            return;
        }
        Names.find("profile", profile, List.of("cpu", "alloc"), each -> each);
        Path file = json == null ? Jvm.root().resolve("target/bench/profile") : json.toAbsolutePath();
        Profiler.attach(profile, file.resolveSibling("."));
    }

    /**
     * Runs a program with these options and ends this JVM. A mistake of the user ends it with code 2 and a sentence.
     */
    public static void main(Callable<Integer> program, String... args) throws Exception {
        Interrupt.exit(run(program, System.err, args));
    }

    static int run(Callable<Integer> program, PrintStream err, String... args) throws Exception {
        CommandLine line = new CommandLine(program);
        try {
            if (CommandLine.printHelpIfRequested(line.parseArgs(args))) {
                return 0;
            }
            for (CommandLine.Model.CommandSpec each :
                    line.getCommandSpec().mixins().values()) {
                if (each.userObject() instanceof CommonOptions options) {
                    options.attachProfiler();
                    System.setProperty(QUICK, String.valueOf(options.quick));
                }
            }
            int code = program.call();
            if (Boolean.getBoolean(QUICK)) {
                System.out.println("\nA quick run shows that it works. Its times say nothing.");
            }
            return code;
        } catch (UnmatchedArgumentException unknown) {
            err.println(unknown.getMessage());
            unknown.printSuggestions(new PrintWriter(err, true, StandardCharsets.UTF_8));
        } catch (NoSuchFileException missing) {
            err.println("there is no file " + missing.getFile());
        } catch (ParameterException | IllegalArgumentException | IOException mistake) {
            err.println(mistake.getMessage());
        }
        err.println(line.getCommandName() + " --help lists the options.");
        return MISTAKE;
    }
}
