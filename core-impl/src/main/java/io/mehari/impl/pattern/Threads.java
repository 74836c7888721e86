package io.mehari.impl.pattern;

import io.mehari.Service;
import io.mehari.builder.model.Node;
import io.mehari.impl.engine.Step;
import io.mehari.impl.exchange.AbstractExchange;
import io.mehari.spi.ThreadPools;
import io.mehari.spi.internal.RouteThreads;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import org.jspecify.annotations.Nullable;

/** Continues on another thread. */
public final class Threads extends Step implements Service {
    private final Executor executor;
    private final @Nullable ExecutorService own;
    private final boolean callerRuns;
    private final @Nullable RouteThreads sharedIn;

    /**
     * @param isCalled whether several routes share this step. Then its threads must not wait for any of them (law S2).
     *     The same applies to the user's executor, because other steps may use it
     */
    public Threads(Node.Threads settings, @Nullable Executor given, ThreadPools threads, boolean isCalled) {
        own = given == null ? threads.newPool(settings.name(), settings.threads(), settings.maxQueued()) : null;
        executor = own != null ? own : Objects.requireNonNull(given);
        callerRuns = settings.callerRuns();
        sharedIn = (isCalled || given != null) && threads instanceof RouteThreads known ? known : null;
    }

    @Override
    public int run(AbstractExchange exchange) {
        suspend(exchange, null).goOnAt(executor, callerRuns, sharedIn);
        return SUSPENDED;
    }

    @Override
    public void stop() {
        if (own != null) {
            own.shutdown(); // accepted tasks still run
        }
    }
}
