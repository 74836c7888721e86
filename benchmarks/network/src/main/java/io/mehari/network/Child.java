package io.mehari.network;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A process that obeys commands. */
final class Child implements AutoCloseable {
    private final String name;
    private final Process process;
    private final BufferedReader answers;
    private final Writer commands;

    Child(String name, String classPath, Class<?> main, String... arguments) throws IOException {
        this.name = name;
        List<String> command = new ArrayList<>(List.of(
                System.getProperty("java.home") + File.separator + "bin" + File.separator + "java",
                "-Xms256m",
                "-Xmx512m",
                "-XX:+IgnoreUnrecognizedVMOptions",
                "--sun-misc-unsafe-memory-access=allow",
                "-Dio.netty.leakDetection.level=disabled",
                "-Dsun.net.httpserver.nodelay=true", // else the JDK's server waits 40 ms for each answer
                "-Dsun.net.httpserver.maxIdleConnections=2000"));
        String flags = System.getProperty("mehari.flags", "");
        if (!flags.isEmpty()) {
            command.add(flags.replace("{}", name));
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

    /** Gives a command, and returns the numbers of its answer. */
    long[] ask(String command) throws IOException {
        commands.write(command + "\n");
        commands.flush();
        return answer();
    }

    long[] answer() throws IOException {
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

    /** Ends it, so that a profiler in it can write its result. */
    @Override
    public void close() throws IOException {
        commands.close();
        try {
            if (!process.waitFor(20, java.util.concurrent.TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
