package io.mehari.impl.aggregate;

import io.mehari.AggregationFailedException;
import io.mehari.AggregationStrategy;
import io.mehari.AsyncCallback;
import io.mehari.Exchange;
import io.mehari.Expression;
import io.mehari.InvalidCorrelationKeyException;
import io.mehari.Predicate;
import io.mehari.Processor;
import io.mehari.RoutingContext;
import io.mehari.builder.model.AggregateSettings;
import io.mehari.impl.aggregate.Group.Cause;
import io.mehari.impl.base.OneTimeTask;
import io.mehari.impl.engine.InflightCounter;
import io.mehari.impl.engine.RouteEntry;
import io.mehari.impl.exchange.AbstractExchange;
import io.mehari.impl.exchange.Exchanges;
import io.mehari.impl.exchange.Flags;
import io.mehari.processor.aggregate.GroupedBodyAggregationStrategy;
import io.mehari.processor.aggregate.StringAggregationStrategy;
import io.mehari.processor.aggregate.UseOriginalAggregationStrategy;
import io.mehari.spi.RoutingContextExtension;
import io.mehari.spi.ThreadPools.Delayed;
import io.mehari.spi.Threading;
import io.mehari.spi.internal.Log;
import io.mehari.spi.internal.RouteThreads;
import io.mehari.spi.internal.SafeText;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Collects messages in groups, one for each correlation key, until the groups are complete. */
public final class Aggregator implements Processor {
    /*
     * A message takes the lock of its group (see Group) and its copy is merged. If the group is complete then, it is
     * closed under the same lock. Its aggregate runs after the lock was released, so other messages of the key never
     * wait for the steps of the block. The thread that closes a group runs it, so it runs once.
     *
     * At any moment a copy is either the aggregate of one group, or about to be released by the thread that made it. No
     * copy is made for a strategy that only reads: it gets the message itself, except for the first one of a group.
     *
     * A completed group is counted as in flight before it is closed. So a stop that finds no open group still waits for
     * the groups that run.
     *
     * Groups that were still open when their route ended are counted and logged: once, and again for any that come
     * later. A group whose lock was held when the route ended is added by the thread that held it, maybe after the
     * report. That thread adds first and reads `reported` then; the reporter sets `reported` first and takes the counts
     * then. So one of the two reports the group.
     */
    private static final Cause[] CAUSES = Cause.values();
    private static final AsyncCallback NO_CALLER = doneSync -> {};

    private final AggregateSettings settings;
    private final AggregateSettings.Completion completion;
    private final String routeId;
    private final InflightCounter inflight;
    private final RoutingContextExtension services;
    private final Exchanges exchanges;
    private final OpenGroups groups;
    private final RouteEntry steps;
    private final boolean onlyReads;
    private final AtomicLong lostGroups = new AtomicLong();
    private final AtomicLong lostMessages = new AtomicLong();
    private volatile boolean reported;
    private volatile @Nullable Delayed interval;

    public Aggregator(RoutingContext context, RouteAggregators route, AggregateSettings settings, RouteEntry steps) {
        this.settings = settings;
        completion = settings.completion();
        routeId = steps.getRouteId();
        inflight = route.inflight();
        services = context.getRoutingContextExtension();
        exchanges = Exchanges.of(context);
        groups = new OpenGroups(routeId, settings.maximumGroups());
        this.steps = steps;
        onlyReads = onlyReads(settings.strategy()) && !completion.eager(); // that writes to the message
    }

    /**
     * Whether the strategy only reads its second argument if it has a first one: it changes nothing of it, keeps
     * nothing but its body, and returns the first one. Only final classes of Mehari are known to do so.
     */
    private static boolean onlyReads(AggregationStrategy strategy) {
        Class<?> type = strategy.getClass();
        return type == GroupedBodyAggregationStrategy.class
                || type == StringAggregationStrategy.class
                || type == UseOriginalAggregationStrategy.class;
    }

    // ---- a message

    /** Adds a copy of a message, or its body, to its group. The message continues. */
    @Override
    public void process(Exchange exchange) throws Exception {
        AbstractExchange message = (AbstractExchange) exchange;
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
        boolean reads = onlyReads && message.readsLikeACopy();
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
                complete = add(group, copy, message);
            } finally {
                group.lock.unlock();
                endIfRequested(group, false);
            }
        } finally {
            if (complete) {
                run(group, false); // it is counted in
            }
        }
    }

    /**
     * Adds a message to a group, whose lock the caller holds. Its copy belongs to the group then, or is released.
     *
     * @param given a copy of the message; or the message itself, for a strategy that only reads it
     * @param message the message itself, which is only read
     * @return whether the group is closed, so that the caller must run it after it has released the lock
     */
    private boolean add(Group group, AbstractExchange given, AbstractExchange message)
            throws AggregationFailedException {
        AbstractExchange copy = given;
        boolean merged = false;
        try {
            if (copy == message && group.aggregate == null) { // the aggregate of the group begins with it
                copy = exchanges.copy(message);
                copy.clearHistory();
            }
            long timeout = timeout(copy);
            Cause by = completion.eager() ? askIfComplete(copy, group.size + 1) : null;
            Exchange result = aggregate(group, copy, message);
            keep(group, result, copy, message);
            merged = true;
            if (timeout > 0) {
                restartTimer(group, timeout);
            }
            return conclude(group, by);
        } finally {
            if (!merged) {
                release(copy, message);
            }
            if (group.size == 0 && !group.closed) { // it was opened for this message, which could not be added
                drop(group);
            }
        }
    }

    private long timeout(AbstractExchange message) {
        Expression timeout = completion.timeout();
        Long millis = timeout == null ? null : timeout.evaluate(message, Long.class);
        return millis == null ? 0 : millis;
    }

    private Exchange aggregate(Group group, AbstractExchange copy, AbstractExchange message)
            throws AggregationFailedException {
        Exchange result;
        try {
            result = settings.strategy().aggregate(group.aggregate, copy, null);
        } catch (Throwable e) { // a strategy may throw anything
            boolean first = group.aggregate == null && e instanceof NullPointerException;
            throw failed(
                    "failed: " + SafeText.of(e, 1000)
                            + (first ? "; its first argument is null for the first message of a group" : ""),
                    group,
                    message,
                    e);
        }
        if (result == null) {
            throw failed("returned null which is not allowed: return one of the two", group, message, null);
        }
        return result;
    }

    private AggregationFailedException failed(
            String how, Group group, AbstractExchange message, @Nullable Throwable cause) {
        return new AggregationFailedException(
                "AggregationStrategy of route " + routeId + " " + how + " (key [" + SafeText.of(group.key)
                        + "], message " + (group.size + 1) + " of its group)",
                message,
                cause);
    }

    /**
     * Keeps the result: one of the two exchanges that the strategy got, or a copy of a third one that it made itself.
     */
    private void keep(Group group, Exchange result, AbstractExchange copy, AbstractExchange message) {
        AbstractExchange old = group.aggregate;
        if (result == old) {
            group.size++;
            old.holdBody(old);
            release(copy, message);
            return;
        }
        String id = message.getExchangeId(); // first, because generating the id may fail
        group.size++;
        AbstractExchange kept = copy;
        if (result != copy) {
            kept = exchanges.copy(result);
            release(copy, message);
        }
        kept.setCorrelationId(id);
        group.aggregate = kept;
        if (old != null) {
            kept.holdBody(kept);
            old.release();
        }
    }

    private static void release(AbstractExchange copy, AbstractExchange message) {
        if (copy != message) {
            copy.release();
        }
    }

    // ---- the end of a group, under its lock

    /** Closes the group if it is complete; true if it is to run. */
    private boolean conclude(Group group, @Nullable Cause eager) {
        AbstractExchange aggregate = Objects.requireNonNull(group.aggregate);
        Cause by = eager;
        if (aggregate.hasProperties()
                && Boolean.TRUE.equals(aggregate.getProperty(Exchange.AGGREGATION_COMPLETE_CURRENT_GROUP))) {
            aggregate.removeProperty(Exchange.AGGREGATION_COMPLETE_CURRENT_GROUP);
            by = Cause.STRATEGY;
        }
        if (by == null && !completion.eager()) {
            by = askIfComplete(aggregate, group.size);
        }
        return by != null && complete(group, by);
    }

    private @Nullable Cause askIfComplete(AbstractExchange asked, int size) {
        Predicate predicate = completion.predicate();
        Expression sizeOf = completion.sizeOf();
        if (predicate != null) {
            asked.setProperty(Exchange.AGGREGATED_SIZE, size);
            if (predicate.matches(asked)) {
                return Cause.PREDICATE;
            }
        }
        Integer wanted = sizeOf == null ? null : sizeOf.evaluate(asked, Integer.class);
        int full = wanted != null && wanted > 0 ? wanted : completion.size();
        return full > 0 && size >= full ? Cause.SIZE : null;
    }

    /**
     * Handles a request to end the group.
     *
     * @param counted whether the caller is counted as in flight; if not, the route has ended, so no group can run
     * @return true if the caller must run the group after it has released the lock
     */
    private boolean endNow(Group group, Cause by, boolean counted) {
        if (by == Cause.LEFT_OVER || !counted) {
            abandon(group);
            return false;
        }
        if (by == Cause.TIMEOUT && !isTimeUp(group)) {
            return false;
        }
        return complete(group, by);
    }

    /**
     * Closes the group, so that it runs; false if the route has ended: a message may be in flight in another route.
     */
    private boolean complete(Group group, Cause by) {
        if (!inflight.enterUnlessClosed()) {
            abandon(group);
            return false;
        }
        group.endedBy = by;
        try {
            groups.close(group);
            stopTimer(group);
        } catch (Throwable e) { // the heap may be full, and the timer may be the user's
            Log.warn(Aggregator.class, "The timer of a group could not be stopped; it will have no effect", e);
        }
        return true;
    }

    private void abandon(Group group) {
        lostMessages.addAndGet(group.size);
        inflight.count(InflightCounter.DISCARDED, group.size);
        lostGroups.incrementAndGet();
        if (reported) {
            reportLost();
        }
        drop(group);
    }

    /** Logs the groups that were lost so far. */
    private void reportLost() {
        reported = true;
        long lost = lostGroups.getAndSet(0);
        if (lost > 0) {
            Log.warn(
                    Log.route(routeId),
                    "Route " + routeId + ": groups were not complete when the route stopped, and are lost: "
                            + lostMessages.getAndSet(0) + " messages in " + lost + " groups; "
                            + (completion.stop()
                                    ? "the stop ended before it could complete them"
                                    : "forceCompletionOnStop() completes them"));
        }
    }

    /** Closes the group without running it. */
    private void drop(Group group) {
        stopTimer(group);
        groups.close(group);
        AbstractExchange dropped = group.aggregate;
        group.aggregate = null;
        if (dropped != null) {
            dropped.release();
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
     * that has it. A complete group is counted in again when it is closed: it runs after the first count has
     * ended, so it counts once.
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
            run(group, elsewhere);
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
                    run = endNow(group, CAUSES[i], counted);
                }
            }
        } finally {
            group.lock.unlock();
        }
        return run;
    }

    // ---- groups that have got no message for too long, under their lock

    /*
     * Each group has one timer task, however many messages come. A message only moves the deadline; a task that runs
     * before the deadline is scheduled again for the time that is left. A deadline that moves nearer replaces the task.
     */

    /** Moves the deadline, because a message came. */
    private void restartTimer(Group group, long timeoutMillis) {
        long now = Threading.nanoTime();
        group.timeoutMillis = timeoutMillis;
        group.deadlineNanos = now + TimeUnit.MILLISECONDS.toNanos(timeoutMillis);
        if (group.timer == null || group.deadlineNanos - group.timerNanos < 0 || hasFired(group, now)) {
            arm(group, now);
        }
    }

    private static boolean hasFired(Group group, long now) {
        return group.timerNanos - now <= 0;
    }

    /** Whether the deadline has passed; if not, the timer will run again. */
    private boolean isTimeUp(Group group) {
        long now = Threading.nanoTime();
        if (group.deadlineNanos - now <= 0) {
            return true;
        }
        if (hasFired(group, now)) {
            arm(group, now);
        }
        return false;
    }

    private void arm(Group group, long now) {
        stopTimer(group);
        long millis = TimeUnit.NANOSECONDS.toMillis(group.deadlineNanos - now) + 1;
        group.timerNanos = group.deadlineNanos;
        group.timer = services.getThreadPools().schedule(() -> resume(() -> end(group, Cause.TIMEOUT, false)), millis);
    }

    private void stopTimer(Group group) {
        Delayed timer = group.timer;
        if (timer != null) {
            timer.cancel();
            group.timer = null;
        }
    }

    // ---- groups that are complete run: on this thread, the user's executor or the shared pool

    /** The first step of an aggregate block: tells the strategy that the group is complete. */
    public static void completed(AggregationStrategy strategy, Exchange exchange) {
        Long timeout = exchange.getProperty(Exchange.AGGREGATED_TIMEOUT, Long.class);
        if (timeout != null) {
            strategy.timeout(exchange, -1, -1, timeout);
        }
        strategy.onCompletion(exchange, null);
    }

    /**
     * Called by the thread that closed the group, after it has released the lock. The group is counted in. If it cannot
     * be prepared or passed on, it fails as its route does (law S4).
     */
    private void run(Group group, boolean elsewhere) {
        AbstractExchange exchange = Objects.requireNonNull(group.aggregate);
        try {
            prepare(exchange, group);
        } catch (Throwable e) { // the heap may be full, and the thread pools may be the user's
            exchange.setException(e);
        }
        exchange.set(Flags.LEFT_TO_ROUTE, true);
        exchange.setRoute(steps.number());
        if (elsewhere || settings.parallel()) {
            passOn(exchange);
        } else {
            begin(exchange);
        }
    }

    private void prepare(AbstractExchange exchange, Group group) {
        Cause by = Objects.requireNonNull(group.endedBy);
        exchange.setProperty(Exchange.AGGREGATED_COMPLETED_BY, by.text);
        exchange.setProperty(Exchange.AGGREGATED_CORRELATION_KEY, group.key);
        exchange.setProperty(Exchange.AGGREGATED_SIZE, group.size);
        if (by == Cause.TIMEOUT) {
            exchange.setProperty(Exchange.AGGREGATED_TIMEOUT, group.timeoutMillis);
        } else {
            exchange.removeProperty(Exchange.AGGREGATED_TIMEOUT); // set by an earlier aggregator
        }
    }

    private void passOn(AbstractExchange exchange) {
        Task task = null;
        try {
            task = new Task(() -> begin(exchange));
            elsewhere(task);
        } catch (Throwable e) {
            if (task == null || task.takeBack()) {
                exchange.setException(e);
                begin(exchange);
            }
        }
    }

    /** The steps end the exchange and release it, or else throw before that. */
    private void begin(AbstractExchange exchange) {
        try {
            steps.runCounted(exchange, NO_CALLER);
        } catch (Throwable e) { // the stack may be full
            Log.warn(Aggregator.class, "A group could not run, and is lost", e);
            exchange.setException(e);
            exchange.end();
        }
    }

    /**
     * For the timer's thread. It must not call the user's executor, because that may block or run the task on the
     * calling thread.
     */
    private void resume(Runnable task) {
        RouteThreads.resume(
                services.getThreadPools(), settings.executor() == null ? task : () -> elsewhere(new Task(task)));
    }

    private void elsewhere(Task task) {
        Executor own = settings.executor();
        Throwable refused = own == null ? null : task.giveTo(own);
        if (refused != null && !(refused instanceof RejectedExecutionException)) {
            Log.warn(
                    Log.route(routeId),
                    "The executor of an aggregator failed; its task runs in the context's shared pool instead",
                    refused);
        }
        if (own == null || refused != null) {
            task.passTo(services.getThreadPools().shared()); // it never rejects a task
        }
    }

    private static final class Task extends OneTimeTask {
        private final Runnable work;

        Task(Runnable work) {
            this.work = work;
        }

        @Override
        public void work() {
            work.run();
        }
    }

    // ---- life

    void start() {
        if (completion.interval() > 0) {
            nextInterval();
        }
    }

    private void nextInterval() {
        interval = services.getThreadPools().schedule(this::intervalIsOver, completion.interval());
    }

    /** Runs on the timer's thread. */
    private void intervalIsOver() {
        if (!groups.hasEnded()) {
            nextInterval();
            if (groups.size() > 0) {
                resume(() -> endAll(Cause.INTERVAL, false));
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
        Delayed waiting = interval;
        if (waiting != null) {
            waiting.cancel();
        }
        endAll(Cause.LEFT_OVER, false);
        reportLost();
    }
}
