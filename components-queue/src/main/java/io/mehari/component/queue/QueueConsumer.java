package io.mehari.component.queue;

import io.mehari.AsyncCallback;
import io.mehari.AsyncProcessor;
import io.mehari.Consumer;
import io.mehari.Endpoint;
import io.mehari.Exchange;
import io.mehari.Processor;
import io.mehari.spi.ExchangeFactory;
import io.mehari.spi.RouteProcessor;
import io.mehari.spi.ShutdownAware;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Feeds one route from a queue. */
final class QueueConsumer implements Consumer, ShutdownAware, AsyncCallback {
    /*
     * Each worker looks at the state before it takes a message, and again when it is about to sleep and is in a waiting room; whoever
     * changes the state writes it first and then calls everybody out of the rooms. So none sleeps through a change.
     *
     * A route may suspend a message and let the worker go on. That many messages may be under way so as the queue holds;
     * then workers pause. This object is the callback of all of them.
     */
    private static final System.Logger LOG = System.getLogger(QueueConsumer.class.getName());

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
    private final WaitingRoom paused = new WaitingRoom();
    private final AtomicInteger underWay = new AtomicInteger();
    private final int mostUnderWay;
    private volatile int state = STOPPED;

    /** Who takes, or did so last. Written under the lock. */
    private volatile @Nullable Crew crew;

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
    public Endpoint getEndpoint() {
        return endpoint;
    }

    @Override
    public Processor getProcessor() {
        return processor;
    }

    QueueSettings settings() {
        return settings;
    }

    /** Of the route that this feeds; null where it is some other processor. */
    @Nullable
    String routeId() {
        return route == null ? null : route.getRouteId();
    }

    /** For one worker, while it has a thread; null where this feeds something else, or each thread brings one message. */
    RouteProcessor.@Nullable Entrance openEntrance() {
        return route == null || isThreadPerTask() ? null : route.openEntrance();
    }

    /** Virtual threads that never sleep, even if they yield, keep others from their processors for good. */
    QueueWaitStrategy waitStrategy() {
        QueueWaitStrategy wanted = settings.waitStrategy;
        return wanted != QueueWaitStrategy.Blocking && endpoint.hasVirtualThreads()
                ? QueueWaitStrategy.Sleeping
                : wanted;
    }

    // ---- life

    @Override
    public void start() {
        Spinning.warn(this, settings);
        boolean started = false;
        try {
            startOrResume();
            started = true;
        } finally {
            if (!started) {
                stop();
            }
        }
    }

    private synchronized void startOrResume() {
        if (state != STOPPED) {
            resume();
            return;
        }
        Channel channel = queue.subscribe(this);
        Crew mine = crew;
        if (mine == null || mine.channel() != channel) {
            mine = new Crew(this, endpoint, channel);
            crew = mine;
        }
        state = RUNNING;
        mine.startAll();
    }

    @Override
    public void suspend() {
        if (changeState(RUNNING, SUSPENDED)) {
            crew().awaitNoTaking();
        }
    }

    @Override
    public void resume() {
        changeState(SUSPENDED, RUNNING);
    }

    @Override
    public void stop() {
        if (!changeState(RUNNING, STOPPED) && !changeState(SUSPENDED, STOPPED)) {
            return;
        }
        Crew mine = crew();
        mine.awaitNoTaking();
        mine.awaitEnd();
        if (queue.unsubscribe(this)) {
            if (settings.purgeWhenStopping) {
                queue.purge(exchanges, "it was purged when its last consumer stopped");
            }
            queue.giveUpReplies(mine.channel(), endpoint::callBackElsewhere);
        }
    }

    private synchronized boolean changeState(int from, int to) {
        if (state != from) {
            return false;
        }
        state = to;
        paused.callAll();
        crew().channel().nudgeTakers();
        return true;
    }

    /** Of a consumer that is not stopped. */
    private Crew crew() {
        return Objects.requireNonNull(crew);
    }

    /** Whether the threads of that crew are to go on. */
    boolean hasWorkFor(Crew which) {
        return state != STOPPED && which == crew;
    }

    boolean isThreadPerTask() {
        return settings.virtualThreadPerTask;
    }

    // ---- for the workers

    boolean isRunning() {
        return state == RUNNING;
    }

    /** Whether the worker is to take a message; pauses while it is not to. False when it is to end. */
    boolean mayTake(Worker worker, Crew its) {
        while (mustPause()) {
            worker.pause(paused);
        }
        return hasWorkFor(its);
    }

    /** While suspended, and while as many messages are under way as may be. */
    boolean mustPause() {
        int now = state;
        return now == SUSPENDED || (now == RUNNING && underWay.get() >= mostUnderWay);
    }

    /** Gives a message to the route, by the caller's own entrance if it has one; the route ends it. */
    @SuppressWarnings("CatchingUnchecked") // law Q9: a consumer survives whatever the route throws
    void give(Exchange exchange, RouteProcessor.@Nullable Entrance entrance) {
        Reply reply = queue.replies().remove(exchange);
        if (reply != null && reply.isGivenUp()) {
            queue.discard(exchange, exchanges, "its sender has given it up");
            return;
        }
        AsyncProcessor way = entrance != null ? entrance : steps;
        if (way == null || reply != null || settings.exceptionHandler != null) {
            if (!new Delivery(this, exchanges, exchange, reply != null).give(processor, way)) {
                underWay.incrementAndGet();
            }
            return;
        }
        try {
            exchange.getExchangeExtension().leaveToRoute();
            if (!way.process(exchange, this)) {
                underWay.incrementAndGet();
            }
        } catch (Throwable e) {
            LOG.log(System.Logger.Level.ERROR, endpoint + ": a route threw instead of failing its exchange", e);
        }
    }

    /** A message that a route had suspended is done. */
    @Override
    public void done(boolean doneSync) {
        if (!doneSync) {
            underWay.decrementAndGet();
            if (paused.isAnybodyWaiting()) {
                paused.call();
            }
        }
    }

    // ---- failures

    void report(String what, @Nullable Exchange exchange, Throwable failure) {
        ExceptionHandler handler = settings.exceptionHandler;
        if (handler != null) {
            handler.handleException(endpoint + ": " + what, exchange, failure);
        } else {
            LOG.log(System.Logger.Level.WARNING, endpoint + ": " + what, failure);
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
        Crew mine = crew;
        return mine == null || isToBeDropped() ? 0 : mine.channel().size();
    }

    @Override
    public boolean isBusy() {
        Crew mine = crew;
        if (mine == null || isToBeDropped()) {
            return false;
        }
        boolean queued = !mine.channel().isEmpty(); // first: see Worker
        return queued || mine.hasSomethingInHand();
    }

    @Override
    public boolean hasTaken() {
        Crew mine = crew;
        return mine != null && !isToBeDropped() && mine.hasSomethingInHand();
    }

    /** Nobody is to wait for what is going to be dropped. */
    private boolean isToBeDropped() {
        return settings.purgeWhenStopping;
    }
}
