package io.mehari.benchmarks;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Measures in JVMs of their own, and says meanwhile how far it is. */
final class Forks {
    private static final String RESULT = "RESULT ";
    private static final int MAX_LINE = 100;

    /** Else the first pass over the heap is what is timed. */
    private static final List<String> FLAGS = List.of(
            "-XX:+IgnoreUnrecognizedVMOptions",
            "--sun-misc-unsafe-memory-access=allow",
            "-Xms1g",
            "-Xmx1g",
            "-XX:+AlwaysPreTouch");

    private final int runs;
    private final long begin = System.nanoTime();
    private int done;

    /** So many runs are to come. */
    Forks(int runs) {
        this.runs = runs;
    }

    /** The JDK that this runs on, as a folder. */
    static String thisJdk() {
        return System.getProperty("java.home");
    }

    /** A JDK's folder without the way to it. */
    static String nameOf(String jdk) {
        Path name = Path.of(jdk).getFileName();
        return name == null ? jdk : name.toString();
    }

    /** Called by the program that was forked. */
    static void answer(double... numbers) {
        StringBuilder line = new StringBuilder(RESULT);
        for (double each : numbers) {
            line.append(each).append(' ');
        }
        System.out.println(line);
    }

    /** Runs that program on that JDK and returns what it answered. */
    double[] run(String jdk, Class<?> main, String... args) throws IOException, InterruptedException {
        return run(List.of(), List.of(), jdk, main, args);
    }

    /** The same, after words that come before the JVM's name, and with flags of its own. */
    double[] run(List<String> before, List<String> flags, String jdk, Class<?> main, String... args)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(before);
        command.add(jdk + File.separator + "bin" + File.separator + "java");
        command.addAll(FLAGS);
        command.addAll(flags);
        String peers = System.getProperty("mehari.peers");
        if (peers != null) {
            command.add("-Dmehari.peers=" + peers);
        }
        String more = System.getProperty("mehari.flags"); // what bench profiles with
        if (more != null) {
            command.add(more.replace("{}", args[0]));
        }
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        command.addAll(List.of(args));
        sayHowFar(nameOf(jdk) + " " + String.join(" ", args));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        List<String> output = new ArrayList<>();
        double[] answer = null;
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith(RESULT)) {
                    answer = Arrays.stream(
                                    line.substring(RESULT.length()).trim().split(" ", -1))
                            .mapToDouble(Double::parseDouble)
                            .toArray();
                } else {
                    output.add(line);
                }
            }
        }
        int exit = process.waitFor();
        done++;
        if (answer == null || exit != 0) {
            System.err.println();
            output.forEach(System.err::println);
            throw new IllegalStateException(command + " ended with " + exit);
        }
        return answer;
    }

    private void sayHowFar(String what) {
        long seconds = (System.nanoTime() - begin) / 1_000_000_000;
        String left = done == 0 ? "" : ", about " + seconds * (runs - done) / done + " s left";
        String line = String.format(Locale.ROOT, "run %d of %d, %d s%s: %s", done + 1, runs, seconds, left, what);
        System.err.printf("\r%-" + MAX_LINE + "s", line.substring(0, Math.min(MAX_LINE, line.length())));
        if (done + 1 == runs) {
            System.err.println();
        }
    }
}
