package io.mehari.component.queue;

import io.mehari.AsyncCallback;
import io.mehari.AsyncProcessor;
import io.mehari.Consumer;
import io.mehari.Exchange;
import io.mehari.Processor;
import io.mehari.component.queue.ring.TakerThreads;
import io.mehari.component.queue.ring.WaitQueue;
import io.mehari.spi.ExceptionHandler;
import io.mehari.spi.ExchangeExtension;
import io.mehari.spi.ExchangeFactory;
import io.mehari.spi.ExchangeOwner;
import io.mehari.spi.ShutdownAware;
import io.mehari.spi.Threading;
import io.mehari.spi.internal.ChainedCallback;
import io.mehari.spi.internal.Log;
import io.mehari.spi.internal.RouteProcessor;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Takes messages from a queue and passes them to one route. */
final class QueueConsumer implements Consumer, ShutdownAware, Subscribers.Subscriber {
    /*
     * Each worker reads the state before it takes a message, and again after it has entered a wait queue and before it
     * sleeps. A thread that changes the state writes it first and then wakes all workers. So no worker misses a change
     * while it sleeps.
     *
     * A route may suspend a message, and the worker continues with the next one. When the number of suspended messages
     * reaches the capacity of the queue, the workers pause. This object is the callback of all these messages.
     */
    private static final int RUNNING = 0;
    private static final int SUSPENDED = 1;
    private static final int STOPPED = 2;

    private final QueueEndpoint endpoint;
    private final SharedQueue queue;
    private final QueueSettings settings;
    private final Processor processor;
    private final @Nullable AsyncProcessor steps;
    private final @Nullable RouteProcessor route;
    private final ExchangeFactory exchanges;
    private final WaitQueue paused = new WaitQueue();
    private final AtomicInteger underWay = new AtomicInteger();
    private final int mostUnderWay;
    private volatile int state = STOPPED;
    private volatile @Nullable TakerThreads<Channel> group; // after a stop the last one; written under the lock

    QueueConsumer(QueueEndpoint endpoint, Processor processor) {
        this.endpoint = endpoint;
        this.queue = endpoint.queue();
        this.settings = endpoint.settings();
        this.processor = processor;
        this.steps = processor instanceof AsyncProcessor async ? async : null;
        this.route = processor instanceof RouteProcessor known ? known : null;
        this.exchanges = endpoint.getExchangeFactory();
        this.mostUnderWay = Math.max(settings.concurrentConsumers, queue.capacity());
    }

    @Override
    public QueueEndpoint getEndpoint() {
        return endpoint;
    }

    @Override
    public Processor getProcessor() {
        return processor;
    }

    @Override
    public @Nullable String routeId() {
        return route == null ? null : route.getRouteId();
    }

    /** For one worker while it has a thread; null if there is no route, or if each thread processes one message. */
    RouteProcessor.@Nullable Entrance openEntrance() {
        return route == null || isThreadPerTask() ? null : route.openEntrance();
    }

    /**
     * Sleeping replaces the strategies that never sleep if threads are virtual: one that only yields may occupy its
     * carrier thread for ever. Blocking replaces all in simulated time, which stands still while a thread polls.
     */
    QueueWaitStrategy waitStrategy() {
        if (settings.waitStrategy == QueueWaitStrategy.Blocking || Threading.isSimulated()) {
            return QueueWaitStrategy.Blocking;
        }
        boolean virtual = isThreadPerTask() || endpoint.pools().isVirtualThreads();
        return virtual ? QueueWaitStrategy.Sleeping : settings.waitStrategy;
    }

    // ---- life

    @Override
    @SuppressWarnings("CatchingUnchecked") // thrown again
    public void start() {
        warnOfSpinning();
        try {
            startOrResume();
        } catch (Throwable e) {
            stop();
            queue.unsubscribe(this); // it may not have come to run
            throw e;
        }
    }

    private void warnOfSpinning() {
        int processors = Runtime.getRuntime().availableProcessors();
        if (settings.waitStrategy == QueueWaitStrategy.BusySpin && settings.concurrentConsumers >= processors) {
            Log.warn(
                    log(),
                    endpoint + ": " + settings.concurrentConsumers + " consumers that spin without pause have "
                            + processors + " processors between them, and senders need one too: use fewer"
                            + " concurrentConsumers, or another waitStrategy [MH-60]");
        }
    }

    private synchronized void startOrResume() {
        if (state != STOPPED) {
            resume();
            return;
        }
        endpoint.begin(this);
        Channel channel = queue.subscribe(this);
        TakerThreads<Channel> threads = group;
        if (threads == null || threads.source() != channel) {
            threads = newGroup(channel);
            group = threads;
        }
        state = RUNNING;
        threads.startAll();
    }

    private TakerThreads<Channel> newGroup(Channel channel) {
        TakerThreads<Channel> made =
                new TakerThreads<>(channel, channel.ring().isBorrowed(), this::hasWorkFor, endpoint::newThread);
        for (int i = 1; i <= settings.concurrentConsumers; i++) {
            made.add(new Worker(this, made, endpoint.threadName(routeId(), i)));
        }
        return made;
    }

    @Override
    public void suspend() {
        if (changeState(RUNNING, SUSPENDED)) {
            group().awaitNoTaking();
        }
    }

    @Override
    public void resume() {
        changeState(SUSPENDED, RUNNING);
    }

    @Override
    public void stop() {
        if (changeState(RUNNING, STOPPED) || changeState(SUSPENDED, STOPPED)) {
            TakerThreads<Channel> threads = group();
            threads.awaitNoTaking();
            threads.awaitEnd();
            if (queue.unsubscribe(this)) {
                if (settings.purgeWhenStopping) {
                    queue.purge(exchanges, "it was purged when its last consumer stopped");
                }
                queue.giveUpReplies(threads.source());
            }
        }
        endpoint.end(this);
    }

    private synchronized boolean changeState(int from, int to) {
        if (state != from) {
            return false;
        }
        state = to;
        queue.skipSuspended();
        paused.wakeAll();
        group().source().idleTakers.wakeAll();
        return true;
    }

    private TakerThreads<Channel> group() {
        return Objects.requireNonNull(group);
    }

    boolean hasWorkFor(TakerThreads<Channel> which) {
        return state != STOPPED && which == group;
    }

    boolean isThreadPerTask() {
        return settings.virtualThreadPerTask;
    }

    // ---- for the workers

    boolean isRunning() {
        return state == RUNNING;
    }

    @Override
    public boolean isSuspended() {
        return state == SUSPENDED;
    }

    /** Blocks while the worker must not take a message; false if it must end. */
    boolean mayTake(Worker worker, TakerThreads<Channel> its) {
        while (mustPause()) {
            worker.pause(paused);
        }
        return hasWorkFor(its);
    }

    /** True while the consumer is suspended, or while the number of suspended messages is at its limit. */
    boolean mustPause() {
        return isSuspended() || hasTooManyUnderWay();
    }

    boolean hasTooManyUnderWay() {
        return state == RUNNING && underWay.get() >= mostUnderWay;
    }

    @Override
    public int underWay() {
        return underWay.get();
    }

    /** Gives a message to the route, through the caller's entrance if there is one. The route ends the message. */
    @SuppressWarnings("CatchingUnchecked") // law Q9: a consumer survives whatever the route throws
    void give(Exchange exchange, RouteProcessor.@Nullable Entrance entrance) {
        try {
            Reply reply = queue.replies().remove(exchange);
            RouteProcessor way = entrance != null ? entrance : route;
            if (reply != null && reply.isGivenUp()) {
                queue.discard(exchange, exchanges, "its sender has given it up");
            } else if (way == null || reply != null || settings.exceptionHandler != null) {
                new Delivery(exchange, reply != null).give(way != null ? way : steps);
            } else if (!way.takeOver(exchange, this)) { // throws only if the route has not taken the message
                underWay.incrementAndGet();
            }
        } catch (Throwable e) {
            refused(exchange, e);
        }
    }

    /** Ends a message that did not get into the route, for example because the heap is full. It has no other owner. */
    private void refused(Exchange exchange, Throwable why) {
        try {
            exchange.setException(why); // first: a sender may wait for the outcome
            Log.error(log(), endpoint + ": a route threw instead of failing its exchange", why);
        } finally {
            SharedQueue.release(exchange, exchanges);
        }
    }

    /** A message that the route had suspended is done. */
    @Override
    public void done(boolean doneSync) {
        if (!doneSync) {
            underWay.decrementAndGet();
            if (paused.hasWaiters()) {
                paused.wakeOne();
            }
        }
    }

    /** A message that ends in the consumer instead of the route, so that the consumer sees its failure. */
    private final class Delivery extends ExchangeOwner implements ChainedCallback {
        private final Exchange exchange;
        private final boolean answered;

        /** @param answered whether the failure goes to a sender that waits for the reply */
        Delivery(Exchange exchange, boolean answered) {
            super(exchange);
            this.exchange = exchange;
            this.answered = answered;
        }

        @SuppressWarnings("CatchingUnchecked") // law Q9
        void give(@Nullable AsyncProcessor way) {
            boolean over = true;
            ExchangeExtension extension = exchange.getExchangeExtension();
            extension.setFromEndpoint(endpoint);
            extension.setFromRouteId(routeId());
            try {
                if (way != null) {
                    over = way.process(exchange, this);
                } else {
                    processor.process(exchange);
                }
            } catch (Throwable e) {
                exchange.setException(e);
            }
            if (over) {
                end();
            } else {
                underWay.incrementAndGet();
            }
        }

        @Override
        public void done(boolean doneSync) {
            if (!doneSync) {
                end();
                QueueConsumer.this.done(false);
            }
        }

        @Override
        public AsyncCallback calls() {
            return QueueConsumer.this;
        }

        /** Never throws: the exchange is not the consumer's any more, and may have the next owner already. */
        @SuppressWarnings({"CatchingUnchecked", "EmptyCatch"}) // there may be no room on the stack
        private void end() {
            try {
                Exception failure = exchange.getException();
                if (failure != null && !answered) {
                    report("A message failed" + Log.place(exchange), exchange, failure);
                }
            } catch (Throwable e) {
                // the release is more important
            }
            try {
                release();
            } catch (Throwable e) {
                Log.warn(QueueConsumer.class, "A message could not be ended", e);
            }
        }
    }

    // ---- failures

    /** The name of the logger. */
    private String log() {
        return Log.consumer(endpoint, processor);
    }

    @SuppressWarnings("CatchingUnchecked") // the handler is the user's, and a report is never the work
    private void report(String what, @Nullable Exchange exchange, Throwable failure) {
        ExceptionHandler handler = settings.exceptionHandler;
        try {
            if (handler != null) {
                handler.handleException(endpoint + ": " + what, exchange, failure);
            } else {
                Log.warn(log(), endpoint + ": " + what, failure);
            }
        } catch (Throwable e) {
            Log.warn(log(), "The exceptionHandler of a consumer failed", e);
        }
    }

    /** The user's own queue threw. */
    void reportPollFailure(Throwable failure) {
        if (settings.bridgeErrorHandler) {
            Exchange carrier = endpoint.createExchange();
            carrier.setException(failure);
            give(carrier, null);
        } else {
            report("no message could be taken", null, failure);
        }
    }

    // ---- for a stop

    @Override
    public int getPendingExchangesSize() {
        TakerThreads<Channel> threads = awaited();
        return threads == null ? 0 : threads.source().size();
    }

    /** A stopped consumer takes nothing more, but the next start of the route does. */
    @Override
    public boolean isBusy() {
        TakerThreads<Channel> threads = awaited();
        boolean takesMore =
                threads != null && state != STOPPED && !threads.source().isEmpty();
        return takesMore || (threads != null && threads.hasSomethingInHand()); // in this order: see TakerThread
    }

    @Override
    public boolean hasTaken() {
        TakerThreads<Channel> threads = awaited();
        return threads != null && threads.hasSomethingInHand();
    }

    /** The workers for which a stop waits; null if there are none, or if the queued messages will be dropped. */
    private @Nullable TakerThreads<Channel> awaited() {
        return settings.purgeWhenStopping ? null : group;
    }
}
