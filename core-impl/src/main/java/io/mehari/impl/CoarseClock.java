package io.mehari.impl;

import io.mehari.spi.MessageClock;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A clock that a thread of its own advances every millisecond, while many read it. */
final class CoarseClock implements MessageClock {
    /*
     * now is the time, or RESTING when no thread advances it. A reader that finds RESTING reads the system's clock. As long
     * as few do, that is cheaper than a thread that wakes up every millisecond, and takes no processor away from those
     * who have work to do. MANY readers within a millisecond start the thread.
     *
     * Every so many ticks the thread sets RESTING again. If many read until the next tick, one of them sets the time, and the
     * thread goes on; else it sleeps, and ends when it was not woken up by many readers for a while. Whoever sets the time and whoever
     * ends does it under the lock: so there is never more than one thread and never a time that nobody advances.
     *
     * now is written and read in opaque mode: a reader needs some recent value and orders nothing by it. What readers are
     * counted by is plain: of several at once some may not be counted, and the thread starts a little later.
     */
    private static final long RESTING = 0;
    private static final long TICK_NANOS = 1_000_000;
    private static final int MANY = 200;
    private static final int TICKS_BEFORE_A_REST = 100;
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(1);

    @SuppressWarnings("UnusedVariable") // through NOW
    private long now = RESTING;

    private long millisecond;
    private int readers;
    private @Nullable Thread ticker;

    @Override
    public long millis() {
        long time = (long) NOW.getOpaque(this);
        return time != RESTING ? time : systemsTime();
    }

    private long systemsTime() {
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
            Thread thread = new Thread(null, this::tick, "mehari-clock", 0, false); // inherits nothing of this message
            thread.setDaemon(true);
            thread.start(); // before the rest: a machine out of threads throws here, and the clock goes on resting
            ticker = thread;
        }
        NOW.setOpaque(this, time);
        LockSupport.unpark(ticker);
    }

    private void tick() {
        do {
            for (int i = 0; i < TICKS_BEFORE_A_REST && !Thread.currentThread().isInterrupted(); i++) {
                NOW.setOpaque(this, System.currentTimeMillis());
                LockSupport.parkNanos(this, TICK_NANOS);
            }
            NOW.setOpaque(this, RESTING);
            LockSupport.parkNanos(this, TICK_NANOS);
            if (isResting()) {
                LockSupport.parkNanos(this, PATIENCE_NANOS);
            }
        } while (!isToEnd(Thread.currentThread().isInterrupted()));
    }

    private boolean isResting() {
        return (long) NOW.getOpaque(this) == RESTING;
    }

    private synchronized boolean isToEnd(boolean atOnce) {
        if (!atOnce && !isResting()) {
            return false;
        }
        NOW.setOpaque(this, RESTING);
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
                thread.join(); // it has nothing left to do but to end
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static final VarHandle NOW;

    static {
        try {
            NOW = MethodHandles.lookup().findVarHandle(CoarseClock.class, "now", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }
}
