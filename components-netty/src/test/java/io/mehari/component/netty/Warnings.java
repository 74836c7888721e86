package io.mehari.component.netty;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** Collects what the connector logs, until it is closed. */
public final class Warnings extends Handler implements AutoCloseable {
    private final Logger logger = Logger.getLogger("io.mehari");
    private final ConcurrentLinkedQueue<String> lines = new ConcurrentLinkedQueue<>();

    public Warnings() {
        logger.addHandler(this);
    }

    public String text() {
        return String.join("\n", lines);
    }

    @Override
    public void publish(LogRecord line) {
        lines.add(line.getMessage());
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
        logger.removeHandler(this);
    }
}
