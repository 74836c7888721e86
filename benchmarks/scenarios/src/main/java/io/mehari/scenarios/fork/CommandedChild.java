package io.mehari.scenarios.fork;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A separate JVM that executes commands. Each command is a line of its input, and the answer is a line that begins with
 * @.
 */
public final class CommandedChild implements AutoCloseable {
    private final String name;
    private final Process process;
    private final BufferedReader answers;
    private final Writer commands;

    /**
     * Starts it.
     *
     * @param flags the flags of the JVM
     */
    public CommandedChild(String name, List<String> flags, String classPath, Class<?> main, String... arguments)
            throws IOException {
        this.name = name;
        List<String> command = new ArrayList<>(List.of(
                System.getProperty("java.home") + File.separator + "bin" + File.separator + "java",
                "-XX:+IgnoreUnrecognizedVMOptions",
                "--sun-misc-unsafe-memory-access=allow"));
        command.addAll(flags);
        String more = System.getProperty("mehari.flags", ""); // the flags with which ./bench profiles
        if (!more.isEmpty()) {
            command.add(more.replace("{}", name));
        }
        command.addAll(List.of("-cp", classPath, main.getName()));
        command.addAll(List.of(arguments));
        process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
        answers = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        commands = process.outputWriter(StandardCharsets.UTF_8);
    }

    /** Sends a command, and returns the numbers of its answer. */
    public long[] ask(String command) throws IOException {
        commands.write(command + "\n");
        commands.flush();
        return answer();
    }

    /** Waits for the numbers of the next answer; fails if the command has failed, or the process has ended. */
    public long[] answer() throws IOException {
        String line;
        while ((line = answers.readLine()) != null) {
            if (line.startsWith("@ ")) {
                String answer = line.substring(2);
                if (answer.startsWith("failed")) {
                    throw new IOException(name + " has " + answer);
                }
                return Arrays.stream(answer.split(" ", -1))
                        .mapToLong(Long::parseLong)
                        .toArray();
            }
        }
        throw new IOException(name + " has ended");
    }

    /** Ends the JVM normally, so that a profiler in it can write its result. */
    @Override
    public void close() throws IOException {
        commands.close();
        try {
            if (!process.waitFor(20, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
