package io.mehari.impl;

import io.mehari.Service;
import io.mehari.builder.Node;
import io.mehari.spi.ThreadPools;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import org.jspecify.annotations.Nullable;

/** Goes on on another thread. */
final class Threads extends Step implements Service {
    private final Executor executor;
    private final @Nullable ExecutorService own;
    private final boolean callerRuns;

    Threads(Node.Threads says, ThreadPools threads) {
        Executor given = says.executor();
        own = given == null ? threads.newPool(says.name(), says.threads(), says.maxQueued()) : null;
        executor = own != null ? own : java.util.Objects.requireNonNull(given);
        callerRuns = says.callerRuns();
    }

    @Override
    int run(DefaultExchange exchange) {
        suspend(exchange, null).goOnAt(executor, callerRuns);
        return SUSPENDED;
    }

    @Override
    public void stop() {
        if (own != null) {
            own.shutdown(); // what it has taken it finishes
        }
    }
}
