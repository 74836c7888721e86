package io.mehari.impl.aggregate;

import io.mehari.AggregationFailedException;
import io.mehari.Exchange;
import io.mehari.Expression;
import io.mehari.Predicate;
import io.mehari.builder.AggregateSettings;
import io.mehari.impl.aggregate.Group.Cause;
import io.mehari.impl.exchange.AbstractExchange;
import io.mehari.spi.ExchangeFactory;
import io.mehari.spi.Log;
import io.mehari.spi.SafeText;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Adds a message to a group, and finds out if the group is complete. The caller holds the lock of the group. */
final class GroupMerger {
    // The result of add(): bits.
    static final int ADDED = 0;
    /** The group is closed; the thread that added the message must run it. */
    static final int COMPLETE = 1;
    /** The caller must end all other groups. */
    static final int OTHERS_COMPLETE = 2;
    /** The message is to be added again: the repository holds a newer state of the group, or the group is complete. */
    static final int TOO_LATE = 4;

    private final String routeId;
    private final AggregateSettings settings;
    private final AggregateSettings.Completion completion;
    private final ExchangeFactory exchanges;
    private final GroupTimer timer;
    private final GroupCloser closer;
    private final @Nullable StoredGroups stored;
    private final boolean preCompletes;

    GroupMerger(
            String routeId,
            AggregateSettings settings,
            ExchangeFactory exchanges,
            GroupTimer timer,
            GroupCloser closer,
            @Nullable StoredGroups stored) {
        this.routeId = routeId;
        this.settings = settings;
        this.completion = settings.completion();
        this.exchanges = exchanges;
        this.timer = timer;
        this.closer = closer;
        this.stored = stored;
        this.preCompletes = settings.strategy().canPreComplete();
    }

    /**
     * Adds the copy of a message. It belongs to the group from then on, or is released.
     *
     * @param message the message itself, which is only read
     * @return the bits defined above
     */
    int add(Group group, AbstractExchange copy, int lease, AbstractExchange message) throws AggregationFailedException {
        boolean merged = false;
        try {
            if (stored != null) {
                stored.load(group);
            }
            if (preCompletes && isPreComplete(group, copy, message)) {
                return preComplete(group);
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
            if (!settings.groups().discardOnFailure()) {
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
            closer.dropIfEmpty(group);
        }
    }

    private long timeout(AbstractExchange message) {
        Expression timeout = completion.timeout();
        Long millis = timeout == null ? null : timeout.evaluate(message, Long.class);
        return millis == null ? 0 : millis;
    }

    /** For a group that was taken over from a repository. */
    void restartTimer(Group group, AbstractExchange aggregate) {
        long timeout = timeout(aggregate);
        if (timeout > 0) {
            timer.restart(group, timeout);
        }
    }

    // ---- the strategy

    @SuppressWarnings("CatchingUnchecked") // a strategy may throw anything
    private boolean isPreComplete(Group group, AbstractExchange copy, AbstractExchange message)
            throws AggregationFailedException {
        AbstractExchange aggregate = group.aggregate;
        if (aggregate == null) {
            return false;
        }
        try {
            copy.setProperty(Exchange.AGGREGATED_CORRELATION_KEY, group.key);
            copy.setProperty(Exchange.AGGREGATED_SIZE, group.size + 1);
            return settings.strategy().preComplete(aggregate, copy);
        } catch (Throwable e) {
            throw failed("failed: " + SafeText.of(e, 1000), group, message, e);
        }
    }

    /** Closes the group without the message, which the caller adds to a new one. */
    private int preComplete(Group group) {
        boolean removed = stored == null || stored.remove(group);
        return removed && closer.complete(group, Cause.STRATEGY) ? COMPLETE | TOO_LATE : TOO_LATE;
    }

    @SuppressWarnings("CatchingUnchecked") // a strategy may throw anything
    private Exchange aggregate(Group group, AbstractExchange copy, AbstractExchange message)
            throws AggregationFailedException {
        Exchange result;
        try {
            result = settings.strategy().aggregate(group.aggregate, copy, null);
        } catch (Throwable e) {
            throw failed("failed: " + SafeText.of(e, 1000), group, message, e);
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

    private void discard(Group group, AggregationFailedException why) {
        Log.warn(Aggregator.class, why.getMessage() + "; the group is discarded", why);
        if (stored == null || stored.remove(group)) {
            closer.drop(group);
        } // else another program has changed it
    }

    /**
     * Keeps the result: one of the two exchanges that the strategy got, or a copy of a third one that it made itself.
     */
    private void keep(Group group, Exchange result, AbstractExchange copy, int lease, AbstractExchange message) {
        AbstractExchange old = group.aggregate;
        int oldLease = group.lease;
        if (result == old) {
            group.size++;
            exchanges.release(copy, lease);
            return;
        }
        String id = message.getExchangeId(); // first, because generating the id may fail
        group.size++;
        AbstractExchange kept = copy;
        group.lease = lease;
        if (result != copy) {
            kept = (AbstractExchange) exchanges.copy(result);
            group.lease = exchanges.lease(kept);
            exchanges.release(copy, lease);
        }
        kept.setCorrelationId(id);
        group.aggregate = kept;
        if (old != null) {
            exchanges.release(old, oldLease);
        }
    }

    // ---- completion

    /** Saves the group, or closes it if it is complete. */
    private int conclude(Group group, @Nullable Cause eager) {
        AbstractExchange aggregate = Objects.requireNonNull(group.aggregate);
        boolean others = false;
        Cause by = eager;
        if (aggregate.hasProperties()) {
            others = takeFlag(aggregate, Exchange.AGGREGATION_COMPLETE_ALL_GROUPS);
            aggregate.removeProperty(
                    Exchange.AGGREGATION_COMPLETE_ALL_GROUPS_INCLUSIVE); // set on the message, and handled with it
            if (takeFlag(aggregate, Exchange.AGGREGATION_COMPLETE_CURRENT_GROUP)) {
                by = Cause.STRATEGY;
            }
        }
        if (by == null && !completion.eager()) {
            by = askIfComplete(aggregate, group.size);
        }
        if (stored != null && !(by == null ? stored.save(group) : stored.remove(group))) {
            return TOO_LATE;
        }
        boolean complete = by != null && closer.complete(group, by);
        return (complete ? COMPLETE : ADDED) | (others ? OTHERS_COMPLETE : ADDED);
    }

    private static boolean takeFlag(AbstractExchange aggregate, String property) {
        return isTrue(aggregate, property) && aggregate.removeProperty(property) != null;
    }

    static boolean isTrue(Exchange exchange, String property) {
        return Boolean.TRUE.equals(exchange.getProperty(property));
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
