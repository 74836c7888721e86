package io.mehari.impl.aggregate;

import io.mehari.AggregationFailedException;
import io.mehari.Exchange;
import io.mehari.InvalidCorrelationKeyException;
import io.mehari.RoutingContext;
import io.mehari.builder.AggregateSettings;
import io.mehari.impl.aggregate.Group.Cause;
import io.mehari.impl.engine.InflightCounter;
import io.mehari.impl.engine.RouteEntry;
import io.mehari.impl.exchange.AbstractExchange;
import io.mehari.processor.aggregate.OptimisticLockRetryPolicy;
import io.mehari.spi.ExchangeFactory;
import io.mehari.spi.OptimisticLockingAggregationRepository.OptimisticLockingException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Collects messages in groups, one for each correlation key, until the groups are complete. */
public final class Aggregator {
    /*
     * A message takes the lock of its group (see Group) and its copy is merged. If the group is complete then, it is
     * closed under the same lock. Its aggregate runs after the lock was released, so other messages of the key never
     * wait for the steps of the block. The thread that closes a group runs it, so it runs once.
     *
     * At any moment a copy is either the aggregate of one group, or about to be released by the thread that made it.
     */
    private static final int ATTEMPTS = 100;

    /** The message was added. */
    static final long ADDED = -1;

    private static final int STILL_OPEN = 0;
    private static final int DROPPED = 1;
    private static final int COMPLETE = 2;

    private static final Cause[] CAUSES = Cause.values();

    private final AggregateSettings settings;
    private final AggregateSettings.Completion completion;
    private final String routeId;
    private final InflightCounter inflight;
    private final ExchangeFactory exchanges;
    private final OpenGroups groups;
    private final GroupTimer timer;
    private final GroupRunner runner;
    private final LeftOverGroups leftOver;
    private final @Nullable StoredGroups stored;
    private final GroupCloser closer;
    private final GroupMerger merger;
    private final AtomicInteger ofBatch = new AtomicInteger();

    public Aggregator(RoutingContext context, RouteAggregators route, AggregateSettings settings, RouteEntry steps) {
        this.settings = settings;
        completion = settings.completion();
        routeId = route.routeId();
        inflight = route.inflight();
        exchanges = context.getRoutingContextExtension().getExchangeFactory();
        groups = new OpenGroups(
                routeId, settings.groups().maximum(), settings.groups().closedKeys());
        leftOver = new LeftOverGroups(routeId, completion.stop());
        stored = settings.store() == null ? null : new StoredGroups(context, settings.store(), exchanges);
        runner = new GroupRunner(context.getRoutingContextExtension(), settings, steps, stored);
        timer = new GroupTimer(
                context.getRoutingContextExtension(), group -> runner.resume(() -> end(group, Cause.TIMEOUT, false)));
        closer = new GroupCloser(route, exchanges, groups, timer, leftOver, stored);
        merger = new GroupMerger(routeId, settings, exchanges, timer, closer, stored);
    }

    // ---- a message

    /**
     * Adds a message to its group.
     *
     * @param retries how many times that was tried again already
     * @return {@link #ADDED}, or after how many milliseconds to try again, because the repository held a newer state
     */
    long process(AbstractExchange message, int retries) throws Exception {
        if (!message.hasProperties() && !completion.batch()) {
            return add(message, retries);
        }
        if (GroupMerger.isTrue(message, Exchange.AGGREGATION_COMPLETE_ALL_GROUPS)) {
            message.removeProperty(Exchange.AGGREGATION_COMPLETE_ALL_GROUPS);
            endAll(Cause.FORCE, null, false);
            return ADDED;
        }
        long wait = ADDED;
        try {
            wait = add(message, retries);
        } finally {
            if (wait == ADDED) {
                endAllAfter(message);
            }
        }
        return wait;
    }

    private void endAllAfter(AbstractExchange message) {
        if (GroupMerger.isTrue(message, Exchange.AGGREGATION_COMPLETE_ALL_GROUPS_INCLUSIVE)) {
            message.removeProperty(Exchange.AGGREGATION_COMPLETE_ALL_GROUPS_INCLUSIVE);
            endAll(Cause.FORCE, null, false);
        }
        if (completion.batch() && isLastOfBatch(message)) {
            endAll(Cause.CONSUMER, null, false);
        }
    }

    /**
     * Whether the message is the last of its batch: by its property, or because the batch has as many messages as its
     * size.
     */
    private boolean isLastOfBatch(AbstractExchange message) {
        boolean complete = GroupMerger.isTrue(message, Exchange.BATCH_COMPLETE);
        Integer size = message.getProperty(Exchange.BATCH_SIZE, Integer.class);
        int most = complete ? 0 : size != null ? size : Integer.MAX_VALUE;
        int before = ofBatch.getAndUpdate(count -> count + 1 >= most ? 0 : count + 1);
        return before + 1 >= most;
    }

    private long add(AbstractExchange message, int retries) throws Exception {
        Object key = key(message);
        if (key == null) {
            return ADDED;
        }
        int outcome;
        do {
            outcome = addTo(key, message);
        } while (outcome == (GroupMerger.TOO_LATE | GroupMerger.COMPLETE)); // it was complete without this message
        return (outcome & GroupMerger.TOO_LATE) == 0 ? ADDED : delay(key, message, retries);
    }

    /** How long to wait before a message is added again; fails if it was tried too often. */
    private long delay(Object key, AbstractExchange message, int retries) throws AggregationFailedException {
        OptimisticLockRetryPolicy policy =
                settings.store() == null ? null : settings.store().retry();
        if (policy == null ? retries + 1 == ATTEMPTS : !policy.shouldRetry(retries)) {
            throw new AggregationFailedException(
                    "Route " + routeId + ": the group of key [" + OpenGroups.text(key) + "] could not be saved: in "
                            + (retries + 1)
                            + " attempts the repository reported each time that it had changed since it was read",
                    message,
                    new OptimisticLockingException());
        }
        return policy == null ? 0 : policy.getDelay(retries);
    }

    private @Nullable Object key(AbstractExchange message) throws InvalidCorrelationKeyException {
        Object key = settings.key().evaluate(message);
        if (key == null || (key instanceof String text && text.isEmpty())) {
            if (settings.groups().ignoreInvalidKeys()) {
                return null;
            }
            throw new InvalidCorrelationKeyException(
                    "Invalid correlation key: in route " + routeId + " the key of a message is "
                            + (key == null ? "null" : "empty")
                            + "; make sure that every message has a key, or use ignoreInvalidCorrelationKeys()",
                    message);
        }
        if (key.getClass().isArray()) {
            throw new InvalidCorrelationKeyException(
                    "Invalid correlation key: in route " + routeId + " the key of a message is an array of type "
                            + key.getClass().getTypeName()
                            + ", and arrays are compared by identity: use a string or a list",
                    message);
        }
        return stored == null ? key : StoredGroups.key(key);
    }

    /** Returns the bits that {@link GroupMerger} defines. */
    private int addTo(Object key, AbstractExchange message) throws Exception {
        AbstractExchange copy = (AbstractExchange) exchanges.copy(message);
        int lease = exchanges.lease(copy);
        Group group = null;
        try {
            copy.beginAnew();
            group = groups.enter(key, message);
        } finally {
            if (group == null) {
                exchanges.release(copy, lease);
            }
        }
        int outcome = GroupMerger.ADDED;
        try {
            outcome = merger.add(group, copy, lease, message);
        } finally {
            group.lock.unlock();
            endIfRequested(group, false);
        }
        try {
            if ((outcome & GroupMerger.OTHERS_COMPLETE) != 0) {
                endAll(Cause.FORCE, group, false);
            }
        } finally {
            if ((outcome & GroupMerger.COMPLETE) != 0) {
                runner.run(group, false); // GroupCloser has counted it in
            }
        }
        return outcome;
    }

    // ---- groups that end for another reason than one of their own messages

    /** Ends all open groups except one, and returns how many this call ended. */
    private int endAll(Cause by, @Nullable Group except, boolean elsewhere) {
        int ended = 0;
        for (Group group : groups.all()) {
            if (group != except && end(group, by, elsewhere)) {
                ended++;
            }
        }
        return ended;
    }

    private boolean end(Group group, Cause by, boolean elsewhere) {
        group.requestEnd(by);
        return endIfRequested(group, elsewhere);
    }

    /**
     * Ends the group if this was requested and the lock is free; else the thread that holds the lock will do it. The
     * group counts as in flight from before the lock is taken. So a stop that finds the lock taken waits for the thread
     * that has it, whatever a repository does meanwhile. A complete group is counted in again by GroupCloser: it runs
     * after the first count has ended, so it counts once.
     */
    private boolean endIfRequested(Group group, boolean elsewhere) {
        if (!group.isEndRequested()) {
            return false;
        }
        int outcome = STILL_OPEN;
        boolean counted = inflight.enterUnlessClosed();
        try {
            while (group.isEndRequested() && group.lock.tryLock()) {
                outcome |= endLocked(group, counted);
            }
        } finally {
            if (counted) {
                inflight.leaveUncounted(); // a group that is to run was counted itself
            }
        }
        if (outcome == COMPLETE) {
            runner.run(group, elsewhere);
        }
        return outcome != STILL_OPEN;
    }

    /** Handles the requests, and releases the lock. If the group is COMPLETE, the caller must run it. */
    private int endLocked(Group group, boolean counted) {
        int outcome = STILL_OPEN;
        try {
            int requests = group.takeRequests();
            for (int i = CAUSES.length - 1; i >= 0 && !group.closed; i--) {
                if ((requests & CAUSES[i].bit) != 0) {
                    boolean run = closer.end(group, CAUSES[i], counted);
                    outcome = run ? COMPLETE : group.closed ? DROPPED : STILL_OPEN;
                }
            }
        } finally {
            group.lock.unlock();
        }
        return outcome;
    }

    // ---- life

    void start() throws Exception {
        if (stored != null) {
            for (String key : stored.keys()) {
                find(stored, key);
            }
        }
        if (completion.interval() > 0) {
            nextInterval();
        }
        if (settings.controller() != null) {
            settings.controller().setGroups(this::endOnDemand);
        }
    }

    /** Called by a controller; all groups if there is no key. */
    private int endOnDemand(@Nullable Object key, boolean discard) {
        Cause by = discard ? Cause.DISCARD : Cause.FORCE;
        if (key == null) {
            return endAll(by, null, false);
        }
        Group group = groups.find(stored == null ? key : StoredGroups.key(key));
        return group != null && end(group, by, false) ? 1 : 0;
    }

    /** Takes over a group that another aggregator left open in the repository. */
    private void find(StoredGroups repository, Object key) throws Exception {
        Group group = groups.enter(key, null);
        try {
            repository.load(group);
            AbstractExchange aggregate = group.aggregate;
            if (aggregate != null) {
                merger.restartTimer(group, aggregate);
            }
        } finally {
            repository.unload(group);
            closer.dropIfEmpty(group);
            group.lock.unlock();
            endIfRequested(group, true); // its timeout may have expired meanwhile
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
                runner.resume(() -> endAll(Cause.INTERVAL, null, false));
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

    /** Called by a stop when no message is in flight; false if no group was to be completed, and none is worked on. */
    boolean completeAtStop() {
        return completion.stop() && (endAll(Cause.FORCE, null, true) > 0 || isBusy());
    }

    void end() {
        if (settings.controller() != null) {
            settings.controller().setGroups(null);
        }
        groups.end();
        runner.stop();
        endAll(Cause.LEFT_OVER, null, false);
        leftOver.report();
    }
}
