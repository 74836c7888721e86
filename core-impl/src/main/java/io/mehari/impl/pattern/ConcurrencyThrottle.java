package io.mehari.impl.pattern;

import io.mehari.Exchange;
import io.mehari.builder.Node;
import io.mehari.impl.engine.Step;
import io.mehari.impl.exchange.AbstractExchange;
import io.mehari.impl.exchange.Continuation;
import io.mehari.processor.ThrottlerRejectedExecutionException;
import io.mehari.spi.ThreadPools;
import io.mehari.support.SynchronizationAdapter;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Limits the number of messages in flight after this step. Further messages wait in order and block no thread. */
public final class ConcurrencyThrottle extends Step {
    /*
     * A message that may pass is counted, and counted off by its completion, however it ends. A message that waits is
     * counted by the thread that lets it go. With a key, each group of messages has a line of its own, which is
     * forgotten with its last message. The lock guards all lines; no code of the user runs under it.
     */
    private final Node.Throttle settings;
    private final ThreadPools threads;
    private final Object lock = new Object();
    private final Line only = new Line(null);
    private final Map<@Nullable String, Line> lines = new HashMap<>();
    private int waitingInAll;

    public ConcurrencyThrottle(Node.Throttle settings, ThreadPools threads) {
        this.settings = settings;
        this.threads = threads;
    }

    @Override
    public int run(AbstractExchange exchange) {
        Integer most = settings.maximum().evaluate(exchange, Integer.class);
        if (most != null && most < 1) {
            throw invalid(most.toString());
        }
        String key = Throttle.key(settings, exchange);
        Line line = only;
        List<Continuation> others;
        boolean passes;
        boolean refused = false;
        synchronized (lock) {
            if (settings.key() != null) {
                line = lines.computeIfAbsent(key, Line::new);
            }
            try {
                others = line.setMaximum(most);
                passes = line.enter();
                if (!passes) {
                    refused = waitingInAll >= settings.maxWaiting();
                    if (!refused) {
                        waitingInAll++;
                        line.waiting.add(suspend(exchange, line));
                    }
                }
            } finally {
                line.forgetIfEmpty();
            }
        }
        others.forEach(threads::resume);
        if (refused) {
            int maxWaiting = settings.maxWaiting();
            throw new ThrottlerRejectedExecutionException("Exceeded the max throttle rate of " + line.latest
                    + " messages at the same time" + (maxWaiting == 0 ? "" : ", and " + maxWaiting + " wait already"));
        }
        return passes ? line.passed(exchange) : SUSPENDED;
    }

    /** The number of groups that are remembered. */
    int groups() {
        synchronized (lock) {
            return lines.size();
        }
    }

    private IllegalArgumentException invalid(String most) {
        return new IllegalArgumentException(
                "The maximum of a throttle must be at least 1, not " + most + ", the value of " + settings.maximum());
    }

    @Override
    public int resume(AbstractExchange exchange, @Nullable Object state) {
        return ((Line) Objects.requireNonNull(state)).passed(exchange);
    }

    /** The messages of one group: how many are under way, and which wait. */
    private final class Line {
        private final @Nullable String key;
        private final ArrayDeque<Continuation> waiting = new ArrayDeque<>();
        private int underWay;
        private volatile int latest;

        Line(@Nullable String key) {
            this.key = key;
        }

        /** Takes a new maximum; returns the messages that may pass because of it. */
        List<Continuation> setMaximum(@Nullable Integer most) {
            if (most != null) {
                latest = most;
            } else if (latest == 0) {
                throw invalid("null");
            }
            return free();
        }

        /** Counts a message if it may pass. */
        boolean enter() {
            boolean passes = underWay < latest && waiting.isEmpty();
            if (passes) {
                underWay++;
            }
            return passes;
        }

        /** The waiting messages that may pass now; they are counted. The caller holds the lock. */
        private List<Continuation> free() {
            List<Continuation> free = List.of();
            while (underWay < latest && !waiting.isEmpty()) {
                if (free.isEmpty()) {
                    free = new ArrayList<>();
                }
                free.add(waiting.remove());
                waitingInAll--;
                underWay++;
            }
            return free;
        }

        int passed(AbstractExchange exchange) {
            boolean counted = false;
            try {
                exchange.addOnCompletion(new Ended());
                counted = true;
            } finally {
                if (!counted) {
                    ended();
                }
            }
            return next;
        }

        private void ended() {
            List<Continuation> free;
            synchronized (lock) {
                underWay--;
                free = free();
                forgetIfEmpty();
            }
            free.forEach(threads::resume);
        }

        void forgetIfEmpty() {
            if (underWay == 0 && waiting.isEmpty() && settings.key() != null) {
                lines.remove(key);
            }
        }

        /** Counts a message off when it is done. */
        private final class Ended extends SynchronizationAdapter {
            @Override
            public void onDone(Exchange exchange) {
                ended();
            }
        }
    }
}
