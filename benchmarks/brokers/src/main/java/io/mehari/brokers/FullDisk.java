package io.mehari.brokers;

import java.io.IOException;
import java.util.concurrent.TimeUnit;

/** The disk of a broker under load is full until the broker has stopped or takes nothing any more, and then has room. */
final class FullDisk {
    private static final long STALL_NANOS = TimeUnit.SECONDS.toNanos(3);
    private static final long PAUSE_MILLIS = 100;

    private final Stage stage;
    private final Broker broker;
    private final Progress progress;

    /** What the broker has taken so far. */
    interface Progress {
        long now() throws IOException, InterruptedException;
    }

    FullDisk(Stage stage, Broker broker, Progress progress) {
        this.stage = stage;
        this.broker = broker;
        this.progress = progress;
    }

    /** Returns whether the broker had to be started again, since it had stopped. */
    boolean run() throws IOException, InterruptedException {
        stage.pauseReader(broker == stage.artemis); // it needs no more room for what is taken at once
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

    /** Returns when the broker has stopped, or has taken nothing for some seconds. */
    private void awaitStall() throws IOException, InterruptedException {
        long before = -1;
        long since = System.nanoTime();
        long end = since + Stage.PATIENCE_NANOS;
        do {
            broker.disk().fill(); // again and again: the broker may have deleted a file
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

    /** Returns true when the broker takes something, and false if it has stopped. */
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
