package io.mehari.util;

import java.util.concurrent.TimeUnit;

/** Measures the time since it was made, or since {@link #restart()}. */
public final class StopWatch {
    private volatile long begin = System.nanoTime();

    public StopWatch() {}

    /** Begins again at zero. */
    public void restart() {
        begin = System.nanoTime();
    }

    /** The milliseconds since the beginning. */
    public long taken() {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin);
    }

    /** The milliseconds since the beginning; begins again at zero. */
    public long takenAndRestart() {
        long taken = taken();
        restart();
        return taken;
    }
}
