package io.mehari.support;

import io.mehari.Endpoint;
import io.mehari.Processor;
import io.mehari.spi.Threading;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A base class for consumers that poll. {@link #poll} runs on a thread of the consumer: first after the initial delay,
 * then again and again with the delay in between. A stop waits at most 10 seconds for a poll that runs.
 */
public abstract class ScheduledPollConsumer extends DefaultConsumer {
    private static final long MOST_MILLIS = 10_000;

    private volatile long initialDelay = 1000;
    private volatile long delay = 500;
    private volatile @Nullable Thread poller;

    protected ScheduledPollConsumer(Endpoint endpoint, Processor processor) {
        super(endpoint, processor);
    }

    /**
     * Looks for messages, and passes each to {@link #getProcessor}. An exception goes to {@link #getExceptionHandler}.
     *
     * @return the number of messages, which is not used here
     */
    protected abstract int poll() throws Exception;

    /** The time before the first poll in milliseconds, 1000 by default. */
    public void setInitialDelay(long millis) {
        initialDelay = checked("setInitialDelay", millis);
    }

    public long getInitialDelay() {
        return initialDelay;
    }

    /** The time from the end of a poll to the next poll in milliseconds, 500 by default. */
    public void setDelay(long millis) {
        delay = checked("setDelay", millis);
    }

    public long getDelay() {
        return delay;
    }

    static long checked(String setting, long millis) {
        if (millis < 0) {
            throw new IllegalArgumentException(setting + "(" + millis + ") is negative: give 0 or more milliseconds");
        }
        return millis;
    }

    @Override
    protected void doStart() throws Exception {
        Thread thread = getEndpoint()
                .getContext()
                .getRoutingContextExtension()
                .getThreadPools()
                .newThread("poll " + getEndpoint(), this::run);
        poller = thread;
        thread.start();
    }

    @Override
    protected void doStop() throws Exception {
        Thread thread = poller;
        poller = null;
        if (thread != null && thread != Thread.currentThread()) {
            Threading.unpark(thread);
            Threading.join(thread, MOST_MILLIS);
        }
    }

    private void run() {
        Thread me = Thread.currentThread();
        pause(me, initialDelay);
        while (poller == me) {
            pollOnce();
            pause(me, delay);
        }
    }

    @SuppressWarnings("CatchingUnchecked") // the thread must live on, whatever a poll throws
    private void pollOnce() {
        try {
            poll();
        } catch (Throwable e) {
            handleException("a poll failed", e);
        }
    }

    /**
     * Waits for that time, or until a stop. Clears an interrupt flag that a poll has left, because it would end each
     * wait at once.
     */
    private void pause(Thread me, long millis) {
        long end = Threading.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        for (long left = end - Threading.nanoTime(); left > 0 && poller == me; left = end - Threading.nanoTime()) {
            Thread.interrupted();
            Threading.parkNanos(this, left);
        }
    }
}
