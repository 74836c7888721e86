package io.mehari.impl.aggregate;

import io.mehari.AsyncCallback;
import io.mehari.Exchange;
import io.mehari.builder.model.AggregateSettings;
import io.mehari.impl.aggregate.Group.Cause;
import io.mehari.impl.base.OneTimeTask;
import io.mehari.impl.engine.RouteEntry;
import io.mehari.impl.exchange.AbstractExchange;
import io.mehari.impl.exchange.Flags;
import io.mehari.spi.RoutingContextExtension;
import io.mehari.spi.ThreadPools.Delayed;
import io.mehari.spi.internal.Log;
import io.mehari.spi.internal.RouteThreads;
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
    private volatile @Nullable Delayed interval;

    GroupRunner(RoutingContextExtension services, AggregateSettings settings, RouteEntry steps) {
        this.services = services;
        this.settings = settings;
        this.steps = steps;
    }

    /**
     * Called by the thread that closed the group, after it has released the lock. The group is counted in. If it cannot
     * be prepared or passed on, it fails as its route does (law S4).
     */
    @SuppressWarnings("CatchingUnchecked") // the heap may be full, and the thread pools may be the user's
    void run(Group group, boolean elsewhere) {
        AbstractExchange exchange = Objects.requireNonNull(group.aggregate);
        try {
            prepare(exchange, group);
        } catch (Throwable e) {
            exchange.setException(e);
        }
        exchange.set(Flags.LEFT_TO_ROUTE, true);
        exchange.setRoute(steps.number());
        if (elsewhere || settings.parallel()) {
            passOn(exchange);
        } else {
            begin(exchange);
        }
    }

    private void prepare(AbstractExchange exchange, Group group) {
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
    private void passOn(AbstractExchange exchange) {
        Task task = null;
        try {
            task = new Task(() -> begin(exchange));
            elsewhere(task);
        } catch (Throwable e) {
            if (task == null || task.takeBack()) {
                exchange.setException(e);
                begin(exchange);
            }
        }
    }

    /** The steps end the exchange and release it, or else throw before that. */
    @SuppressWarnings("CatchingUnchecked") // the stack may be full
    private void begin(AbstractExchange exchange) {
        try {
            steps.runCounted(exchange, NO_CALLER);
        } catch (Throwable e) {
            Log.warn(Aggregator.class, "A group could not run, and is lost", e);
            exchange.setException(e);
            exchange.end();
        }
    }

    /**
     * For the timer's thread. It must not call the user's executor, because that may block or run the task on the
     * calling thread.
     */
    void resume(Runnable task) {
        RouteThreads.resume(
                services.getThreadPools(), settings.executor() == null ? task : () -> elsewhere(new Task(task)));
    }

    private void elsewhere(Task task) {
        Executor own = settings.executor();
        Throwable refused = own == null ? null : task.giveTo(own);
        if (refused != null && !(refused instanceof RejectedExecutionException)) {
            Log.warn(
                    Log.route(steps.getRouteId()),
                    "The executor of an aggregator failed; its task runs in the context's shared pool instead",
                    refused);
        }
        if (own == null || refused != null) {
            task.passTo(services.getThreadPools().shared()); // it never rejects a task
        }
    }

    private static final class Task extends OneTimeTask {
        private final Runnable work;

        Task(Runnable work) {
            this.work = work;
        }

        @Override
        public void work() {
            work.run();
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
