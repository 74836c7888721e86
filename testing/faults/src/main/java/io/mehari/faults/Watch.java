package io.mehari.faults;

import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Adds samples to a timeline, and shows a line of progress on standard error: on a terminal one that is overwritten
 * again and again, else one every five seconds.
 */
final class Watch {
    private static final long SAMPLE_MILLIS = 250;
    private static final double SELDOM_SECONDS = 5;

    private final int width = Integer.getInteger("mehari.width", 0); // of the terminal; 0: there is none
    private final Thread thread = new Thread(this::run, "watch");
    private final Timeline timeline;
    private final LongSupplier arrived;
    private final Supplier<String> progress;

    /** The timeline begins. */
    Watch(Timeline timeline, LongSupplier arrived, Supplier<String> progress) {
        this.timeline = timeline;
        this.arrived = arrived;
        this.progress = progress;
        timeline.begin();
        thread.setDaemon(true);
        thread.start();
    }

    private void run() {
        double next = 0;
        while (!Thread.currentThread().isInterrupted()) {
            timeline.sample(arrived.getAsLong());
            if (width > 0) {
                System.err.printf("\r%-" + (width - 1) + "." + (width - 1) + "s", progress.get());
            } else if (timeline.seconds() >= next) {
                next += SELDOM_SECONDS;
                System.err.println(progress.get());
            }
            try {
                Thread.sleep(SAMPLE_MILLIS);
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    /** Takes the last sample, and clears the line. */
    void close() {
        thread.interrupt();
        if (width > 0) {
            System.err.printf("\r%" + (width - 1) + "s\r", "");
        }
        timeline.sample(arrived.getAsLong());
    }
}
