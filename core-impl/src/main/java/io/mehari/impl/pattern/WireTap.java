package io.mehari.impl.pattern;

import io.mehari.AsyncCallback;
import io.mehari.ExchangePattern;
import io.mehari.Expression;
import io.mehari.Processor;
import io.mehari.Service;
import io.mehari.builder.model.Node;
import io.mehari.impl.base.OneTimeTask;
import io.mehari.impl.engine.ProducerCache;
import io.mehari.impl.engine.Step;
import io.mehari.impl.exchange.AbstractExchange;
import io.mehari.impl.exchange.Exchanges;
import io.mehari.impl.exchange.Place;
import io.mehari.spi.ShutdownAware;
import io.mehari.spi.ThreadPools;
import io.mehari.spi.internal.Log;
import io.mehari.spi.internal.SafeText;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** Sends a new exchange to an endpoint on another thread, without waiting for it. */
public final class WireTap extends Step implements Service, ShutdownAware {
    /*
     * The tapped exchange is made and prepared on the thread of the message. From the executor on it belongs to the
     * task, which ends and releases it. Tapped exchanges in flight are counted, so that a stop waits for them.
     */
    private static final int THREADS = 10;
    private static final int MAX_QUEUED = 1000;

    private final Node.WireTap settings;
    private final Expression recipient;
    private final ProducerCache cache;
    private final Exchanges exchanges;
    private final Executor executor;
    private final @Nullable ExecutorService own;
    private final AtomicInteger underWay = new AtomicInteger();
    private final LongAdder ended = new LongAdder();

    public WireTap(
            Node.WireTap settings,
            @Nullable Executor given,
            Expression recipient,
            ProducerCache cache,
            Exchanges exchanges,
            ThreadPools threads) {
        this.settings = settings;
        this.recipient = recipient;
        this.cache = cache;
        this.exchanges = exchanges;
        own = given == null ? threads.newPool("WireTap", THREADS, MAX_QUEUED) : null;
        executor = own != null ? own : Objects.requireNonNull(given);
    }

    @Override
    public int run(AbstractExchange exchange) throws Exception {
        Object to = recipient.evaluate(exchange);
        if (to == null) {
            return next;
        }
        AbstractExchange tapped = settings.copy() ? exchanges.copy(exchange) : exchanges.create(ExchangePattern.InOnly);
        try {
            prepare(exchange, tapped);
        } catch (Throwable e) {
            tapped.release();
            throw e;
        }
        Tap tap = new Tap(to, tapped);
        underWay.incrementAndGet();
        Throwable refused = tap.giveTo(executor);
        if (refused instanceof RejectedExecutionException) {
            tap.work(); // the pool is full: this thread sends it
        } else if (refused != null) {
            tap.release();
            exchange.setException(refused);
        }
        return next;
    }

    private void prepare(AbstractExchange exchange, AbstractExchange tapped) throws Exception {
        tapped.clearHistory();
        tapped.correlateWith(exchange);
        tapped.setRoute(exchange.route());
        tapped.setHandling(exchange.handling());
        Processor prepare = settings.onPrepare();
        if (prepare != null) {
            prepare.process(tapped);
        }
    }

    /** One tapped exchange: the task that sends it, and the callback for its end. */
    private final class Tap extends OneTimeTask implements AsyncCallback {
        private final Object to;
        private final AbstractExchange tapped;
        private ProducerCache.@Nullable Target target;

        Tap(Object to, AbstractExchange tapped) {
            this.to = to;
            this.tapped = tapped;
        }

        @Override
        public void work() {
            try {
                target = cache.acquire(to);
            } catch (Throwable e) { // nothing else would report it
                tapped.giveUp(e);
                done(true);
                return;
            }
            target.code.run(tapped, this);
        }

        @Override
        public void done(boolean doneSync) {
            try {
                report();
            } finally {
                release();
            }
        }

        private void report() {
            Exception failure = tapped.getException();
            if (failure != null) {
                Log.warn(
                        Log.of(tapped),
                        "The exchange for the wire tap to " + SafeText.uri(String.valueOf(to)) + " failed"
                                + Place.in(tapped) + "; the original message is not affected",
                        failure);
            }
        }

        void release() {
            try {
                tapped.release();
                if (target != null) {
                    cache.release(target);
                }
            } finally {
                ended.increment(); // before the other count: a stop that sees no tap in flight sees this
                underWay.decrementAndGet();
            }
        }
    }

    // ---- stop

    /** How many tapped exchanges have ended. */
    public long ended() {
        return ended.sum();
    }

    @Override
    public int getPendingExchangesSize() {
        return underWay.get();
    }

    @Override
    public void stop() {
        if (own != null) {
            own.shutdown(); // accepted tasks still run
        }
    }
}
