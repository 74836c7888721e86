package io.mehari.component.queue;

import io.mehari.AsyncCallback;
import io.mehari.AsyncProcessor;
import io.mehari.Consumer;
import io.mehari.Endpoint;
import io.mehari.Exchange;
import io.mehari.Processor;
import io.mehari.spi.ExchangeFactory;
import io.mehari.spi.ShutdownAware;
import java.util.ArrayList;
import java.util.List;
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
    private final @Nullable AsyncProcessor route;
    private final ExchangeFactory exchanges;
    private final WaitingRoom paused = new WaitingRoom();
    private final AtomicInteger underWay = new AtomicInteger();
    private final int mostUnderWay;
    private volatile int state = STOPPED;

    // guarded by this
    private final List<Worker> workers = new ArrayList<>();

    /** Where this consumer takes from, or did so last. Written under the lock. */
    private volatile @Nullable Channel channel;

    QueueConsumer(QueueEndpoint endpoint, Processor processor) {
        this.endpoint = endpoint;
        this.queue = endpoint.queue();
        this.settings = endpoint.settings();
        this.processor = processor;
        this.route = processor instanceof AsyncProcessor async ? async : null;
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
        Channel mine = queue.subscribe(this);
        if (mine != channel) {
            channel = mine;
            workers.clear();
            for (int i = 1; i <= settings.concurrentConsumers; i++) {
                workers.add(new Worker(this, mine, endpoint.threadName(i)));
            }
        }
        state = RUNNING;
        workers.forEach(this::startThread);
    }

    /** A worker of a former start may still be in the route: it goes on. */
    private void startThread(Worker worker) {
        if (worker.runner == null) {
            Thread thread = endpoint.newThread(worker.name(), worker);
            worker.runner = thread;
            boolean started = false;
            try {
                thread.start();
                started = true;
            } finally {
                if (!started) {
                    worker.runner = null;
                }
            }
        }
    }

    @Override
    public void suspend() {
        synchronized (this) {
            if (state != RUNNING) {
                return;
            }
            changeState(SUSPENDED);
        }
        awaitNoTaking();
    }

    @Override
    public synchronized void resume() {
        if (state == SUSPENDED) {
            changeState(RUNNING);
        }
    }

    private void changeState(int next) {
        state = next;
        paused.callAll();
        Channel mine = channel;
        if (mine != null) {
            mine.nudgeTakers();
        }
    }

    @Override
    public void stop() {
        Channel mine = channel;
        synchronized (this) {
            if (state == STOPPED || mine == null) {
                return;
            }
            changeState(STOPPED);
        }
        awaitNoTaking();
        awaitEnd();
        if (queue.unsubscribe(this)) {
            if (settings.purgeWhenStopping) {
                queue.purge(exchanges, "it was purged when its last consumer stopped");
            }
            queue.giveUpReplies(mine, endpoint::callBackElsewhere);
        }
    }

    /** Until no worker takes anything more: each has ended, or will look at the state first. */
    private void awaitNoTaking() {
        List<Worker> all;
        synchronized (this) {
            all = List.copyOf(workers);
        }
        for (Worker each : all) {
            Thread thread = threadOf(each);
            for (int tries = 0;
                    thread != null && thread != Thread.currentThread() && !each.willSeeState(thread);
                    tries++) {
                Hesitation.briefly(tries);
                thread = threadOf(each);
            }
        }
    }

    /** Until all threads have ended that are not in the route. */
    private void awaitEnd() {
        List<Worker> all;
        synchronized (this) {
            all = List.copyOf(workers);
        }
        boolean interrupted = false;
        for (Worker each : all) {
            Thread thread = threadOf(each);
            while (thread != null && thread != Thread.currentThread() && each.phase() != Worker.IN_ROUTE) {
                try {
                    thread.join(1); // ends at once when the thread does
                } catch (InterruptedException e) {
                    interrupted = true;
                }
                thread = threadOf(each);
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized @Nullable Thread threadOf(Worker worker) {
        return worker.runner;
    }

    /** Called by the last instruction of a worker's thread. */
    void ended(Worker worker, boolean regular) {
        synchronized (this) {
            worker.runner = null;
        }
        if (regular) {
            replace(worker); // a thread for each message, or stopped and started again meanwhile
        } else if (state != STOPPED) {
            LOG.log(System.Logger.Level.WARNING, "Thread " + worker.name() + " has died and is replaced");
            replaceLater(worker, 1);
        }
    }

    @SuppressWarnings("CatchingUnchecked") // without a thread nothing is consumed: try again
    private void replace(Worker worker) {
        try {
            synchronized (this) {
                if (state != STOPPED && workers.contains(worker)) {
                    startThread(worker);
                }
            }
        } catch (Throwable e) {
            LOG.log(System.Logger.Level.WARNING, "No thread for " + worker.name() + "; trying again", e);
            replaceLater(worker, 100);
        }
    }

    private void replaceLater(Worker worker, long delayMillis) {
        endpoint.pools().schedule(() -> replace(worker), delayMillis);
    }

    boolean isThreadPerTask() {
        return settings.virtualThreadPerTask;
    }

    // ---- for the workers

    boolean isRunning() {
        return state == RUNNING;
    }

    /** Whether the worker is to take a message; pauses while it is not to. False when it is to end. */
    boolean mayTake(Worker worker) {
        while (mustPause()) {
            worker.pause(paused);
        }
        return state != STOPPED && worker.takesFrom(channel);
    }

    /** While suspended, and while as many messages are under way as may be. */
    boolean mustPause() {
        int now = state;
        return now == SUSPENDED || (now == RUNNING && underWay.get() >= mostUnderWay);
    }

    /** Gives a message to the route, which ends it. */
    @SuppressWarnings("CatchingUnchecked") // law Q9: a consumer survives whatever the route throws
    void give(Exchange exchange) {
        if (queue.replies().isGivenUp(exchange)) {
            queue.discard(exchange, exchanges, "its sender has given it up");
            return;
        }
        AsyncProcessor steps = route;
        if (steps == null || settings.exceptionHandler != null) {
            new Delivery(exchange).give();
            return;
        }
        try {
            exchange.getExchangeExtension().leaveToRoute();
            if (!steps.process(exchange, this)) {
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

    /** A message that the consumer ends itself, since it is to see its failure. */
    private final class Delivery implements AsyncCallback {
        private final Exchange exchange;
        private final int lease;

        Delivery(Exchange exchange) {
            this.exchange = exchange;
            this.lease = exchanges.lease(exchange);
        }

        @SuppressWarnings("CatchingUnchecked")
        void give() {
            boolean over = true;
            try {
                if (route != null) {
                    over = route.process(exchange, this);
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

        private void end() {
            Exception failure = exchange.getException();
            try {
                if (failure != null) {
                    report("A message failed", exchange, failure);
                }
            } finally {
                if (lease != 0) {
                    exchanges.release(exchange, lease);
                } else {
                    SharedQueue.end(exchange, exchanges);
                }
            }
        }
    }

    // ---- failures

    private void report(String what, @Nullable Exchange exchange, Throwable failure) {
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
            give(carrier);
        } else {
            report("no message could be taken", null, failure);
        }
    }

    // ---- for a stop

    @Override
    public int getPendingExchangesSize() {
        Channel mine = channel;
        if (mine == null || settings.purgeWhenStopping) {
            return 0; // nobody is to wait for what is going to be dropped
        }
        int queued = mine.size(); // first: see Worker
        return queued + inHand();
    }

    /**
     * Messages that workers have taken. Those that are in the route count too, since it cannot be told when exactly the route has
     * counted them: better once too often than not at all.
     */
    private synchronized int inHand() {
        int count = 0;
        for (Worker each : workers) {
            if (each.mayHaveMessage()) {
                count++;
            }
        }
        return count;
    }
}
