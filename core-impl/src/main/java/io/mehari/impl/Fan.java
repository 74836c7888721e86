package io.mehari.impl;

import io.mehari.AggregationStrategy;
import io.mehari.Exchange;
import io.mehari.builder.Node;
import io.mehari.spi.ExchangeFactory;
import org.jspecify.annotations.Nullable;

/** Several exchanges out of one, run one after the other, and one result: what split and multicast share. */
abstract class Fan extends Step {
    /*
     * Children are made one at a time, each when the one before is done. As long as all of them end without suspending
     * nothing but the children and one Run is allocated. When a child suspends, the parent is suspended too, and only
     * then is the child left to whoever will resume it: so the child cannot end before the parent can be resumed.
     */
    private final Node.Fan settings;
    private final ExchangeFactory exchanges;

    Fan(Node.Fan settings, ExchangeFactory exchanges) {
        this.settings = settings;
        this.exchanges = exchanges;
    }

    /** The children of one exchange, in turn. */
    abstract Children children(DefaultExchange parent);

    /** What there is still to run. */
    abstract static class Children {
        abstract boolean hasNext();

        /** Gives a fresh copy of the parent what makes it this child, and returns the block it runs. */
        abstract RouteCode prepare(DefaultExchange child);
    }

    @Override
    final int run(DefaultExchange parent) {
        return run(parent, new Run(parent, children(parent)));
    }

    @Override
    final int resume(DefaultExchange parent, @Nullable Object state) {
        Run run = (Run) state;
        assert run != null;
        return run(parent, run);
    }

    private int run(DefaultExchange parent, Run run) {
        try {
            return goOn(parent, run);
        } catch (RuntimeException | Error e) {
            run.giveUp(); // the parts or the strategy threw
            throw e;
        }
    }

    private int goOn(DefaultExchange parent, Run run) {
        if (run.hasChild()) {
            run.finishChild(); // the one that was waited for
        }
        while (run.hasNext()) {
            RouteCode block = run.nextChild();
            DefaultExchange child = run.child();
            if (!block.run(child, 0)) {
                Continuation mine = suspend(parent, run);
                if (!child.continuation().leave(mine)) {
                    return SUSPENDED;
                }
                mine.cancel();
            }
            run.finishChild();
        }
        run.finish();
        return next;
    }

    /** One exchange on its way through this step. */
    private final class Run {
        private final DefaultExchange parent;
        private final Children children;
        private @Nullable DefaultExchange child;
        private int lease;
        private @Nullable Exchange aggregate;
        private int aggregateLease;
        private @Nullable Exception failure;

        Run(DefaultExchange parent, Children children) {
            this.parent = parent;
            this.children = children;
        }

        boolean hasNext() {
            return !(failure != null && settings.stopOnException()) && children.hasNext();
        }

        RouteCode nextChild() {
            DefaultExchange made = (DefaultExchange) exchanges.copy(parent);
            lease = exchanges.lease(made);
            child = made;
            made.setCorrelationId(parent.getExchangeId());
            boolean prepared = false;
            try {
                RouteCode block = children.prepare(made);
                prepared = true;
                return block;
            } finally {
                if (!prepared) {
                    child = null;
                    exchanges.release(made, lease);
                }
            }
        }

        boolean hasChild() {
            return child != null;
        }

        DefaultExchange child() {
            DefaultExchange current = child;
            assert current != null;
            return current;
        }

        void finishChild() {
            DefaultExchange done = child();
            child = null;
            done.end();
            if (failure == null && concerns()) {
                failure = done.getException();
            }
            AggregationStrategy strategy = settings.strategy();
            Exchange kept = null;
            try {
                kept = strategy == null ? null : strategy.aggregate(aggregate, done, parent);
            } finally {
                keep(kept, done);
            }
        }

        /** One of the two, the aggregate so far and the newest child, is kept; the other is given back. */
        private void keep(@Nullable Exchange kept, DefaultExchange done) {
            Exchange old = aggregate;
            int oldLease = aggregateLease;
            aggregate = kept;
            if (kept == done) {
                aggregateLease = lease;
            } else {
                exchanges.release(done, lease);
            }
            if (old != null && old != kept) {
                exchanges.release(old, oldLease);
            }
        }

        /** Whether a failure of a child is by itself one of the whole; else it is the strategy's affair. */
        private boolean concerns() {
            return settings.strategy() == null || settings.stopOnException() || settings.shareUnitOfWork();
        }

        void finish() {
            Exchange result = aggregate;
            AggregationStrategy strategy = settings.strategy();
            if (result != null && strategy != null) {
                strategy.onCompletion(result, parent);
                parent.copyFrom(result);
                parent.setException(result.getException());
                giveUp();
            }
            if (failure != null) {
                parent.setException(failure);
            }
        }

        /** The aggregate is not needed any more. */
        void giveUp() {
            Exchange old = aggregate;
            aggregate = null;
            if (old != null) {
                exchanges.release(old, aggregateLease);
            }
        }
    }
}
