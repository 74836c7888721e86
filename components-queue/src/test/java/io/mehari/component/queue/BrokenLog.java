package io.mehari.component.queue;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** A handler of loggers that throws, and keeps all lines to itself, while this is open. */
final class BrokenLog extends Handler implements AutoCloseable {
    private final Logger logger = Logger.getLogger("io.mehari");
    private final Supplier<? extends Throwable> thrown;
    final AtomicInteger lines = new AtomicInteger();

    BrokenLog(Supplier<? extends Throwable> thrown) {
        this.thrown = thrown;
        logger.setUseParentHandlers(false);
        logger.addHandler(this);
    }

    @Override
    public void publish(LogRecord logged) {
        lines.incrementAndGet();
        throwIt(thrown.get());
    }

    @SuppressWarnings("unchecked") // a Throwable of any class, unchecked
    private static <T extends Throwable> void throwIt(Throwable thrown) throws T {
        throw (T) thrown;
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
        logger.removeHandler(this);
        logger.setUseParentHandlers(true);
    }
}
