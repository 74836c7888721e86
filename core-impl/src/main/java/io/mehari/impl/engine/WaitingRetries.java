package io.mehari.impl.engine;

import io.mehari.impl.exchange.Continuation;
import io.mehari.spi.ThreadPools;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** The redeliveries of a route that wait, and that are given up when the route stops. */
public final class WaitingRetries {
    /*
     * A redelivery enters the set and then reads the flag; a stop sets the flag and then goes through the set. So one
     * of the two sees the other. Each waiting redelivery is removed once, by the timer or by the stop.
     */
    private final Set<Waiting> waiting = ConcurrentHashMap.newKeySet();
    private volatile boolean stopping;

    boolean isStopping() {
        return stopping;
    }

    /** Resumes a suspended exchange after the delay, or when the route stops. */
    void resumeAfter(Continuation suspended, long delayMillis, ThreadPools threads) {
        Waiting entry = new Waiting(suspended, threads);
        waiting.add(entry);
        if (stopping) {
            entry.run();
        } else {
            entry.startTimer(delayMillis);
        }
    }

    /** Called when the route begins to stop. */
    public void stop() {
        stopping = true;
        for (Waiting each : waiting) {
            each.giveUp();
        }
    }

    private final class Waiting extends AtomicReference<@Nullable Continuation> implements Runnable {
        private static final long serialVersionUID = 1L;

        private final transient ThreadPools threads;
        private transient volatile ThreadPools.@Nullable Delayed timer;

        Waiting(Continuation suspended, ThreadPools threads) {
            super(suspended);
            this.threads = threads;
        }

        void startTimer(long delayMillis) {
            ThreadPools.Delayed started = threads.schedule(this, delayMillis);
            timer = started;
            if (get() == null) {
                started.cancel(); // the stop came before it could see the timer
            }
        }

        /**
         * Resumes at once. Cancels the timer, which would otherwise refer to the exchange and the route until the delay
         * is over.
         */
        void giveUp() {
            run();
            ThreadPools.Delayed started = timer;
            if (started != null) {
                started.cancel();
            }
        }

        @Override
        public void run() {
            Continuation suspended = getAndSet(null);
            if (suspended != null) {
                waiting.remove(this);
                threads.resume(suspended);
            }
        }
    }
}
