package io.mehari.impl.pattern;

import io.mehari.builder.model.Node;
import io.mehari.impl.engine.Children;
import io.mehari.impl.engine.Step;
import io.mehari.impl.exchange.AbstractExchange;
import io.mehari.spi.ThreadPools;
import io.mehari.spi.internal.StackRoom;
import java.util.Objects;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Runs several child exchanges of one exchange at the same time, and merges them into one result. The parent is
 * suspended meanwhile.
 */
public final class ParallelFan extends Step {
    private final Children.Source source;
    private final FanRules rules;
    private final boolean inOrder;
    private final Node.Parallel settings;
    private final Executor executor;
    private final ThreadPools threads;

    public ParallelFan(
            Children.Source source,
            FanRules rules,
            boolean inOrder,
            Node.Parallel settings,
            @Nullable Executor given,
            ThreadPools threads) {
        this.source = source;
        this.rules = rules;
        this.inOrder = inOrder;
        this.settings = settings;
        this.executor = given != null ? given : threads.shared();
        this.threads = threads;
    }

    @Override
    public int run(AbstractExchange parent) throws Exception {
        StackRoom.claim(3 * StackRoom.EXECUTOR); // a group that has begun must come to its end
        ParallelGroup group =
                new ParallelGroup(rules, parent, source.of(parent), inOrder, settings.maxInFlight(), executor);
        group.begin(suspend(parent, group), threads, settings.timeoutMillis());
        return SUSPENDED;
    }

    @Override
    public int resume(AbstractExchange parent, @Nullable Object state) {
        Objects.requireNonNull((ParallelGroup) state).finishOrFail();
        return next;
    }
}
