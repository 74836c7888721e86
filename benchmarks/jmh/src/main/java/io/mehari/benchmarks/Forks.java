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

/** Measures in separate JVMs, and shows the progress. */
final class Forks {
    private static final String RESULT = "RESULT ";
    private static final int MAX_LINE = 100;

    /** Touches the heap at the start; otherwise the first pass over the heap would be part of the time. */
    private static final List<String> FLAGS = List.of(
            "-XX:+IgnoreUnrecognizedVMOptions",
            "--sun-misc-unsafe-memory-access=allow",
            "-Xms1g",
            "-Xmx1g",
            "-XX:+AlwaysPreTouch");

    private final int runs;
    private final long begin = System.nanoTime();
    private int done;

    /** Creates an object for this number of runs. */
    Forks(int runs) {
        this.runs = runs;
    }

    /** The folder of the running JDK. */
    static String thisJdk() {
        return System.getProperty("java.home");
    }

    /** The name of a JDK's folder, without the path. */
    static String nameOf(String jdk) {
        Path name = Path.of(jdk).getFileName();
        return name == null ? jdk : name.toString();
    }

    /** Prints the answer. Called by the forked program. */
    static void answer(double... numbers) {
        StringBuilder line = new StringBuilder(RESULT);
        for (double each : numbers) {
            line.append(each).append(' ');
        }
        System.out.println(line);
    }

    /** Runs that program on that JDK, and returns its answer. */
    double[] run(String jdk, Class<?> main, String... args) throws IOException, InterruptedException {
        return run(List.of(), List.of(), jdk, main, args);
    }

    /** Runs a program with other JVM flags, and with words of a command in front of the JVM. */
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
        String more = System.getProperty("mehari.flags"); // the flags with which ./bench profiles
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
