package io.mehari.faults;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A Java process with the class path of this process. It can be killed and started again. Its output goes to a file.
 */
final class Child {
    private static final int LAST_CHARACTERS = 4_000;
    static final List<String> QUICK_START = List.of("-Xmx256m", "-XX:TieredStopAtLevel=1");

    private final List<String> command = new ArrayList<>();
    private final Path log;
    private @Nullable Process process;
    private boolean wanted;

    Child(Path folder, String name, String main, String... arguments) {
        this(folder, List.of(), QUICK_START, name, main, arguments);
    }

    /** Creates a child with these JVM flags. The prefix is a command that runs the child's command. */
    Child(Path folder, List<String> prefix, List<String> flags, String name, String main, String... arguments) {
        log = folder.resolve(name + ".log");
        command.addAll(prefix);
        command.add(System.getProperty("java.home") + File.separator + "bin" + File.separator + "java");
        command.addAll(flags);
        command.addAll(List.of(
                "-XX:+IgnoreUnrecognizedVMOptions",
                "--sun-misc-unsafe-memory-access=allow",
                "-Djava.util.logging.config.file=" + Workplace.logging(folder),
                "-cp",
                System.getProperty("java.class.path"),
                main));
        command.addAll(List.of(arguments));
        Runtime.getRuntime().addShutdownHook(new Thread(this::kill));
    }

    synchronized void start() throws IOException {
        wanted = true;
        process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
    }

    synchronized boolean isAlive() {
        Process mine = process;
        return mine != null && mine.isAlive();
    }

    /** Whether it was started, and has ended without {@link #kill} or {@link #stop}. */
    synchronized boolean hasEnded() {
        return wanted && !isAlive();
    }

    /** Ends it at once, as {@code kill -9} does. */
    void kill() {
        Process mine = unwanted();
        if (mine != null) {
            mine.destroyForcibly().onExit().join();
        }
    }

    /** Stops it for this time (SIGSTOP): it does nothing, and its connections stay open. */
    void freeze(long millis) throws IOException, InterruptedException {
        signal("STOP");
        try {
            Thread.sleep(millis);
        } finally {
            signal("CONT");
        }
    }

    private synchronized void signal(String name) throws IOException, InterruptedException {
        Process mine = process;
        if (mine != null) {
            new ProcessBuilder("kill", "-" + name, String.valueOf(mine.pid()))
                    .start()
                    .waitFor();
        }
    }

    /** Ends it as {@code kill} does: its shutdown hooks run. */
    void stop() {
        Process mine = unwanted();
        if (mine != null) {
            mine.destroy();
            mine.onExit().join();
        }
    }

    private synchronized @Nullable Process unwanted() {
        wanted = false;
        return process;
    }

    /** Waits until the process has ended by itself. */
    void awaitSuccess(long seconds) throws IOException, InterruptedException {
        Process mine = unwanted();
        if (mine == null || !mine.waitFor(seconds, TimeUnit.SECONDS) || mine.exitValue() != 0) {
            throw new IOException(failure());
        }
    }

    /** The last lines that the process has printed. */
    String failure() throws IOException {
        String text = Files.exists(log) ? Files.readString(log) : "";
        return log + " ends with:\n" + text.substring(Math.max(0, text.length() - LAST_CHARACTERS));
    }
}
