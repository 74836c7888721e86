package io.mehari.engine;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/*
 * One thread reads all output, so that a child never waits because nobody reads. It sleeps while the child prints
 * nothing.
 */
/** A JVM that measures. Its output is lines of {@link Fields}, and others, of which the last ones are kept. */
public final class Child implements AutoCloseable {
    private static final int KEPT_LINES = 40;
    private static final long END_MILLIS = 3_000;
    private static final long CLOSE_MILLIS = 20_000;
    private static final Fields NO_MORE = new Fields("no more");

    private final String name;
    private final Process process;
    private final long patience;
    private final Writer commands;
    private final BlockingQueue<Fields> lines = new LinkedBlockingQueue<>();
    private volatile long lastOutput = System.nanoTime();

    // ---- guarded by itself
    private final Deque<String> others = new ArrayDeque<>();

    Child(String name, Process process, Duration patience) {
        this.name = name;
        this.process = process;
        this.patience = patience.toNanos();
        commands = process.outputWriter(StandardCharsets.UTF_8);
        Interrupt.add(this);
        Thread reader = new Thread(this::readAll, "output of " + name);
        reader.setDaemon(true);
        reader.start();
    }

    private void readAll() {
        try (BufferedReader output =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                lastOutput = System.nanoTime();
                Fields fields = Fields.of(line);
                if (fields == null) {
                    keep(line);
                } else {
                    lines.add(fields);
                }
            }
        } catch (IOException closed) {
            keep(closed.toString());
        } finally {
            lines.add(NO_MORE);
            Interrupt.remove(this);
        }
    }

    private void keep(String line) {
        synchronized (others) {
            others.addLast(line);
            if (others.size() > KEPT_LINES) {
                others.removeFirst();
            }
        }
    }

    /**
     * Passes its lines to the listener until it has ended, and returns its exit code. If it prints nothing for too
     * long, kills it and throws an exception.
     */
    public int read(Consumer<Fields> listener) throws IOException, InterruptedException {
        for (Fields line = next(); line != NO_MORE; line = next()) {
            listener.accept(line);
        }
        lines.add(NO_MORE); // for the next caller
        return process.waitFor();
    }

    /**
     * Does the same. If it fails, throws an exception that has the last lines. After Ctrl-C, returns although the
     * measurement is not complete.
     */
    public void run(Consumer<Fields> listener) throws IOException, InterruptedException {
        int code = read(listener);
        if (code != 0 && !Interrupt.happened()) {
            throw failure("has ended with " + code);
        }
    }

    /** Sends a command to {@link Commands}, and returns the answer. Fails if the command does, or the JVM has ended. */
    public Fields ask(String command) throws IOException, InterruptedException {
        lastOutput = System.nanoTime();
        try {
            commands.write(command + "\n");
            commands.flush();
        } catch (IOException hasEnded) {
            // The answer below is that there is no more output, and the exception for that says why.
        }
        return answer();
    }

    /** Waits for a line that comes without being asked for, such as the first. */
    public Fields answer() throws IOException, InterruptedException {
        Fields answer = next();
        if (answer == NO_MORE) {
            lines.add(NO_MORE);
            throw failure("has ended with " + process.waitFor());
        }
        if (answer.kind().equals(Commands.FAILED)) {
            throw failure("has failed: " + answer.text("message"));
        }
        return answer;
    }

    private Fields next() throws IOException, InterruptedException {
        while (true) {
            long left = patience - (System.nanoTime() - lastOutput);
            Fields line = lines.poll(Math.max(0, left), TimeUnit.NANOSECONDS);
            if (line != null) {
                return line;
            }
            if (System.nanoTime() - lastOutput >= patience) {
                kill();
                throw failure(
                        "has printed nothing for " + Duration.ofNanos(patience).toSeconds() + " s, and was killed");
            }
        }
    }

    private IOException failure(String what) {
        String said = complaints();
        return new IOException(name + " " + what + (said.isEmpty() ? " without a word" : ". Its last lines:\n" + said));
    }

    /** The last lines that are not measurements, such as error messages. */
    public String complaints() {
        synchronized (others) {
            return String.join("\n", others);
        }
    }

    /** Whether it has not ended yet. */
    public boolean isAlive() {
        return process.isAlive();
    }

    /** The process id. */
    public long pid() {
        return process.pid();
    }

    /** Asks the JVM to end, so that its shutdown hooks run, and kills it if it does not. Returns when it has ended. */
    public void end() {
        // destroy() of the process object would close the output, which must still be read
        process.toHandle().destroy();
        awaitOrKill(END_MILLIS);
    }

    /** Kills it, as {@code kill -9} does. Returns when it has ended. */
    public void kill() {
        process.toHandle().destroyForcibly();
        process.onExit().join();
    }

    /** Ends its input and waits, so that a profiler in it can write its result; then ends it if it still runs. */
    @Override
    public void close() {
        try {
            commands.close();
        } catch (IOException hasEnded) {
            // what was to be achieved
        }
        awaitOrKill(Interrupt.happened() ? 0 : CLOSE_MILLIS);
    }

    private void awaitOrKill(long millis) {
        try {
            if (!process.waitFor(millis, TimeUnit.MILLISECONDS)) {
                kill();
            }
        } catch (InterruptedException e) {
            kill();
            Thread.currentThread().interrupt();
        }
    }
}
