package io.mehari.impl.aggregate;

import io.mehari.AggregationFailedException;
import io.mehari.AggregationStrategy;
import io.mehari.Exchange;
import io.mehari.Expression;
import io.mehari.Predicate;
import io.mehari.builder.model.AggregateSettings;
import io.mehari.impl.aggregate.Group.Cause;
import io.mehari.impl.exchange.AbstractExchange;
import io.mehari.impl.exchange.Exchanges;
import io.mehari.processor.aggregate.GroupedBodyAggregationStrategy;
import io.mehari.processor.aggregate.StringAggregationStrategy;
import io.mehari.processor.aggregate.UseOriginalAggregationStrategy;
import io.mehari.spi.internal.SafeText;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Adds a message to a group, and finds out if the group is complete. The caller holds the lock of the group. */
final class GroupMerger {
    private final String routeId;
    private final AggregateSettings settings;
    private final AggregateSettings.Completion completion;
    private final Exchanges exchanges;
    private final GroupTimer timer;
    private final GroupCloser closer;
    private final boolean onlyReads;

    GroupMerger(String routeId, AggregateSettings settings, Exchanges exchanges, GroupTimer timer, GroupCloser closer) {
        this.routeId = routeId;
        this.settings = settings;
        this.completion = settings.completion();
        this.exchanges = exchanges;
        this.timer = timer;
        this.closer = closer;
        this.onlyReads = onlyReads(settings.strategy()) && !completion.eager(); // that writes to the message
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

    /** Whether the strategy needs no copy of that message: it only reads it, unless the group begins with it. */
    boolean mayRead(AbstractExchange message) {
        return onlyReads && message.readsLikeACopy();
    }

    /**
     * Adds a message. Its copy belongs to the group from then on, or is released.
     *
     * @param given a copy of the message; or the message itself, if {@link #mayRead} has said so
     * @param message the message itself, which is only read
     * @return whether the group is closed, so that the caller must run it after it has released the lock
     */
    boolean add(Group group, AbstractExchange given, AbstractExchange message) throws AggregationFailedException {
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
                timer.restart(group, timeout);
            }
            return conclude(group, by);
        } finally {
            if (!merged) {
                release(copy, message);
            }
            closer.dropIfEmpty(group);
        }
    }

    private long timeout(AbstractExchange message) {
        Expression timeout = completion.timeout();
        Long millis = timeout == null ? null : timeout.evaluate(message, Long.class);
        return millis == null ? 0 : millis;
    }

    // ---- the strategy

    @SuppressWarnings("CatchingUnchecked") // a strategy may throw anything
    private Exchange aggregate(Group group, AbstractExchange copy, AbstractExchange message)
            throws AggregationFailedException {
        Exchange result;
        try {
            result = settings.strategy().aggregate(group.aggregate, copy, null);
        } catch (Throwable e) {
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
                "AggregationStrategy of route " + routeId + " " + how + " (key [" + OpenGroups.text(group.key)
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

    // ---- completion

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
        return by != null && closer.complete(group, by);
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
}
