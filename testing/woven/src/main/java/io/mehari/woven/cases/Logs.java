package io.mehari.woven.cases;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** Collects what Mehari logs: what is said there is not silent (law S6). */
final class Logs extends Handler {
    private static final Logger MEHARI = Logger.getLogger("io.mehari"); // kept, so that it is not collected
    private static volatile Queue<String> to = new ConcurrentLinkedQueue<>();

    static {
        MEHARI.setUseParentHandlers(false);
        MEHARI.setLevel(Level.WARNING);
        MEHARI.addHandler(new Logs());
    }

    private Logs() {}

    static void to(Queue<String> lines) {
        to = lines;
    }

    @Override
    public void publish(LogRecord line) {
        to.add(line.getMessage());
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
}
