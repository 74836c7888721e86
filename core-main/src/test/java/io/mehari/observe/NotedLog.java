package io.mehari.observe;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** Notes what a category logs, instead of printing it, while this is open. */
final class NotedLog extends Handler implements AutoCloseable {
    private final Logger logger;
    private final List<LogRecord> records = new CopyOnWriteArrayList<>();

    NotedLog(String category) {
        logger = Logger.getLogger(category);
        logger.setUseParentHandlers(false);
        logger.addHandler(this);
    }

    List<String> messages() {
        return records.stream().map(LogRecord::getMessage).toList();
    }

    List<LogRecord> records() {
        return List.copyOf(records);
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
