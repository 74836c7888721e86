package io.mehari.util;

import io.mehari.spi.Threading;
import java.util.concurrent.TimeUnit;

/** Measures the time since its creation, or since {@link #restart()}. */
public final class StopWatch {
    private volatile long begin = Threading.nanoTime();

    public StopWatch() {}

    /** Starts again at zero. */
    public void restart() {
        begin = Threading.nanoTime();
    }

    /** The milliseconds since the beginning. */
    public long taken() {
        return TimeUnit.NANOSECONDS.toMillis(Threading.nanoTime() - begin);
    }

    /** The milliseconds since the beginning; then starts again at zero. */
    public long takenAndRestart() {
        long taken = taken();
        restart();
        return taken;
    }
}
