package io.mehari.impl.pattern;

import io.mehari.AggregationStrategy;
import io.mehari.Exchange;
import io.mehari.Message;
import io.mehari.Processor;
import io.mehari.RoutingExchangeException;
import io.mehari.impl.base.Suppressed;
import io.mehari.impl.engine.Children;
import io.mehari.impl.engine.FailureHandlers;
import io.mehari.impl.engine.RouteCode;
import io.mehari.impl.engine.Step;
import io.mehari.impl.exchange.AbstractExchange;
import io.mehari.impl.exchange.Flags;
import io.mehari.impl.exchange.Place;
import io.mehari.spi.internal.SafeText;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The run of one exchange through a split or similar step: the results of its children so far. */
abstract class FanGroup {
    /*
     * Used by one thread at a time. Every child is either passed to add(), once, or released by the code that made it.
     * The aggregate is released by finish() or giveUp(); one of these is the last call on each group.
     */
    private static final byte HANDLED = 1;
    private static final byte GIVEN_UP = 2;
    /** The failure that is kept has an earlier one as its last suppressed exception. */
    private static final byte SEVERAL = 4;

    /** For a child that has failed before its first step. */
    private static final RouteCode NOTHING = new RouteCode(new Step[0], new FailureHandlers(null, List.of(), null));

    final FanRules rules;
    final AbstractExchange parent;
    final Children children;

    @Nullable
    Exchange aggregate;

    private boolean aggregateIsOurs;
    /** The failure of the parent so far. */
    @Nullable
    Exception failure;

    private @Nullable Place failurePlace;
    private boolean handledBefore;
    private boolean stopped;
    /** Facts about failed children. They are bits of one field, because another field would make each group larger. */
    private byte done;

    /** The number of children made so far. */
    int made;

    FanGroup(FanRules rules, AbstractExchange parent, Children children) {
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
        boolean prepared = false;
        try {
            if (rules.route().anyGivenUp() && children.size() < 0) {
                rules.route().checkGoesOn(parent); // there may be parts without end
            }
            child.correlateWith(parent);
            child.shareHandling(parent);
            if (rules.shareUnitOfWork()) {
                shareOriginal(parent, child);
            }
            RouteCode block = children.prepare(child, made);
            made++;
            prepared = true;
            Processor ready = rules.onPrepare();
            return ready == null || isReady(child, ready) ? block : NOTHING;
        } finally {
            if (!prepared) {
                child.release();
            }
        }
    }

    /** False if the user's onPrepare has failed the child, which then runs no step. */
    @SuppressWarnings("CatchingUnchecked") // it may throw anything
    private static boolean isReady(AbstractExchange child, Processor onPrepare) {
        try {
            onPrepare.process(child);
        } catch (Throwable e) {
            child.setException(e);
        }
        return child.getException() == null;
    }

    static void shareOriginal(AbstractExchange parent, AbstractExchange child) {
        Message original = parent.originalMessage();
        if (original != null) {
            child.setOriginalMessage(original);
        }
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
        Exception failed = child.getException();
        if (failed != null && rules.failuresCount()) {
            keepFailure(failed, child);
        }
        if (child.isRedeliveryExhausted()) {
            done |= GIVEN_UP;
        }
        if (rules.shareUnitOfWork() && FanRules.isHandled(child)) {
            done |= HANDLED;
        }
        AggregationStrategy strategy = rules.strategy();
        if (strategy == null || (strategy == FanRules.ORIGINAL && child.sharesPropertiesWith(parent))) {
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
        keepFailure(
                new RoutingExchangeException(
                        "Multicast processing failed for number " + number
                                + ". Parts are counted from 0; with stopOnException, no further part of exchange "
                                + parent.getExchangeId() + " was started: " + SafeText.of(cause, 1000),
                        parent,
                        cause),
                child);
        return null;
    }

    /** Keeps a failure. The last failure is that of the parent, and the first one is added to it as suppressed. */
    private void keepFailure(Exception failed, AbstractExchange child) {
        if (failure != null) {
            suppressTheFirst(failure, failed);
        }
        failure = failed;
        failurePlace = Place.of(child);
        handledBefore = child.isRedeliveryExhausted();
    }

    /** Keeps only the first and the last failure, because the number of failures is not limited. */
    private void suppressTheFirst(Exception before, Exception last) {
        Throwable first = (done & SEVERAL) == 0 ? before : lastSuppressed(before);
        done &= ~SEVERAL;
        if (first != null) {
            Suppressed.add(last, first);
            if (lastSuppressed(last) == first) {
                done |= SEVERAL;
            }
        }
    }

    private static @Nullable Throwable lastSuppressed(Exception failure) {
        Throwable[] all = failure.getSuppressed();
        return all.length == 0 ? null : all[all.length - 1];
    }

    /** Keeps one of the two, the aggregate so far or the newest child, and releases the other. */
    private void keep(@Nullable Exchange kept, AbstractExchange newest) {
        Exchange old = aggregate;
        boolean oldIsOurs = aggregateIsOurs;
        aggregate = kept;
        aggregateIsOurs = kept == newest || (kept == old && oldIsOurs);
        try {
            if (kept != null) { // its body may be that of the one that is released
                ((AbstractExchange) kept).holdBody(kept == newest && !newest.is(Flags.WORK_DONE) ? newest : parent);
            }
            if (kept != newest) {
                newest.release();
            }
        } finally {
            if (old != null && old != kept && oldIsOurs) {
                ((AbstractExchange) old).release();
            }
        }
    }

    // ---- the end

    /** Makes the parent the result of its children. */
    final void finish() {
        children.close();
        AggregationStrategy strategy = rules.strategy();
        Exchange result = aggregate;
        if (result != null && strategy == FanRules.ORIGINAL && !stopped) {
            parent.setProperty(Exchange.EXCEPTION_CAUGHT, result.getProperty(Exchange.EXCEPTION_CAUGHT));
        } else if (result != null) {
            if (strategy != null) {
                strategy.onCompletion(result, parent);
            }
            parent.takeResultOf((AbstractExchange) result);
            if ((done & GIVEN_UP) != 0 && parent.getException() != null) {
                parent.setRedeliveryExhausted(true); // a strategy may have moved the failure to another part
            }
        }
        releaseAggregate();
        if ((done & HANDLED) != 0) {
            parent.setFailureHandled(true);
            parent.setErrorHandlerHandled(true);
        }
        if (failure != null) {
            parent.setException(failure);
            parent.setRedeliveryExhausted(handledBefore);
            if (failurePlace != null) {
                failurePlace.noteIn(parent);
            }
            if (handledBefore && !stopped) {
                parent.setProperty(Exchange.EXCEPTION_CAUGHT, failure);
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
