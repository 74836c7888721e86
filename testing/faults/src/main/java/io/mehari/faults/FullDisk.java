package io.mehari.faults;

import java.io.IOException;
import java.util.concurrent.TimeUnit;

/**
 * Fills the disk of a broker under load until the broker stops or accepts no more messages, and then makes room again.
 */
final class FullDisk {
    private static final long STALL_NANOS = TimeUnit.SECONDS.toNanos(3);
    private static final long PAUSE_MILLIS = 100;

    private final Stage stage;
    private final Broker broker;
    private final Progress progress;

    /** The number of messages that the broker has accepted so far. */
    interface Progress {
        long now() throws IOException, InterruptedException;
    }

    FullDisk(Stage stage, Broker broker, Progress progress) {
        this.stage = stage;
        this.broker = broker;
        this.progress = progress;
    }

    /** Returns whether the broker had stopped, so that it was started again. */
    boolean run() throws IOException, InterruptedException {
        stage.pauseReader(broker == stage.artemis); // messages that are read at once would need no room
        stage.timeline.event("the disk of " + broker.name + " is full");
        awaitStall();
        broker.disk().empty();
        stage.timeline.event("the disk of " + broker.name + " has room");
        boolean stopped = false;
        while (!continues()) {
            stopped = true;
            stage.restart(broker);
        }
        stage.pauseReader(false);
        return stopped;
    }

    /** Waits until the broker has stopped, or has accepted nothing for some seconds. */
    private void awaitStall() throws IOException, InterruptedException {
        long before = -1;
        long since = System.nanoTime();
        long end = since + Stage.PATIENCE_NANOS;
        do {
            broker.disk().fill(); // repeatedly, because the broker may have deleted a file
            long now = progress.now();
            if (now != before) {
                before = now;
                since = System.nanoTime();
            }
            if (since > end) {
                throw new IOException(broker.name + " has worked for two minutes with a full disk. " + stage.logs());
            }
            Thread.sleep(PAUSE_MILLIS);
        } while (!broker.hasStopped() && System.nanoTime() - since < STALL_NANOS);
    }

    /** Returns true when the broker accepts a message, and false if it has stopped. */
    private boolean continues() throws IOException, InterruptedException {
        if (broker.hasStopped()) {
            return false;
        }
        long before = progress.now();
        long end = System.nanoTime() + Stage.PATIENCE_NANOS;
        while (progress.now() == before) {
            if (broker.hasStopped()) {
                return false;
            }
            if (System.nanoTime() > end) {
                throw new IOException(broker.name + " does nothing, although its disk has room. " + stage.logs());
            }
            Thread.sleep(PAUSE_MILLIS);
        }
        return true;
    }
}
