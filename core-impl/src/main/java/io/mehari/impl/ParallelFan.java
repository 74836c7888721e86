package io.mehari.impl;

import io.mehari.builder.Node;
import io.mehari.spi.ThreadPools;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** Several exchanges out of one, run at the same time, and one result. The parent is suspended meanwhile. */
final class ParallelFan extends Step {
    private final Children.Source source;
    private final FanRules rules;
    private final boolean inOrder;
    private final Node.Parallel says;
    private final ThreadPools threads;

    ParallelFan(Children.Source source, FanRules rules, boolean inOrder, Node.Parallel says, ThreadPools threads) {
        this.source = source;
        this.rules = rules;
        this.inOrder = inOrder;
        this.says = says;
        this.threads = threads;
    }

    @Override
    int run(DefaultExchange parent) throws Exception {
        Executor executor = says.executor() != null ? says.executor() : threads.shared();
        ParallelGroup group =
                new ParallelGroup(rules, parent, source.of(parent), inOrder, says.maxInFlight(), executor);
        group.begin(suspend(parent, group), threads, says.timeoutMillis());
        return SUSPENDED;
    }

    @Override
    int resume(DefaultExchange parent, @Nullable Object state) {
        ParallelGroup group = (ParallelGroup) state;
        assert group != null;
        group.finishOrFail();
        return next;
    }
}
