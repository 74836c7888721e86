package io.mehari.impl;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** Captures what a class or a category logs, instead of printing it, while this is open. */
public final class CapturedLog extends Handler implements AutoCloseable {
    private final Logger logger;
    private final List<LogRecord> records = new CopyOnWriteArrayList<>();

    public CapturedLog(Class<?> source) {
        this(source.getName());
    }

    public CapturedLog(String category) {
        logger = Logger.getLogger(category);
        logger.setUseParentHandlers(false);
        logger.addHandler(this);
    }

    public List<String> messages() {
        return records.stream().map(LogRecord::getMessage).toList();
    }

    public List<LogRecord> records() {
        return List.copyOf(records);
    }

    /** Waits for a line. */
    public LogRecord await(Predicate<String> message) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (System.nanoTime() - end < 0) {
            for (LogRecord each : records) {
                if (message.test(each.getMessage())) {
                    return each;
                }
            }
            LockSupport.parkNanos(1_000_000);
        }
        throw new AssertionError("Not logged, but: " + messages());
    }

    public List<Throwable> failures() {
        return records.stream().map(LogRecord::getThrown).toList();
    }

    @Override
    public void publish(LogRecord logged) {
        records.add(logged);
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
        logger.removeHandler(this);
        logger.setUseParentHandlers(true);
    }
}
