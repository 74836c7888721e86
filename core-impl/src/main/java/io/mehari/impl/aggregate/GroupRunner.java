package io.mehari.impl.aggregate;

import io.mehari.AsyncCallback;
import io.mehari.Exchange;
import io.mehari.builder.AggregateSettings;
import io.mehari.impl.aggregate.Group.Cause;
import io.mehari.impl.base.OneTimeTask;
import io.mehari.impl.engine.RouteEntry;
import io.mehari.impl.exchange.AbstractExchange;
import io.mehari.impl.exchange.RouteNumbers;
import io.mehari.spi.Log;
import io.mehari.spi.RoutingContextExtension;
import io.mehari.spi.ThreadPools.Delayed;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/** Runs the completed groups of one aggregator: on the calling thread, the user's executor or the shared pool. */
final class GroupRunner {
    private static final AsyncCallback NO_CALLER = doneSync -> {};

    private final RoutingContextExtension services;
    private final AggregateSettings settings;
    private final RouteEntry steps;
    private final @Nullable StoredGroups stored;
    private volatile @Nullable Delayed interval;

    GroupRunner(
            RoutingContextExtension services,
            AggregateSettings settings,
            RouteEntry steps,
            @Nullable StoredGroups stored) {
        this.services = services;
        this.settings = settings;
        this.steps = steps;
        this.stored = stored;
    }

    /**
     * Called by the thread that closed the group, after it has released the lock. The group is counted in. If it cannot
     * be prepared or passed on, it fails as its route does (law S4).
     */
    @SuppressWarnings("CatchingUnchecked") // the heap may be full, and the thread pools may be the user's
    void run(Group group, boolean elsewhere) {
        AbstractExchange exchange = Objects.requireNonNull(group.aggregate);
        int lease = group.lease;
        try {
            prepare(exchange, group);
        } catch (Throwable e) {
            exchange.setException(e);
        }
        exchange.leaveToRoute();
        exchange.setRoute(steps.number());
        if (elsewhere || settings.parallel()) {
            passOn(exchange, lease);
        } else {
            begin(exchange, lease);
        }
    }

    private void prepare(AbstractExchange exchange, Group group) {
        if (stored != null) {
            stored.confirmAfter(exchange);
        }
        Cause by = Objects.requireNonNull(group.endedBy);
        exchange.setProperty(Exchange.AGGREGATED_COMPLETED_BY, by.text);
        exchange.setProperty(Exchange.AGGREGATED_CORRELATION_KEY, group.key);
        exchange.setProperty(Exchange.AGGREGATED_SIZE, group.size);
        if (by == Cause.TIMEOUT) {
            exchange.setProperty(Exchange.AGGREGATED_TIMEOUT, group.timeoutMillis);
        } else {
            exchange.removeProperty(Exchange.AGGREGATED_TIMEOUT); // set by an earlier aggregator
        }
    }

    @SuppressWarnings("CatchingUnchecked")
    private void passOn(AbstractExchange exchange, int lease) {
        Begin task = null;
        try {
            task = new Begin(exchange, lease);
            elsewhere(task);
        } catch (Throwable e) {
            if (task == null || task.takeBack()) {
                exchange.setException(e);
                begin(exchange, lease);
            }
        }
    }

    private void begin(AbstractExchange exchange, int lease) {
        steps.begun(exchange, true, RouteNumbers.NONE, lease, NO_CALLER, null);
    }

    /**
     * For the timer's thread. It must not call the user's executor, because that may block or run the task on the
     * calling thread.
     */
    void resume(Runnable task) {
        services.getThreadPools().resume(settings.executor() == null ? task : () -> elsewhere(task));
    }

    void elsewhere(Runnable task) {
        Executor own = settings.executor();
        Throwable refused = own == null ? null : new GroupTask(task).giveTo(own);
        if (refused != null && !(refused instanceof RejectedExecutionException)) {
            Log.warn(
                    Aggregator.class,
                    "The executor of an aggregator failed; its task runs in the context's shared pool instead",
                    refused);
        }
        if (own == null || refused != null) {
            services.getThreadPools().shared().execute(task); // it never rejects a task
        }
    }

    /** Runs a group on another thread; or it is taken back, because that thread could not be had. */
    private final class Begin extends OneTimeTask {
        private final AbstractExchange exchange;
        private final int lease;

        Begin(AbstractExchange exchange, int lease) {
            this.exchange = exchange;
            this.lease = lease;
        }

        @Override
        public void work() {
            begin(exchange, lease);
        }
    }

    private static final class GroupTask extends OneTimeTask {
        private final Runnable task;

        GroupTask(Runnable task) {
            this.task = task;
        }

        @Override
        public void work() {
            task.run();
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
