package io.mehari.impl;

import io.mehari.AggregationFailedException;
import io.mehari.Exchange;
import io.mehari.Expression;
import io.mehari.Predicate;
import io.mehari.builder.AggregateSettings;
import io.mehari.impl.Group.Cause;
import io.mehari.spi.ExchangeFactory;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Adds a message to a group, and asks whether the group is complete. All methods are for whoever has its turn. */
final class Merging {
    // What became of a message: bits.
    static final int ADDED = 0;
    /** The group is closed, and to be run by whoever added the message. */
    static final int COMPLETE = 1;
    /** All other groups are to end. */
    static final int OTHERS_COMPLETE = 2;
    /** The repository has another state of the group by now. */
    static final int TOO_LATE = 4;

    private final String routeId;
    private final AggregateSettings says;
    private final AggregateSettings.Completion completion;
    private final ExchangeFactory exchanges;
    private final GroupTimer timer;
    private final GroupEnds ends;
    private final @Nullable StoredGroups stored;

    Merging(
            String routeId,
            AggregateSettings says,
            ExchangeFactory exchanges,
            GroupTimer timer,
            GroupEnds ends,
            @Nullable StoredGroups stored) {
        this.routeId = routeId;
        this.says = says;
        this.completion = says.completion();
        this.exchanges = exchanges;
        this.timer = timer;
        this.ends = ends;
        this.stored = stored;
    }

    /**
     * Adds a message's copy, which is the group's from then on, or released.
     *
     * @param message the message itself, which is only looked at
     * @return what became of it
     */
    int add(Group group, DefaultExchange copy, int lease, DefaultExchange message) throws AggregationFailedException {
        boolean merged = false;
        try {
            if (stored != null) {
                stored.load(group);
            }
            boolean first = group.size == 0;
            long timeout = timeout(copy);
            Cause by = completion.eager() ? askIfComplete(copy, group.size + 1) : null;
            Exchange result = aggregate(group, copy, message);
            keep(group, result, copy, lease, message);
            merged = true;
            if (timeout > 0) {
                timer.restart(group, timeout);
            }
            return conclude(group, by) | (first && completion.newGroup() ? OTHERS_COMPLETE : ADDED);
        } catch (AggregationFailedException e) {
            if (!says.groups().discardOnFailure()) {
                throw e;
            }
            discard(group, e);
            return ADDED;
        } finally {
            if (!merged) {
                exchanges.release(copy, lease);
            }
            if (stored != null && !group.closed) {
                stored.unload(group);
            }
            ends.dropIfEmpty(group);
        }
    }

    private long timeout(DefaultExchange message) {
        Expression timeout = completion.timeout();
        Long millis = timeout == null ? null : timeout.evaluate(message, Long.class);
        return millis == null ? 0 : millis;
    }

    /** For a group that was found in a repository. */
    void restartTimer(Group group, DefaultExchange aggregate) {
        long timeout = timeout(aggregate);
        if (timeout > 0) {
            timer.restart(group, timeout);
        }
    }

    // ---- the strategy

    private Exchange aggregate(Group group, DefaultExchange copy, DefaultExchange message)
            throws AggregationFailedException {
        Exchange result;
        try {
            result = says.strategy().aggregate(group.aggregate, copy, null);
        } catch (RuntimeException e) {
            throw failed("failed: " + e, group, message, e);
        }
        if (result == null) {
            throw failed("returned null, which is not allowed: return one of the two", group, message, null);
        }
        return result;
    }

    private AggregationFailedException failed(
            String how, Group group, DefaultExchange message, @Nullable RuntimeException cause) {
        return new AggregationFailedException(
                "Route " + routeId + ": the aggregation strategy " + how + " (key [" + OpenGroups.text(group.key)
                        + "], message " + (group.size + 1) + " of its group)",
                message,
                cause);
    }

    private void discard(Group group, AggregationFailedException why) {
        Log.warn(Aggregator.class, why.getMessage() + "; the group is discarded", why);
        if (stored == null || stored.remove(group)) {
            ends.drop(group);
        } // else somebody else has it, in another state
    }

    /** Of the two that the strategy got one is kept; a third one is the strategy's own, and copied. */
    private void keep(Group group, Exchange result, DefaultExchange copy, int lease, DefaultExchange message) {
        DefaultExchange old = group.aggregate;
        int oldLease = group.lease;
        group.size++;
        if (result == old) {
            exchanges.release(copy, lease);
            return;
        }
        DefaultExchange kept = copy;
        group.lease = lease;
        if (result != copy) {
            kept = (DefaultExchange) exchanges.copy(result);
            group.lease = exchanges.lease(kept);
            exchanges.release(copy, lease);
        }
        kept.setCorrelationId(message.getExchangeId());
        group.aggregate = kept;
        if (old != null) {
            exchanges.release(old, oldLease);
        }
    }

    // ---- is it complete?

    /** Closes the group if it is. */
    private int conclude(Group group, @Nullable Cause eager) {
        DefaultExchange aggregate = Objects.requireNonNull(group.aggregate);
        boolean others = false;
        Cause by = eager;
        if (aggregate.hasProperties()) {
            others = takeWish(aggregate, Exchange.AGGREGATION_COMPLETE_ALL_GROUPS);
            aggregate.removeProperty(Exchange.AGGREGATION_COMPLETE_ALL_GROUPS_INCLUSIVE); // it is about the message
            if (takeWish(aggregate, Exchange.AGGREGATION_COMPLETE_CURRENT_GROUP)) {
                by = Cause.STRATEGY;
            }
        }
        if (by == null && !completion.eager()) {
            by = askIfComplete(aggregate, group.size);
        }
        if (stored != null && !(by == null ? stored.save(group) : stored.remove(group))) {
            return TOO_LATE;
        }
        boolean complete = by != null && ends.complete(group, by);
        return (complete ? COMPLETE : ADDED) | (others ? OTHERS_COMPLETE : ADDED);
    }

    private static boolean takeWish(DefaultExchange aggregate, String property) {
        return isTrue(aggregate, property) && aggregate.removeProperty(property) != null;
    }

    static boolean isTrue(Exchange exchange, String property) {
        return Boolean.TRUE.equals(exchange.getProperty(property));
    }

    private @Nullable Cause askIfComplete(DefaultExchange asked, int size) {
        Predicate predicate = completion.predicate();
        Expression sizeOf = completion.sizeOf();
        if (predicate != null) {
            asked.setProperty(Exchange.AGGREGATED_SIZE, size);
            if (predicate.matches(asked)) {
                return Cause.PREDICATE;
            }
        }
        Integer wanted = sizeOf == null ? null : sizeOf.evaluate(asked, Integer.class);
        boolean full = (wanted != null && wanted > 0 && size >= wanted)
                || (completion.size() > 0 && size >= completion.size());
        return full ? Cause.SIZE : null;
    }
}
