package io.mehari.component.queue;

import io.mehari.AsyncCallback;
import io.mehari.AsyncProcessor;
import io.mehari.Consumer;
import io.mehari.Exchange;
import io.mehari.Processor;
import io.mehari.spi.ExceptionHandler;
import io.mehari.spi.ExchangeExtension;
import io.mehari.spi.ExchangeFactory;
import io.mehari.spi.Log;
import io.mehari.spi.RouteProcessor;
import io.mehari.spi.ShutdownAware;
import io.mehari.spi.Threading;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Takes messages from a queue and passes them to one route. */
final class QueueConsumer implements Consumer, ShutdownAware, AsyncCallback {
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
    private volatile @Nullable WorkerGroup group; // after a stop the last one; written under the lock

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

    /** The id of the route that this consumer feeds; null if it feeds another kind of processor. */
    @Nullable
    String routeId() {
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
            throw e;
        }
    }

    private void warnOfSpinning() {
        int processors = Runtime.getRuntime().availableProcessors();
        if (settings.waitStrategy == QueueWaitStrategy.BusySpin && settings.concurrentConsumers >= processors) {
            Log.warn(
                    QueueConsumer.class,
                    endpoint + ": " + settings.concurrentConsumers + " consumers that spin without pause have "
                            + processors + " processors between them, and senders need one too: use fewer"
                            + " concurrentConsumers, or another waitStrategy");
        }
    }

    private synchronized void startOrResume() {
        if (state != STOPPED) {
            resume();
            return;
        }
        endpoint.begin(this);
        Channel channel = queue.subscribe(this);
        WorkerGroup mine = group;
        if (mine == null || mine.channel() != channel) {
            mine = new WorkerGroup(this, channel);
            group = mine;
        }
        state = RUNNING;
        mine.startAll();
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
            WorkerGroup mine = group();
            mine.awaitNoTaking();
            mine.awaitEnd();
            if (queue.unsubscribe(this)) {
                if (settings.purgeWhenStopping) {
                    queue.purge(exchanges, "it was purged when its last consumer stopped");
                }
                queue.giveUpReplies(mine.channel());
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
        group().channel().idleTakers.wakeAll();
        return true;
    }

    private WorkerGroup group() {
        return Objects.requireNonNull(group);
    }

    boolean hasWorkFor(WorkerGroup which) {
        return state != STOPPED && which == group;
    }

    boolean isThreadPerTask() {
        return settings.virtualThreadPerTask;
    }

    // ---- for the workers

    boolean isRunning() {
        return state == RUNNING;
    }

    boolean isSuspended() {
        return state == SUSPENDED;
    }

    /** Blocks while the worker must not take a message; false if it must end. */
    boolean mayTake(Worker worker, WorkerGroup its) {
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

    int underWay() {
        return underWay.get();
    }

    /** Gives a message to the route, through the caller's entrance if there is one. The route ends the message. */
    @SuppressWarnings("CatchingUnchecked") // law Q9: a consumer survives whatever the route throws
    void give(Exchange exchange, RouteProcessor.@Nullable Entrance entrance) {
        int lease = 0;
        try {
            lease = exchanges.lease(exchange); // the factory may give the exchange to another message afterwards
            pass(exchange, entrance);
        } catch (Throwable e) {
            refused(exchange, lease, e);
        }
    }

    /** Throws only if the route has not taken the message. */
    private void pass(Exchange exchange, RouteProcessor.@Nullable Entrance entrance) {
        Reply reply = queue.replies().remove(exchange);
        if (reply != null && reply.isGivenUp()) {
            queue.discard(exchange, exchanges, "its sender has given it up");
            return;
        }
        AsyncProcessor way = entrance != null ? entrance : steps;
        if (way == null || reply != null || settings.exceptionHandler != null) {
            new Delivery(exchange, reply != null).give(way);
            return;
        }
        exchange.getExchangeExtension().leaveToRoute();
        if (!way.process(exchange, this)) {
            underWay.incrementAndGet();
        }
    }

    /** Ends a message that did not get into the route, for example because the heap is full. */
    private void refused(Exchange exchange, int lease, Throwable why) {
        try {
            exchange.setException(why); // first: a sender may wait for the outcome
            Log.error(QueueConsumer.class, endpoint + ": a route threw instead of failing its exchange", why);
        } finally {
            SharedQueue.end(exchange, exchanges, lease);
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
    private final class Delivery implements AsyncCallback {
        private final Exchange exchange;
        private final int lease;
        private final boolean answered;

        /** @param answered whether the failure goes to a sender that waits for the reply */
        Delivery(Exchange exchange, boolean answered) {
            this.exchange = exchange;
            this.lease = exchanges.lease(exchange);
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
        @SuppressWarnings("CatchingUnchecked") // the factory of exchanges may throw anything
        private void end() {
            try {
                Exception failure = exchange.getException();
                if (failure != null && !answered) {
                    report("A message failed", exchange, failure);
                }
            } finally {
                try {
                    SharedQueue.end(exchange, exchanges, lease);
                } catch (Throwable e) {
                    Log.warn(QueueConsumer.class, "A message could not be ended", e);
                }
            }
        }
    }

    // ---- failures

    @SuppressWarnings("CatchingUnchecked") // the handler is the user's, and a report is never the work
    private void report(String what, @Nullable Exchange exchange, Throwable failure) {
        ExceptionHandler handler = settings.exceptionHandler;
        try {
            if (handler != null) {
                handler.handleException(endpoint + ": " + what, exchange, failure);
            } else {
                Log.warn(QueueConsumer.class, endpoint + ": " + what, failure);
            }
        } catch (Throwable e) {
            Log.warn(QueueConsumer.class, "The exceptionHandler of a consumer failed", e);
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
        WorkerGroup mine = awaited();
        return mine == null ? 0 : mine.channel().size();
    }

    @Override
    public boolean isBusy() {
        WorkerGroup mine = awaited();
        return mine != null && (!mine.channel().isEmpty() || mine.hasSomethingInHand()); // in this order: see Worker
    }

    @Override
    public boolean hasTaken() {
        WorkerGroup mine = awaited();
        return mine != null && mine.hasSomethingInHand();
    }

    /** The workers for which a stop waits; null if there are none, or if the queued messages will be dropped. */
    private @Nullable WorkerGroup awaited() {
        return settings.purgeWhenStopping ? null : group;
    }
}
