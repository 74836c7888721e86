package io.mehari.impl.pattern;

import io.mehari.builder.Node;
import io.mehari.impl.engine.Step;
import io.mehari.impl.exchange.AbstractExchange;
import io.mehari.impl.exchange.Continuation;
import io.mehari.processor.ThrottlerRejectedExecutionException;
import io.mehari.spi.ThreadPools;
import io.mehari.spi.Threading;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Lets a limited number of messages pass in any period; the others wait in order, without blocking a thread. */
public final class Throttle extends Step {
    /*
     * Each message gets a time at which it may pass: now, or one period after the n-th message before it, and never
     * before the message ahead of it. So only the last n times are stored. A message that must wait joins a queue and
     * schedules a timer task. Each task releases the first message in the queue, so messages pass in order even if
     * tasks with the same time run in another order. The timer may be late: a message that may pass at once but finds
     * others waiting joins the queue.
     *
     * With a key, each group of messages has a line of its own. Keys come from messages, so a line is forgotten when it
     * has no effect any more: each message looks at the two lines that were used or looked at least recently. There is
     * also a maximum number of lines; dropping a line that has an effect would let messages exceed the limit.
     *
     * The lock guards all lines. No code of the user runs under it: no expression, no step, and, since keys are
     * strings, no equals() or hashCode().
     */
    private static final int LOOK_AT_ONCE = 2;

    static final int MOST_GROUPS = 100_000;

    private final Node.Throttle settings;
    private final long periodNanos;
    private final ThreadPools threads;
    private final Object lock = new Object();
    private final Line only = new Line(null);
    private final LinkedHashMap<@Nullable String, Line> lines = new LinkedHashMap<>(16, 0.75f, true);
    private int waitingInAll;

    public Throttle(Node.Throttle settings, ThreadPools threads) {
        this.settings = settings;
        this.periodNanos = TimeUnit.MILLISECONDS.toNanos(settings.periodMillis());
        this.threads = threads;
    }

    @Override
    public int run(AbstractExchange exchange) {
        Integer most = settings.maximum().evaluate(exchange, Integer.class);
        String key = key(settings, exchange);
        Line line = only;
        long wait;
        synchronized (lock) {
            if (settings.key() != null) {
                line = line(key);
            }
            wait = line.pass(line.maximum(most), exchange);
        }
        if (wait <= 0) {
            return next;
        }
        long millis = TimeUnit.NANOSECONDS.toMillis(wait + 999_999);
        threads.schedule(line, millis);
        return SUSPENDED;
    }

    // ---- groups

    /** The group of a message; null if all messages form one group, or if the message has no key. */
    static @Nullable String key(Node.Throttle settings, AbstractExchange exchange) {
        Object key = settings.key() == null ? null : settings.key().evaluate(exchange);
        return key == null ? null : key.toString();
    }

    /** The number of groups that are remembered. */
    int groups() {
        synchronized (lock) {
            return lines.size();
        }
    }

    private Line line(@Nullable String key) {
        forgetSome();
        Line line = lines.get(key);
        if (line == null) {
            if (lines.size() >= MOST_GROUPS) {
                throw new ThrottlerRejectedExecutionException("throttle(" + settings.maximum() + ", " + settings.key()
                        + ") has " + MOST_GROUPS + " groups within " + settings.periodMillis()
                        + " ms, and takes no further key: use a key with fewer values, or a shorter period");
            }
            line = new Line(key);
            lines.put(key, line);
        }
        return line;
    }

    private void forgetSome() {
        long now = Threading.nanoTime();
        for (int left = Math.min(LOOK_AT_ONCE, lines.size()); left > 0; left--) {
            Iterator<Line> eldestFirst = lines.values().iterator();
            Line eldest = eldestFirst.next();
            if (eldest.hasNoEffect(now)) {
                eldestFirst.remove();
            } else {
                lines.get(eldest.key); // moves it to the end
            }
        }
    }

    /** The messages of one group: when the last ones passed, and which wait. As a task, it lets the first one go. */
    private final class Line implements Runnable {
        private final @Nullable String key;
        private final ArrayDeque<Long> times = new ArrayDeque<>();
        private final ArrayDeque<Continuation> waiting = new ArrayDeque<>();
        private int latest;

        Line(@Nullable String key) {
            this.key = key;
        }

        int maximum(@Nullable Integer most) {
            if (most == null && latest > 0) {
                return latest; // no value: keep the latest maximum
            }
            if (most == null || most < 1) {
                throw new IllegalArgumentException("The maximum of a throttle must be at least 1, not " + most
                        + ", the value of " + settings.maximum());
            }
            latest = most;
            return most;
        }

        /**
         * Takes the next time, and returns how long to wait for it; 0 if the message may pass. A message that must wait
         * is suspended and queued here.
         */
        long pass(int most, AbstractExchange exchange) {
            long now = Threading.nanoTime();
            long time = now;
            Long last = times.peekLast();
            if (last != null && last - time > 0) {
                time = last;
            }
            Long before = nthBefore(most);
            if (before != null && before + periodNanos - time > 0) {
                time = before + periodNanos;
            }
            boolean wait = time - now > 0 || !waiting.isEmpty();
            if (wait) {
                int maxWaiting = settings.maxWaiting();
                if (waitingInAll >= maxWaiting) {
                    throw new ThrottlerRejectedExecutionException(
                            "Exceeded the max throttle rate of " + most + " within " + settings.periodMillis() + "ms"
                                    + (maxWaiting == 0 ? "" : ", and " + maxWaiting + " wait already"));
                }
                waiting.add(suspend(exchange, null));
                waitingInAll++;
            }
            times.add(time);
            while (times.size() > most) {
                times.remove();
            }
            return wait ? Math.max(time - now, 1) : 0;
        }

        private @Nullable Long nthBefore(int most) {
            int skip = times.size() - most;
            if (skip < 0) {
                return null;
            }
            while (skip > 0) {
                times.remove(); // the maximum was lowered
                skip--;
            }
            return times.peek();
        }

        boolean hasNoEffect(long now) {
            Long last = times.peekLast();
            return waiting.isEmpty() && (last == null || last + periodNanos - now <= 0);
        }

        @Override
        public void run() {
            Continuation first;
            synchronized (lock) {
                first = waiting.remove();
                waitingInAll--;
            }
            threads.resume(first);
        }
    }
}
