package io.mehari.impl;

import io.mehari.impl.base.VarHandles;
import io.mehari.spi.MessageClock;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A clock that a thread of its own updates every millisecond while there are many readers. */
final class CoarseClock implements MessageClock {
    /*
     * `now` is the time, or RESTING if no thread updates it. A reader that finds RESTING reads the system's clock. With
     * few readers this is cheaper than a thread that wakes up every millisecond, and takes no processor time from other
     * threads. MANY readers within a millisecond start the thread.
     *
     * Every TICKS_BEFORE_A_REST ticks the thread sets RESTING again. If there are many readers until the next tick, one
     * of them sets the time and the thread continues. Otherwise it sleeps, and ends if many readers do not wake it up
     * in time. Setting the time and ending the thread both happen under the lock. So there is never more than one
     * thread, and never a time that no thread updates.
     *
     * `now` is written and read in opaque mode: a reader needs a recent value and orders nothing by it. `readers` is
     * plain: some of several concurrent readers may not be counted, and the thread starts a little later.
     */
    private static final long RESTING = 0;
    private static final long TICK_NANOS = 1_000_000;
    private static final int MANY = 200;
    private static final int TICKS_BEFORE_A_REST = 100;
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(1);

    @SuppressWarnings("UnusedVariable") // accessed through NOW
    private long now = RESTING;

    private long millisecond;
    private int readers;
    private @Nullable Thread ticker;

    @Override
    public long millis() {
        long time = nowOpaque();
        return time != RESTING ? time : systemTime();
    }

    private long systemTime() {
        long time = System.currentTimeMillis();
        if (time != millisecond) {
            millisecond = time;
            readers = 0;
        }
        if (++readers >= MANY) {
            advanceFrom(time);
        }
        return time;
    }

    private synchronized void advanceFrom(long time) {
        readers = 0;
        if (ticker == null) {
            Thread thread = new Thread(
                    null, this::tick, "mehari-clock", 0, false); // inherits no thread-locals from the message's thread
            thread.setDaemon(true);
            thread.start(); // first: if no thread can be made this throws, and the clock stays at rest
            ticker = thread;
        }
        setNowOpaque(time);
        LockSupport.unpark(ticker);
    }

    private void tick() {
        do {
            for (int i = 0; i < TICKS_BEFORE_A_REST && !Thread.currentThread().isInterrupted(); i++) {
                setNowOpaque(System.currentTimeMillis());
                LockSupport.parkNanos(this, TICK_NANOS);
            }
            setNowOpaque(RESTING);
            LockSupport.parkNanos(this, TICK_NANOS);
            if (isResting()) {
                LockSupport.parkNanos(this, PATIENCE_NANOS);
            }
        } while (!isToEnd(Thread.currentThread().isInterrupted()));
    }

    private boolean isResting() {
        return nowOpaque() == RESTING;
    }

    private synchronized boolean isToEnd(boolean atOnce) {
        if (!atOnce && !isResting()) {
            return false;
        }
        setNowOpaque(RESTING);
        ticker = null;
        return true;
    }

    @Override
    public void close() {
        Thread thread;
        synchronized (this) {
            thread = ticker;
        }
        if (thread != null) {
            thread.interrupt();
            try {
                thread.join(); // it ends at once
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    // ---- access

    private long nowOpaque() {
        return (long) NOW.getOpaque(this);
    }

    private void setNowOpaque(long time) {
        NOW.setOpaque(this, time);
    }

    private static final VarHandle NOW = VarHandles.field(MethodHandles.lookup(), "now", long.class);
}
