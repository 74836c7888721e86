package io.mehari.impl;

import io.mehari.AsyncCallback;
import io.mehari.ExchangePattern;
import io.mehari.Expression;
import io.mehari.Processor;
import io.mehari.Service;
import io.mehari.builder.Node;
import io.mehari.spi.ExchangeFactory;
import io.mehari.spi.ShutdownAware;
import io.mehari.spi.ThreadPools;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Sends an exchange of its own to an endpoint, on another thread, and goes on without waiting for it. */
final class WireTap extends Step implements Service, ShutdownAware {
    /*
     * The tapped exchange is made and prepared by the thread that carries the message; from the executor on it belongs to
     * the task, which ends and releases it. What is under way is counted, so that a stop waits for it.
     */
    private static final System.Logger LOG = System.getLogger(WireTap.class.getName());
    private static final int THREADS = 10;
    private static final int MAX_QUEUED = 1000;

    private final Node.WireTap says;
    private final Expression recipient;
    private final ProducerCache cache;
    private final ExchangeFactory exchanges;
    private final Executor executor;
    private final @Nullable ExecutorService own;
    private final AtomicInteger underWay = new AtomicInteger();

    WireTap(
            Node.WireTap says,
            Expression recipient,
            ProducerCache cache,
            ExchangeFactory exchanges,
            ThreadPools threads) {
        this.says = says;
        this.recipient = recipient;
        this.cache = cache;
        this.exchanges = exchanges;
        Executor given = says.executor();
        own = given == null ? threads.newPool("WireTap", THREADS, MAX_QUEUED) : null;
        executor = own != null ? own : java.util.Objects.requireNonNull(given);
    }

    @Override
    int run(DefaultExchange exchange) throws Exception {
        Object to = recipient.evaluate(exchange);
        if (to == null) {
            return next;
        }
        DefaultExchange tapped =
                (DefaultExchange) (says.copy() ? exchanges.copy(exchange) : exchanges.create(ExchangePattern.InOnly));
        int lease = exchanges.lease(tapped);
        boolean prepared = false;
        try {
            prepare(exchange, tapped);
            prepared = true;
        } finally {
            if (!prepared) {
                exchanges.release(tapped, lease);
            }
        }
        Tap tap = new Tap(to, tapped, lease);
        underWay.incrementAndGet();
        try {
            executor.execute(tap);
        } catch (RejectedExecutionException e) {
            tap.run(); // whoever brings what the pool does not take does it himself
        }
        return next;
    }

    private void prepare(DefaultExchange exchange, DefaultExchange tapped) throws Exception {
        tapped.beginAnew(exchange.getExchangeId());
        Expression body = says.newBody();
        if (body != null) {
            tapped.setBody(body.evaluate(exchange));
        }
        Processor prepare = says.onPrepare();
        if (prepare != null) {
            prepare.process(tapped);
        }
    }

    /** One tapped exchange: the task that sends it, and the callback for its end. */
    private final class Tap implements AsyncCallback {
        private final Object to;
        private final DefaultExchange tapped;
        private final int lease;
        private ProducerCache.@Nullable Target target;

        Tap(Object to, DefaultExchange tapped, int lease) {
            this.to = to;
            this.tapped = tapped;
            this.lease = lease;
        }

        @Override
        @SuppressWarnings("CatchingUnchecked") // nobody else would hear of it
        public void run() {
            boolean ended = true;
            try {
                target = cache.acquire(to);
                ended = target.code.run(tapped, 0) || tapped.continuation().leave(this);
            } catch (Throwable e) {
                tapped.setException(e);
            }
            if (ended) {
                done(true);
            }
        }

        @Override
        public void done(boolean doneSync) {
            Exception failure = tapped.getException();
            if (failure != null) {
                LOG.log(
                        System.Logger.Level.WARNING,
                        "What was tapped to " + to + " failed; the message that it was tapped from is not concerned",
                        failure);
            }
            exchanges.release(tapped, lease);
            if (target != null) {
                cache.release(target);
            }
            underWay.decrementAndGet();
        }
    }

    // ---- life

    @Override
    public int getPendingExchangesSize() {
        return underWay.get();
    }

    @Override
    public void stop() {
        if (own != null) {
            own.shutdown(); // what it has taken it finishes
        }
    }
}
