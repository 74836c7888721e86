package io.mehari.laws;

import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.impl.DefaultRoutingContext;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** Helpers for both suites: a context, threads of the other party, waiting with a deadline, the log. */
final class LawTest implements AutoCloseable {
    static final Duration SOON = Duration.ofSeconds(60);

    final DefaultRoutingContext context = new DefaultRoutingContext();
    private final ExecutorService others = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "other party");
        thread.setDaemon(true);
        return thread;
    });

    LawTest() {
        context.getRoutingContextExtension().getShutdownStrategy().setTimeout(Duration.ofSeconds(5));
    }

    /** Runs the task in another thread, as the other party. */
    <T> Future<T> beside(java.util.concurrent.Callable<T> task) {
        return others.submit(task);
    }

    static void await(String what, BooleanSupplier condition) throws InterruptedException {
        long end = System.nanoTime() + SOON.toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("waiting until " + what).isLessThan(end);
            Thread.sleep(2);
        }
    }

    @Override
    public void close() {
        context.close();
        others.shutdownNow();
    }

    /** The text of a failure with all its causes. */
    static String textOf(Throwable failure) {
        StringWriter text = new StringWriter();
        failure.printStackTrace(new PrintWriter(text, true));
        return text.toString();
    }

    /** Collects all log records, of each level, until it is closed. */
    static final class CapturedLog extends Handler implements AutoCloseable {
        private final Logger root = Logger.getLogger("");
        private final Logger ours = Logger.getLogger("io.mehari");
        private final Level before = ours.getLevel();
        private final StringBuilder text = new StringBuilder();

        CapturedLog() {
            setLevel(Level.ALL);
            root.addHandler(this);
            ours.setLevel(Level.ALL);
        }

        @Override
        public synchronized void publish(LogRecord line) {
            text.append(line.getMessage()).append('\n');
            Throwable thrown = line.getThrown();
            if (thrown != null) {
                text.append(textOf(thrown));
            }
        }

        synchronized String text() {
            return text.toString();
        }

        @Override
        public void flush() {}

        @Override
        public void close() {
            root.removeHandler(this);
            ours.setLevel(before);
        }
    }
}
