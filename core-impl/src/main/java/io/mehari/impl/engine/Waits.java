package io.mehari.impl.engine;

import io.mehari.EndedByStopException;
import io.mehari.impl.base.Millis;
import io.mehari.impl.exchange.Continuation;
import io.mehari.spi.ShutdownStrategy.Delays;
import io.mehari.spi.ThreadPools;
import io.mehari.spi.Threading;
import io.mehari.spi.internal.Log;
import io.mehari.spi.internal.RouteThreads;
import io.mehari.spi.internal.StackRoom;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** The messages of one context that wait for their time, and what the stops of it and of its routes do with them. */
public final class Waits {
    /*
     * A message is first put into the set, and then looks for a stop. A stop is first published, and then looks at the
     * messages in the set. The fields and the maps are volatile, so at least one of the two sees the other. The timer
     * or a stop, whichever takes the continuation out of the wait, resumes it.
     */
    private final EngineContext engine;
    private final Set<Wait> waiting = ConcurrentHashMap.newKeySet();
    private final AtomicInteger endedByStops = new AtomicInteger();
    private final Map<String, Stop> ofRoutes = new ConcurrentHashMap<>();
    private volatile @Nullable Stop ofContext;

    /** Routes that have stopped with messages left, which may be in the steps of a route that they have called. */
    private final Set<String> givenUp = ConcurrentHashMap.newKeySet();

    private volatile boolean anyGivenUp;

    public Waits(EngineContext engine) {
        this.engine = engine;
    }

    /** The wait of one message, which is in the route with this id. */
    Wait start(String routeId, long millis) {
        return new Wait(routeId, millis);
    }

    /** The wait of one message: the state of the step that has suspended it. */
    public final class Wait extends AtomicReference<@Nullable Continuation> implements Runnable {
        private final transient ThreadPools threads = engine.getThreadPools();
        private final String routeId;
        private final long millis;
        private final long due;
        private transient volatile ThreadPools.@Nullable Delayed timed;

        /** Written before the timer is read; {@link #begin} writes the timer before it reads this. */
        private transient volatile @Nullable Stop endedBy;

        private Wait(String routeId, long millis) {
            this.routeId = routeId;
            this.millis = millis;
            this.due = Threading.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        }

        /**
         * Begins when the message is suspended, which {@link #set} has told. At its time, the task is run. The task
         * may let another message go, and then that of the other lets this one go: so a task is run for each message,
         * except for those whose wait a stop has ended.
         */
        public void begin(Runnable task) {
            try {
                waiting.add(this);
                settle(ofRoutes.get(routeId));
                settle(ofContext);
                if (endedBy == null) { // pools that have stopped would run the task in the call
                    timed = threads.schedule(task, millis);
                }
            } catch (Throwable e) {
                if (getAndSet(null) != null) {
                    throw e;
                }
                if (endedBy == null) {
                    task.run(); // the task of another message has resumed this one, and the other waits instead
                }
            } finally {
                if (isOver()) {
                    forget();
                }
            }
        }

        private void settle(@Nullable Stop stop) {
            if (stop != null) {
                stop.settle(this);
            }
        }

        @Override
        public void run() {
            goOn();
        }

        /** Its time has come. False if a stop has ended the wait before. */
        public boolean goOn() {
            return end(null);
        }

        /** What it waits for has come before its time. */
        void goOnEarly() {
            ThreadPools.Delayed timer = goOn() ? timed : null;
            if (timer != null) {
                timer.cancel();
            }
        }

        /** Whether the message continues; the only such call returns true. */
        private boolean end(@Nullable Stop by) {
            StackRoom.claim(StackRoom.EXECUTOR + StackRoom.WAKE_UP); // a sender may wait for it (law S4)
            Continuation message = getAndSet(null);
            if (message == null) {
                return false;
            }
            endedBy = by;
            if (by != null) {
                endedByStops.incrementAndGet();
            }
            RouteThreads.resume(threads, message);
            forget(); // last: the heap may be full
            return true;
        }

        private void forget() {
            waiting.remove(this);
            ThreadPools.Delayed timer = timed;
            if (timer != null && endedBy != null) {
                timer.cancel(); // else the timer would keep this until the time has come
            }
        }

        public boolean isOver() {
            return get() == null;
        }

        /** Called by the resumed step. */
        public void checkNotRefused() {
            EndedByStopException refusal = refusal();
            if (refusal != null) {
                throw refusal;
            }
        }

        /** The failure of a message that a stop has refused; null if its time has come. */
        @Nullable
        EndedByStopException refusal() {
            Stop by = endedBy;
            return by == null || by.rule == Delays.RUN_NOW
                    ? null
                    : new EndedByStopException(
                            "Context " + engine.context().getName() + " stops, within " + Millis.words(by.limit)
                                    + " at most, and a message in route " + routeId + " was to wait "
                                    + Millis.words(Duration.ofMillis(millis))
                                    + ": send it again after the next start");
        }
    }

    /** Grows after each end of a wait by a stop. */
    int endedByStops() {
        return endedByStops.get();
    }

    // ---- stops

    /**
     * A stop of a route, or of the context, begins.
     *
     * @param routeId null for the context
     * @param end when the limit is over
     */
    public Stop begin(@Nullable String routeId, Duration limit, Delays rule, long end) {
        Stop stop = new Stop(routeId, limit, rule, end);
        if (routeId == null) {
            ofContext = stop;
        } else {
            ofRoutes.put(routeId, stop);
        }
        stop.settleAll();
        return stop;
    }

    /** The context starts. */
    public synchronized void open() {
        ofContext = null;
        givenUp.clear();
        anyGivenUp = false;
    }

    // ---- work without end

    synchronized void giveUp(String routeId) {
        givenUp.add(routeId);
        anyGivenUp = true;
    }

    /** A route starts, or is removed. */
    public synchronized void open(String routeId) {
        givenUp.remove(routeId);
        anyGivenUp = !givenUp.isEmpty();
    }

    public boolean hasGivenUp() {
        return anyGivenUp;
    }

    boolean hasGivenUp(String routeId) {
        return givenUp.contains(routeId);
    }

    /** A stop from its begin; that of a context ends with the next start. */
    public final class Stop {
        private final @Nullable String routeId;
        private final Duration limit;
        private final Delays rule;
        private final long end;
        private final Map<String, Integer> refused = new TreeMap<>(); // guarded by itself
        private volatile boolean over;

        private Stop(@Nullable String routeId, Duration limit, Delays rule, long end) {
            this.routeId = routeId;
            this.limit = limit;
            this.rule = rule;
            this.end = end;
        }

        private void settleAll() {
            for (Wait each : waiting) {
                if (routeId == null || routeId.equals(each.routeId)) {
                    settle(each);
                }
            }
        }

        private void settle(Wait wait) {
            if (rule == Delays.RUN_NOW) {
                wait.end(this);
            } else if ((over || (rule == Delays.REFUSE_LATE && wait.due - end > 0)) && wait.end(this)) {
                synchronized (refused) {
                    refused.merge(wait.routeId, 1, Integer::sum);
                }
            }
        }

        /** Nothing waits any more: the limit is over, or nothing that is waited for is left. */
        public void end() {
            over = true;
            settleAll();
            if (routeId != null) {
                ofRoutes.remove(routeId, this);
            }
            synchronized (refused) {
                if (!refused.isEmpty()) {
                    Log.warn(
                            Log.CONTEXT,
                            "Context " + engine.context().getName() + ": a stop refused messages that wait longer than"
                                    + " its limit of " + Millis.words(limit) + ", by route: " + refused
                                    + "; setDelays(...) of the ShutdownStrategy changes this [MH-59]");
                }
            }
        }
    }
}
