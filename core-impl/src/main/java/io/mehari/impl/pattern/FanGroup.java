package io.mehari.impl.pattern;

import io.mehari.AggregationStrategy;
import io.mehari.Exchange;
import io.mehari.Processor;
import io.mehari.RoutingExchangeException;
import io.mehari.impl.base.Suppressed;
import io.mehari.impl.engine.Children;
import io.mehari.impl.engine.FailureHandlers;
import io.mehari.impl.engine.RouteCode;
import io.mehari.impl.engine.Step;
import io.mehari.impl.exchange.AbstractExchange;
import io.mehari.impl.exchange.Flags;
import io.mehari.impl.exchange.Held;
import io.mehari.spi.internal.SafeText;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The run of one exchange through a split or similar step: the results of its children so far. */
abstract class FanGroup {
    /*
     * Used by one thread at a time. Every child is either passed to add(), once, or released by the code that made it.
     * The aggregate is released by finish() or giveUp(); one of these is the last call on each group.
     */
    /** For a child that has failed before its first step. */
    private static final RouteCode NOTHING = new RouteCode(new Step[0], new FailureHandlers(null, List.of(), null));

    final Fan.Rules rules;
    final AbstractExchange parent;
    final Children children;

    @Nullable
    Exchange aggregate;

    private boolean aggregateIsOurs;
    private @Nullable Failed failed;
    private boolean stopped;
    private boolean anyHandled;
    private boolean anyGivenUp;

    /** The number of children made so far. */
    int made;

    FanGroup(Fan.Rules rules, AbstractExchange parent, Children children) {
        this.rules = rules;
        this.parent = parent;
        this.children = children;
    }

    /** Whether a failure has stopped everything: no further child is made, and later results are ignored. */
    final boolean isStopped() {
        return stopped;
    }

    /** Turns a copy of the parent into the next child; releases it if this fails. */
    final RouteCode prepare(AbstractExchange child) {
        RouteCode block = null;
        try {
            if (rules.route().anyGivenUp() && children.size() < 0) {
                rules.route().checkGoesOn(parent); // there may be parts without end
            }
            child.correlateWith(parent);
            child.setHandling(parent.handling());
            if (rules.shareUnitOfWork()) {
                child.setOriginalMessage(parent.originalMessage());
            }
            block = children.prepare(child, made);
            made++;
        } finally {
            if (block == null) {
                child.release();
            }
        }
        Processor ready = rules.onPrepare();
        return ready == null || isReady(child, ready) ? block : NOTHING;
    }

    /** False if the user's onPrepare has failed the child, which then runs no step. */
    private static boolean isReady(AbstractExchange child, Processor onPrepare) {
        try {
            onPrepare.process(child);
        } catch (Throwable e) {
            child.setException(e);
        }
        return child.getException() == null;
    }

    // ---- results

    /**
     * Adds the result of a child.
     *
     * @param number the index of the child, in the order in which they were made
     */
    final void add(AbstractExchange child, int number) {
        Exchange kept = null;
        try {
            kept = result(child, number);
        } finally {
            keep(kept, child);
        }
    }

    /** What is to be kept: the aggregate so far, or the child; null for neither. */
    private @Nullable Exchange result(AbstractExchange child, int number) {
        if (rules.shareUnitOfWork()) {
            child.handoverCompletions(parent);
        }
        if (!child.hasStream()) {
            child.end(); // else when it is released: the strategy may read it
        }
        if (rules.stopOnException() && isStop(child)) {
            return stop(child, number);
        }
        Exception failure = child.getException();
        if (failure != null && rules.failuresCount()) {
            failed = new Failed(child, failure, failed);
        }
        anyGivenUp |= child.isRedeliveryExhausted();
        anyHandled |= rules.shareUnitOfWork() && child.is(Flags.ERROR_HANDLER_HANDLED);
        AggregationStrategy strategy = rules.strategy();
        if (strategy == null || (strategy == Fan.ORIGINAL && child.sharesPropertiesWith(parent))) {
            return aggregate; // nothing was caught in the child
        }
        return strategy.aggregate(aggregate, child, parent);
    }

    static boolean isStop(AbstractExchange child) {
        return child.isTroubled() || child.isRollbackOnly();
    }

    /**
     * Stops the group. A failure of the child is the failure of the parent. After a handled failure, stop() or a
     * rollback mark, the child is the result.
     */
    private @Nullable Exchange stop(AbstractExchange child, int number) {
        stopped = true;
        Exception cause = child.getException();
        if (cause == null) {
            return child;
        }
        failed = new Failed(
                child,
                new RoutingExchangeException(
                        "Multicast processing failed for number " + number
                                + ". Parts are counted from 0; with stopOnException, no further part of exchange "
                                + parent.getExchangeId() + " was started: " + SafeText.of(cause, 1000),
                        parent,
                        cause),
                failed);
        return null;
    }

    /**
     * The failure of the parent so far: the last one of a child. Only the first one is added to it as suppressed,
     * because their number is not limited.
     */
    private static final class Failed extends Held {
        final Exception first;
        final boolean givenUp; // by an error handler

        Failed(AbstractExchange child, Exception failure, @Nullable Failed before) {
            super(child, failure);
            givenUp = child.isRedeliveryExhausted();
            first = before == null ? failure : before.first;
            if (before != null) {
                Suppressed.add(failure, first);
            }
        }
    }

    final @Nullable Exception failure() {
        return failed == null ? null : failed.failure;
    }

    /** Keeps one of the two, the aggregate so far or the newest child, and releases the other. */
    private void keep(@Nullable Exchange kept, AbstractExchange newest) {
        Exchange old = aggregateIsOurs && kept != aggregate ? aggregate : null;
        aggregateIsOurs = kept == newest || (kept == aggregate && aggregateIsOurs);
        aggregate = kept;
        if (kept != null) { // its body may be that of the one that is released
            ((AbstractExchange) kept).holdBody(kept == newest && !newest.is(Flags.WORK_DONE) ? newest : parent);
        }
        if (kept != newest) {
            newest.release();
        }
        if (old != null) {
            ((AbstractExchange) old).release();
        }
    }

    // ---- the end

    /** Makes the parent the result of its children. */
    final void finish() {
        children.close();
        AggregationStrategy strategy = rules.strategy();
        Exchange result = aggregate;
        if (result != null && strategy == Fan.ORIGINAL && !stopped) {
            parent.setProperty(Exchange.EXCEPTION_CAUGHT, result.getProperty(Exchange.EXCEPTION_CAUGHT));
        } else if (result != null) {
            if (strategy != null) {
                strategy.onCompletion(result, parent);
            }
            parent.takeResultOf((AbstractExchange) result);
            if (anyGivenUp && parent.getException() != null) {
                parent.setRedeliveryExhausted(true); // a strategy may have moved the failure to another part
            }
        }
        releaseAggregate();
        if (anyHandled) {
            parent.setFailureHandled(true);
            parent.setErrorHandlerHandled(true);
        }
        if (failed != null) {
            parent.setException(failed.failure);
            parent.setRedeliveryExhausted(failed.givenUp);
            if (failed.place != null) {
                failed.place.noteIn(parent);
            }
            if (failed.givenUp && !stopped) {
                parent.setProperty(Exchange.EXCEPTION_CAUGHT, failed.failure);
            }
        }
    }

    /** Releases everything after an exception, ignoring the results. */
    final void giveUp() {
        try {
            releaseAggregate();
        } finally {
            children.close();
        }
    }

    private void releaseAggregate() {
        Exchange old = aggregate;
        aggregate = null;
        if (old != null && aggregateIsOurs) {
            ((AbstractExchange) old).release();
        }
    }
}
