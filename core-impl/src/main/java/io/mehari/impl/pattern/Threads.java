package io.mehari.impl.pattern;

import io.mehari.Service;
import io.mehari.builder.model.Node;
import io.mehari.impl.engine.RouteLife;
import io.mehari.impl.engine.Step;
import io.mehari.impl.exchange.AbstractExchange;
import io.mehari.spi.ShutdownAware;
import io.mehari.spi.ThreadPools;
import io.mehari.spi.internal.RouteThreads;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Continues on another thread. */
public final class Threads extends Step implements Service, ShutdownAware {
    private final Executor executor;
    private final @Nullable ExecutorService own;
    private final boolean callerRuns;
    private final @Nullable RouteThreads sharedIn;
    private final ThreadPools threads;
    private final RouteLife route;
    private final AtomicInteger failing = new AtomicInteger();

    /**
     * @param isCalled whether several routes share this step. Then its threads must not wait for any of them (law S2).
     *     The same applies to the user's executor, because other steps may use it
     */
    public Threads(
            Node.Threads settings, @Nullable Executor given, ThreadPools threads, boolean isCalled, RouteLife route) {
        own = given == null ? threads.newPool(settings.name(), settings.threads(), settings.maxQueued()) : null;
        executor = own != null ? own : Objects.requireNonNull(given);
        callerRuns = settings.callerRuns();
        sharedIn = (isCalled || given != null) && threads instanceof RouteThreads known ? known : null;
        this.threads = threads;
        this.route = route;
    }

    @Override
    public int run(AbstractExchange exchange) {
        suspend(exchange, null).goOnAt(executor, callerRuns, sharedIn);
        return SUSPENDED;
    }

    /** A thread was free. Fails a message that has waited for it beyond the limit of a stop. */
    @Override
    public int resume(AbstractExchange exchange, @Nullable Object state) {
        route.checkGoesOn(exchange);
        return next;
    }

    // ---- stop

    /** Those that {@link #giveUp} fails. Until then, a message that waits for a thread counts as in flight alone. */
    @Override
    public int getPendingExchangesSize() {
        return failing.get();
    }

    /** Messages that wait for a thread fail now, in {@link #resume}, and error handlers may still send them on. */
    @Override
    public void giveUp() {
        if (own instanceof ThreadPoolExecutor pool) {
            List<Runnable> waiting = new ArrayList<>();
            failing.addAndGet(pool.getQueue().drainTo(waiting));
            waiting.forEach(each -> RouteThreads.resume(threads, () -> fail(each)));
        }
    }

    private void fail(Runnable waiting) {
        try {
            waiting.run();
        } finally {
            failing.decrementAndGet();
        }
    }

    @Override
    public void stop() {
        if (own != null) {
            own.shutdown(); // accepted tasks still run
        }
    }
}
