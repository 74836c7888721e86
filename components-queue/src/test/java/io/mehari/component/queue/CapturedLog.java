package io.mehari.component.queue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** What is logged while it is open, instead of on the console. */
final class CapturedLog extends Handler implements AutoCloseable {
    private final Logger logger;
    private final List<LogRecord> records = Collections.synchronizedList(new ArrayList<>());

    CapturedLog(String name) {
        logger = Logger.getLogger(name);
        logger.setUseParentHandlers(false);
        logger.addHandler(this);
    }

    List<String> messages() {
        synchronized (records) {
            return records.stream().map(LogRecord::getMessage).toList();
        }
    }

    /** Waits for a line that contains the text. */
    void await(String text) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (messages().stream().noneMatch(each -> each.contains(text))) {
            if (System.nanoTime() - end > 0) {
                throw new AssertionError("Not logged, but: " + messages());
            }
            LockSupport.parkNanos(1_000_000);
        }
    }

    @Override
    public void publish(LogRecord record) {
        records.add(record);
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
        logger.removeHandler(this);
        logger.setUseParentHandlers(true);
    }
}
