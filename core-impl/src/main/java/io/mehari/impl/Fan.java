package io.mehari.impl;

import org.jspecify.annotations.Nullable;

/** Several exchanges out of one, run one after the other, and one result. */
final class Fan extends Step {
    /*
     * Children are made one at a time, each when the one before is done. As long as all of them end without suspending
     * nothing but the children and one Run is allocated. When a child suspends, the parent is suspended too, and only
     * then is the child left to whoever will resume it: so the child cannot end before the parent can be resumed.
     */
    private final Children.Source source;
    private final FanRules rules;

    Fan(Children.Source source, FanRules rules) {
        this.source = source;
        this.rules = rules;
    }

    @Override
    int run(DefaultExchange parent) throws Exception {
        return run(parent, new Run(rules, parent, source.of(parent)));
    }

    @Override
    int resume(DefaultExchange parent, @Nullable Object state) {
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
        while (!run.isStopped() && run.children.hasNext()) {
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
    private static final class Run extends FanGroup {
        private @Nullable DefaultExchange child;
        private int lease;

        Run(FanRules rules, DefaultExchange parent, Children children) {
            super(rules, parent, children);
        }

        RouteCode nextChild() {
            DefaultExchange made = (DefaultExchange) exchanges().copy(parent);
            lease = exchanges().lease(made);
            RouteCode block = prepare(made, lease);
            child = made;
            return block;
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
            add(done, lease, made() - 1);
        }
    }
}
