package io.mehari.impl;

import io.mehari.AsyncCallback;
import io.mehari.Exchange;
import io.mehari.builder.AggregateSettings;
import io.mehari.impl.Group.Cause;
import io.mehari.spi.ThreadPools.Delayed;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/** Where the groups of one aggregator run when they are complete. */
final class CompletedGroups {
    private static final AsyncCallback NOBODY_WAITS = doneSync -> {};

    private final ContextServices services;
    private final AggregateSettings says;
    private final RouteEntry steps;
    private volatile @Nullable Delayed interval;

    CompletedGroups(ContextServices services, AggregateSettings says, RouteEntry steps) {
        this.services = services;
        this.says = says;
        this.steps = steps;
    }

    /** For whoever has closed the group and counted it in; after he has given its turn back. */
    void run(Group group, boolean elsewhere) {
        DefaultExchange exchange = Objects.requireNonNull(group.aggregate);
        Cause by = Objects.requireNonNull(group.endedBy);
        int lease = group.lease;
        exchange.setProperty(Exchange.AGGREGATED_COMPLETED_BY, by.text);
        exchange.setProperty(Exchange.AGGREGATED_CORRELATION_KEY, group.key);
        exchange.setProperty(Exchange.AGGREGATED_SIZE, group.size);
        if (by == Cause.TIMEOUT) {
            exchange.setProperty(Exchange.AGGREGATED_TIMEOUT, group.timeoutMillis);
        } else {
            exchange.removeProperty(Exchange.AGGREGATED_TIMEOUT); // of an aggregator before
        }
        exchange.leaveToRoute();
        if (elsewhere || says.parallel()) {
            elsewhere(() -> steps.begun(exchange, true, lease, NOBODY_WAITS, null));
        } else {
            steps.begun(exchange, true, lease, NOBODY_WAITS, null);
        }
    }

    void elsewhere(Runnable task) {
        Executor own = says.executor();
        Executor shared = services.getThreadPools().shared();
        try {
            (own != null ? own : shared).execute(task);
        } catch (RejectedExecutionException e) {
            shared.execute(task); // which refuses nothing
        }
    }

    void later(Runnable task, long millis) {
        interval = services.getThreadPools().schedule(task, millis);
    }

    void stop() {
        Delayed waiting = interval;
        if (waiting != null) {
            waiting.cancel();
        }
    }
}
