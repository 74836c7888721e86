package io.mehari.impl.pattern;

import io.mehari.AggregationStrategy;
import io.mehari.Exchange;
import io.mehari.Processor;
import io.mehari.impl.engine.Children;
import io.mehari.impl.engine.RouteCode;
import io.mehari.impl.engine.RouteLife;
import io.mehari.impl.engine.Step;
import io.mehari.impl.exchange.AbstractExchange;
import io.mehari.impl.exchange.Exchanges;
import io.mehari.impl.exchange.Flags;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Runs several child exchanges of one exchange, one after the other, and merges them into one result. */
public final class Fan extends Step {
    /**
     * How the results of child exchanges are merged.
     *
     * @param strategy null if the parent continues unchanged
     * @param failuresCount whether the parent fails if a child fails; else the strategy decides
     * @param shareUnitOfWork whether the parent fails if a child fails, even if a called route has handled that failure
     * @param onPrepare called with each child before it runs
     */
    public record Rules(
            @Nullable AggregationStrategy strategy,
            boolean failuresCount,
            boolean stopOnException,
            boolean shareUnitOfWork,
            @Nullable Processor onPrepare,
            Exchanges exchanges,
            RouteLife route) {}

    /**
     * The default for multicast and recipient list. The last child is the result, with two exceptions: a child whose
     * failure an error handler has handled is kept if the next one does not fail, and a child that is marked for
     * rollback if the next one is not.
     */
    public static final AggregationStrategy LAST_WINS = Fan::last;

    private static Exchange last(@Nullable Exchange old, Exchange next) {
        return old instanceof AbstractExchange before
                        && ((before.is(Flags.ERROR_HANDLER_HANDLED) && !next.isFailed())
                                || (!before.isFailed() && before.isRollbackOnly() && !next.isRollbackOnly()))
                ? old
                : next;
    }

    /**
     * For a parent that continues unchanged, except that it takes over {@code EXCEPTION_CAUGHT}: keeps the last child
     * that has this property.
     */
    public static final AggregationStrategy ORIGINAL = Fan::lastCaught;

    @SuppressWarnings("NullAway") // while no child has it, the result is null
    private static Exchange lastCaught(@Nullable Exchange old, Exchange next) {
        return next.getProperty(Exchange.EXCEPTION_CAUGHT) == null ? old : next;
    }

    /*
     * Children are made one at a time, each when the one before is done. While none of them suspends, nothing but the
     * children and one Run is allocated. When a child suspends, the parent suspends too: see suspendFor().
     */
    private final Children.Source source;
    private final Rules rules;

    public Fan(Children.Source source, Rules rules) {
        this.source = source;
        this.rules = rules;
    }

    @Override
    public int run(AbstractExchange parent) throws Exception {
        return goOn(parent, null);
    }

    @Override
    public int resume(AbstractExchange parent, @Nullable Object state) throws Exception {
        return goOn(parent, (Run) Objects.requireNonNull(state));
    }

    /**
     * The JIT compiles this method on its own: a Run that is made here, and that no child suspends, is not allocated.
     *
     * @param suspended null if the exchange has just come
     */
    private int goOn(AbstractExchange parent, @Nullable Run suspended) throws Exception {
        Run run = suspended == null ? new Run(rules, parent, source.of(parent)) : suspended;
        try {
            if (suspended != null) {
                run.finishChild();
            }
            while (!run.isStopped() && run.children.hasNext(run.made)) {
                RouteCode block = run.nextChild();
                AbstractExchange child = run.child();
                if (!block.run(child, 0) && suspendFor(child, parent, run)) {
                    return SUSPENDED;
                }
                run.finishChild();
            }
            run.finish();
            return next;
        } catch (Throwable e) {
            run.dropChild();
            run.giveUp(); // the source of the parts or the strategy has thrown
            throw e;
        }
    }

    /** The run of one exchange through this step. */
    private static final class Run extends FanGroup {
        private @Nullable AbstractExchange child;

        Run(Rules rules, AbstractExchange parent, Children children) {
            super(rules, parent, children);
        }

        RouteCode nextChild() {
            AbstractExchange made = rules.exchanges().copy(parent);
            RouteCode block = prepare(made);
            child = made;
            return block;
        }

        AbstractExchange child() {
            return Objects.requireNonNull(child);
        }

        void finishChild() {
            AbstractExchange done = child();
            child = null;
            add(done, made - 1);
        }

        /** Ends a child that has not come to its end. */
        void dropChild() {
            AbstractExchange dropped = child;
            child = null;
            if (dropped != null) {
                dropped.end();
            }
        }
    }
}
