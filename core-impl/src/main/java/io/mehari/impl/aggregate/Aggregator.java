package io.mehari.impl.aggregate;

import io.mehari.InvalidCorrelationKeyException;
import io.mehari.RoutingContext;
import io.mehari.builder.model.AggregateSettings;
import io.mehari.impl.aggregate.Group.Cause;
import io.mehari.impl.engine.InflightCounter;
import io.mehari.impl.engine.RouteEntry;
import io.mehari.impl.exchange.AbstractExchange;
import io.mehari.impl.exchange.Exchanges;
import org.jspecify.annotations.Nullable;

/** Collects messages in groups, one for each correlation key, until the groups are complete. */
public final class Aggregator {
    /*
     * A message takes the lock of its group (see Group) and its copy is merged. If the group is complete then, it is
     * closed under the same lock. Its aggregate runs after the lock was released, so other messages of the key never
     * wait for the steps of the block. The thread that closes a group runs it, so it runs once.
     *
     * At any moment a copy is either the aggregate of one group, or about to be released by the thread that made it. No
     * copy is made for a strategy that only reads: it gets the message itself, except for the first one of a group.
     */
    private static final Cause[] CAUSES = Cause.values();

    private final AggregateSettings settings;
    private final AggregateSettings.Completion completion;
    private final String routeId;
    private final InflightCounter inflight;
    private final Exchanges exchanges;
    private final OpenGroups groups;
    private final GroupTimer timer;
    private final GroupRunner runner;
    private final GroupCloser closer;
    private final GroupMerger merger;

    public Aggregator(RoutingContext context, RouteAggregators route, AggregateSettings settings, RouteEntry steps) {
        this.settings = settings;
        completion = settings.completion();
        routeId = route.routeId();
        inflight = route.inflight();
        exchanges = Exchanges.of(context);
        groups = new OpenGroups(routeId, settings.maximumGroups());
        runner = new GroupRunner(context.getRoutingContextExtension(), settings, steps);
        timer = new GroupTimer(
                context.getRoutingContextExtension(), group -> runner.resume(() -> end(group, Cause.TIMEOUT, false)));
        closer = new GroupCloser(route, groups, timer, completion.stop());
        merger = new GroupMerger(routeId, settings, exchanges, timer, closer);
    }

    // ---- a message

    /** Adds a message to its group. */
    void process(AbstractExchange message) throws Exception {
        Object key = key(message);
        if (key != null) {
            addTo(key, message);
        }
    }

    private @Nullable Object key(AbstractExchange message) throws InvalidCorrelationKeyException {
        Object key = settings.key().evaluate(message);
        if (isPlain(key)) {
            key = message.getContext().getTypeConverter().convertTo(String.class, message, key);
        }
        if (key == null || (key instanceof String text && text.isBlank())) {
            if (settings.ignoreInvalidKeys()) {
                return null;
            }
            throw invalidKey(
                    (key == null ? "null" : "blank")
                            + "; make sure that every message has a key, or use ignoreInvalidCorrelationKeys()",
                    message);
        }
        if (key.getClass().isArray()) {
            throw invalidKey(
                    "an array of type " + key.getClass().getTypeName()
                            + ", and arrays are compared by identity: use a string or a list",
                    message);
        }
        return key;
    }

    /** Such keys are compared by their text: 1, 1L and "1" are one key. */
    private static boolean isPlain(@Nullable Object key) {
        return !(key instanceof String)
                && (key instanceof Number
                        || key instanceof CharSequence
                        || key instanceof Boolean
                        || key instanceof Character
                        || key instanceof Enum<?>
                        || key instanceof byte[]);
    }

    private InvalidCorrelationKeyException invalidKey(String why, AbstractExchange message) {
        return new InvalidCorrelationKeyException(
                "Invalid correlation key: in route " + routeId + " the key of a message is " + why, message);
    }

    private void addTo(Object key, AbstractExchange message) throws Exception {
        boolean reads = merger.mayRead(message);
        AbstractExchange copy = reads ? message : exchanges.copy(message);
        Group group = null;
        try {
            if (!reads) {
                copy.clearHistory();
            }
            group = groups.enter(key, message);
        } finally {
            if (group == null && !reads) {
                copy.release();
            }
        }
        boolean complete = false;
        try {
            try {
                complete = merger.add(group, copy, message);
            } finally {
                group.lock.unlock();
                endIfRequested(group, false);
            }
        } finally {
            if (complete) {
                runner.run(group, false); // GroupCloser has counted it in
            }
        }
    }

    // ---- groups that end for another reason than one of their own messages

    /** Ends all open groups; whether any of them is to run. */
    private boolean endAll(Cause by, boolean elsewhere) {
        boolean any = false;
        for (Group group : groups.all()) {
            any |= end(group, by, elsewhere);
        }
        return any;
    }

    private boolean end(Group group, Cause by, boolean elsewhere) {
        group.requestEnd(by);
        return endIfRequested(group, elsewhere);
    }

    /**
     * Ends the group if this was requested and the lock is free; else the thread that holds the lock will do it. The
     * group counts as in flight from before the lock is taken. So a stop that finds the lock taken waits for the thread
     * that has it. A complete group is counted in again by GroupCloser: it runs after the first count has ended, so it
     * counts once.
     */
    private boolean endIfRequested(Group group, boolean elsewhere) {
        if (!group.isEndRequested()) {
            return false;
        }
        boolean run = false;
        boolean counted = inflight.enterUnlessClosed();
        try {
            while (group.isEndRequested() && group.lock.tryLock()) {
                run |= endLocked(group, counted);
            }
        } finally {
            if (counted) {
                inflight.leaveUncounted(); // a group that is to run was counted itself
            }
        }
        if (run) {
            runner.run(group, elsewhere);
        }
        return run;
    }

    /** Handles the requests, and releases the lock; true if the caller must run the group. */
    private boolean endLocked(Group group, boolean counted) {
        boolean run = false;
        try {
            int requests = group.takeRequests();
            for (int i = CAUSES.length - 1; i >= 0 && !group.closed; i--) {
                if ((requests & CAUSES[i].bit) != 0) {
                    run = closer.end(group, CAUSES[i], counted);
                }
            }
        } finally {
            group.lock.unlock();
        }
        return run;
    }

    // ---- life

    void start() {
        if (completion.interval() > 0) {
            nextInterval();
        }
    }

    private void nextInterval() {
        runner.later(this::intervalIsOver, completion.interval());
    }

    /** Runs on the timer's thread. */
    private void intervalIsOver() {
        if (!groups.hasEnded()) {
            nextInterval();
            if (!groups.isEmpty()) {
                runner.resume(() -> endAll(Cause.INTERVAL, false));
            }
        }
    }

    /** Whether a thread works on a group. A message of another route that does so is not in flight in this one. */
    boolean isBusy() {
        for (Group group : groups.all()) {
            if (group.isBusy()) {
                return true;
            }
        }
        return false;
    }

    OpenGroups groups() {
        return groups;
    }

    /** Called by a stop when no message is in flight; false if no group was to be completed, and none is worked on. */
    boolean completeAtStop() {
        return completion.stop() && (endAll(Cause.FORCE, true) || isBusy());
    }

    void end() {
        groups.end();
        runner.stop();
        endAll(Cause.LEFT_OVER, false);
        closer.reportLost();
    }
}
