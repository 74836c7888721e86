package io.mehari.impl;

import io.mehari.AggregationStrategy;
import io.mehari.Exchange;
import io.mehari.RoutingExchangeException;
import io.mehari.spi.ExchangeFactory;
import org.jspecify.annotations.Nullable;

/** One exchange on its way through a split or the like: what its children have come to so far. */
abstract class FanGroup {
    /*
     * Used by one thread at a time. Every child is either given to add(), once, or released by whoever made it; the
     * aggregate is given back by finish() or giveUp(), of which the last thing that happens to a group is one.
     */
    final FanRules rules;
    final DefaultExchange parent;
    final Children children;
    private @Nullable Exchange aggregate;
    private int aggregateLease;
    private boolean aggregateIsOurs;
    private @Nullable Exception failure;
    private boolean handledBefore;
    private boolean stopped;
    private int made;

    FanGroup(FanRules rules, DefaultExchange parent, Children children) {
        this.rules = rules;
        this.parent = parent;
        this.children = children;
    }

    /** Whether a failure has ended everything: nothing more is to be made, and what is done does not count. */
    final boolean isStopped() {
        return stopped;
    }

    final @Nullable Exchange aggregate() {
        return aggregate;
    }

    /** Makes a copy of the parent the next child; gives it back when that fails. */
    final RouteCode prepare(DefaultExchange child, int lease) {
        boolean prepared = false;
        try {
            child.setCorrelationId(parent.getExchangeId());
            RouteCode block = children.prepare(child);
            made++;
            prepared = true;
            return block;
        } finally {
            if (!prepared) {
                exchanges().release(child, lease);
            }
        }
    }

    /** How many children were made so far. */
    final int made() {
        return made;
    }

    final ExchangeFactory exchanges() {
        return rules.exchanges();
    }

    // ---- results

    /** Takes in a child that is done, and that was the one of that number to be made. */
    final void add(DefaultExchange child, int lease, int number) {
        child.end();
        if (rules.stopOnException() && isStop(child)) {
            stop(child, lease, number);
            return;
        }
        if (failure == null && rules.failuresCount()) {
            keepFailure(child.getException(), child);
        }
        AggregationStrategy strategy = rules.strategy();
        Exchange kept = null;
        try {
            kept = strategy == null ? null : strategy.aggregate(aggregate, child, parent);
        } finally {
            keep(kept, child, lease);
        }
    }

    static boolean isStop(DefaultExchange child) {
        return child.getException() != null || FanRules.isHandled(child);
    }

    /** A failure is that of the whole; one that an error handler has dealt with makes the parent what the child is. */
    private void stop(DefaultExchange child, int lease, int number) {
        stopped = true;
        Exception cause = child.getException();
        if (cause == null) {
            keep(child, child, lease);
            return;
        }
        keepFailure(
                new RoutingExchangeException(
                        "Part " + number + " of exchange " + parent.getExchangeId()
                                + " failed, and nothing more was begun: " + cause,
                        parent,
                        cause),
                child);
        keep(null, child, lease);
    }

    private void keepFailure(@Nullable Exception failed, DefaultExchange child) {
        failure = failed;
        handledBefore = child.isRedeliveryExhausted();
    }

    /** One of the two, the aggregate so far and the newest child, is kept; the other is given back. */
    private void keep(@Nullable Exchange kept, DefaultExchange done, int lease) {
        Exchange old = aggregate;
        int oldLease = aggregateLease;
        boolean oldIsOurs = aggregateIsOurs;
        aggregate = kept;
        if (kept == done) {
            aggregateLease = lease;
            aggregateIsOurs = true;
        } else {
            aggregateIsOurs = kept == old && oldIsOurs;
            exchanges().release(done, lease);
        }
        if (old != null && old != kept && oldIsOurs) {
            exchanges().release(old, oldLease);
        }
    }

    // ---- the end

    /** Makes the parent what has come of its children. */
    final void finish() {
        children.close();
        AggregationStrategy strategy = rules.strategy();
        Exchange result = aggregate;
        if (result != null) {
            if (strategy != null) {
                strategy.onCompletion(result, parent);
            }
            parent.become((DefaultExchange) result);
            giveBackAggregate();
        }
        if (failure != null) {
            parent.setException(failure);
            parent.setRedeliveryExhausted(handledBefore);
            if (handledBefore && !stopped) {
                parent.setProperty(Exchange.EXCEPTION_CAUGHT, failure);
            }
        }
    }

    /** Something threw: nothing of what there is counts. */
    final void giveUp() {
        giveBackAggregate();
        children.close();
    }

    private void giveBackAggregate() {
        Exchange old = aggregate;
        aggregate = null;
        if (old != null && aggregateIsOurs) {
            exchanges().release(old, aggregateLease);
        }
    }
}
