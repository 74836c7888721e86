package io.mehari.impl;

import io.mehari.spi.MessageClock;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A clock that a thread of its own advances every millisecond while somebody reads it. */
@SuppressWarnings("UnusedVariable") // now and read: through the VarHandles
final class CoarseClock implements MessageClock {
    /*
     * now is the time, or RESTING when no thread advances it. A reader that finds RESTING reads the system's clock,
     * stores that and starts the thread, under the lock. read says that somebody has read since the last tick; the
     * thread clears it and, when it stays clear for IDLE_TICKS, sets RESTING and ends, under the lock too: so there is
     * never more than one thread and never a time that nobody advances.
     *
     * Both fields are written and read in opaque mode: a reader needs some recent value and orders nothing by it. The
     * flag is written only when clear, so that readers on several cores do not fight for its cache line.
     */
    private static final long RESTING = 0;
    private static final long TICK_NANOS = 1_000_000;
    private static final int IDLE_TICKS = 100;

    private long now = RESTING;
    private boolean read;
    private @Nullable Thread ticker;

    @Override
    public long millis() {
        long time = (long) NOW.getOpaque(this);
        if (time == RESTING) {
            return wake();
        }
        if (!(boolean) READ.getOpaque(this)) {
            READ.setOpaque(this, true);
        }
        return time;
    }

    private synchronized long wake() {
        long time = System.currentTimeMillis();
        if (ticker == null) {
            Thread thread = new Thread(null, this::tick, "mehari-clock", 0, false); // inherits nothing of this message
            thread.setDaemon(true);
            thread.start(); // before the rest: a machine out of threads throws here, and the clock goes on resting
            ticker = thread;
            NOW.setOpaque(this, time);
            READ.setOpaque(this, true);
        }
        return time;
    }

    private void tick() {
        int idle = 0;
        while (true) {
            LockSupport.parkNanos(this, TICK_NANOS);
            idle = (boolean) READ.getOpaque(this) ? 0 : idle + 1;
            READ.setOpaque(this, false);
            if (idle > IDLE_TICKS || Thread.currentThread().isInterrupted()) {
                rest();
                return;
            }
            NOW.setOpaque(this, System.currentTimeMillis());
        }
    }

    private synchronized void rest() {
        NOW.setOpaque(this, RESTING);
        ticker = null;
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
    private static final VarHandle READ;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            NOW = lookup.findVarHandle(CoarseClock.class, "now", long.class);
            READ = lookup.findVarHandle(CoarseClock.class, "read", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }
}
