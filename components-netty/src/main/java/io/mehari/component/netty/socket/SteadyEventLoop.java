package io.mehari.component.netty.socket;

import io.mehari.spi.internal.Log;
import io.netty.channel.IoEventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.SingleThreadIoEventLoop;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** An event loop that continues after any failure (law S4), and knows when it has looked at its sockets. */
class SteadyEventLoop extends SingleThreadIoEventLoop {
    /*
     * Netty catches what tasks and handlers throw, and logs it. If memory is short, that throws again, and Netty would
     * end the thread, and with it all its connections. A socket that was not served is still ready, so the next look
     * finds it again. If the failure lasts, the pauses become longer.
     */
    private static final long SHORTEST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long LONGEST_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long LATE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final Log failures = new Log(SteadyEventLoop.class);
    private long looked = System.nanoTime();

    SteadyEventLoop(IoEventLoopGroup group, Executor executor, IoHandlerFactory handlers) {
        super(group, executor, handlers);
    }

    @Override
    protected int runIo() {
        long begin = System.nanoTime();
        int served = super.runIo();
        long end = System.nanoTime();
        // It waits, looks and serves. If it has served some, for an unknown part of the time, the look may be that old.
        looked = served > 0 && end - begin > LATE_NANOS ? begin : end;
        return served;
    }

    /**
     * Whether its tasks, or serving its sockets, may have taken so long that bytes wait in the sockets. Called on this
     * event loop. A task with a time runs after the next look.
     */
    boolean isLate() {
        return System.nanoTime() - looked > LATE_NANOS;
    }

    @Override
    @SuppressWarnings("CatchingUnchecked") // such as an OutOfMemoryError
    protected void run() {
        long pause = SHORTEST_PAUSE_NANOS;
        boolean ended = false;
        while (!ended) {
            long begin = System.nanoTime();
            try {
                super.run();
                ended = true;
            } catch (Throwable e) {
                report(e);
                boolean worked = System.nanoTime() - begin > LONGEST_PAUSE_NANOS;
                pause = worked ? SHORTEST_PAUSE_NANOS : Math.min(LONGEST_PAUSE_NANOS, 2 * pause);
                pause(pause);
            }
        }
    }

    /** In which other threads may free memory. An interrupt does not end it. */
    private static void pause(long nanos) {
        boolean interrupted = Thread.interrupted();
        long end = System.nanoTime() + nanos;
        long left = nanos;
        while (left > 0) {
            LockSupport.parkNanos(left);
            interrupted |= Thread.interrupted();
            left = end - System.nanoTime();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @SuppressWarnings("CatchingUnchecked") // to report may need the memory that is missing
    private void report(Throwable failure) {
        try {
            failures.warnOnceAMinute("An event loop has failed, and continues", failure);
        } catch (Throwable e) {
            // the loop continues in any case
        }
    }
}
