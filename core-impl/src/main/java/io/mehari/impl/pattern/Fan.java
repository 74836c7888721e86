package io.mehari.impl.pattern;

import io.mehari.impl.engine.Children;
import io.mehari.impl.engine.RouteCode;
import io.mehari.impl.engine.Step;
import io.mehari.impl.exchange.AbstractExchange;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Runs several child exchanges of one exchange, one after the other, and merges them into one result. */
public final class Fan extends Step {
    /*
     * Children are made one at a time, each when the one before is done. While none of them suspends, nothing but the
     * children and one Run is allocated. When a child suspends, the parent suspends too: see suspendFor().
     */
    private final Children.Source source;
    private final FanRules rules;

    public Fan(Children.Source source, FanRules rules) {
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
    @SuppressWarnings("CatchingUnchecked") // they may throw anything
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

        Run(FanRules rules, AbstractExchange parent, Children children) {
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
