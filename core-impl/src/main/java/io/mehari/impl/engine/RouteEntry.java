package io.mehari.impl.engine;

import io.mehari.AsyncCallback;
import io.mehari.AsyncProcessor;
import io.mehari.Exchange;
import io.mehari.SendInterruptedException;
import io.mehari.impl.exchange.AbstractExchange;
import io.mehari.impl.exchange.Flags;
import io.mehari.impl.exchange.Origin;
import io.mehari.impl.exchange.Place;
import io.mehari.impl.exchange.RouteEnd;
import io.mehari.spi.ExchangeFactory;
import io.mehari.spi.Log;
import io.mehari.spi.RouteProcessor;
import io.mehari.spi.Threading;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** A route as the processor that its consumer calls. Counts the exchanges in flight. */
public final class RouteEntry implements RouteProcessor {
    /*
     * An exchange whose caller has given it up (LEFT_TO_ROUTE) is ended and released here, unless the last step has
     * handed it over to another owner: then nothing here may touch it after execute() has returned.
     *
     * Law S4: the heap or the stack may be full in any frame, also here. What was counted in is counted out once:
     * leave() of the counter has counted or has thrown, and a finally clause, which may have no room for a call, counts
     * by a field (InflightCounter.owed). It is no catch clause, because the JVM may call the class loader to find out
     * which class that catches. A method that throws has counted out, and has not called back.
     */
    private static final long AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final RouteCode code;
    private final String routeId;
    private final Origin origin;
    private final int number;
    private final InflightCounter inflight;
    private final ExchangeFactory exchanges;
    private final @Nullable Watchers watchers;

    /**
     * @param number the number of the route
     */
    public RouteEntry(
            RouteCode code,
            Origin origin,
            int number,
            InflightCounter inflight,
            ExchangeFactory exchanges,
            @Nullable Watchers watchers) {
        this.code = code;
        this.origin = origin;
        this.number = number;
        this.routeId = Objects.requireNonNull(origin.fromRouteId);
        this.inflight = inflight;
        this.exchanges = exchanges;
        this.watchers = watchers;
    }

    /** For calls from other routes, which count the exchange themselves. */
    RouteCode code() {
        return code;
    }

    public int number() {
        return number;
    }

    @Override
    public String getRouteId() {
        return routeId;
    }

    // ---- from a consumer

    @Override
    public void process(Exchange exchange) {
        processAndWait(this, exchange);
    }

    private static void processAndWait(AsyncProcessor entry, Exchange exchange) {
        CountDownLatch done = Threading.latch();
        if (!entry.process(exchange, doneSync -> done.countDown())) {
            try {
                done.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new SendInterruptedException(e);
            }
        }
    }

    @Override
    public boolean process(Exchange exchange, AsyncCallback callback) {
        return feed(exchange, callback, null);
    }

    @Override
    public Entrance openEntrance() {
        return new OwnEntrance(inflight.openLane());
    }

    private final class OwnEntrance implements Entrance {
        private final InflightCounter.Lane lane;
        private boolean closed;

        OwnEntrance(InflightCounter.Lane lane) {
            this.lane = lane;
        }

        @Override
        public void process(Exchange exchange) {
            processAndWait(this, exchange);
        }

        @Override
        public boolean process(Exchange exchange, AsyncCallback callback) {
            return feed(exchange, callback, lane);
        }

        @Override
        public void close() {
            if (!closed) {
                closed = true; // a second close would give the lane to two threads
                lane.close();
            }
        }
    }

    private boolean feed(Exchange exchange, AsyncCallback callback, InflightCounter.@Nullable Lane lane) {
        AbstractExchange fed = (AbstractExchange) exchange;
        boolean left = fed.is(Flags.LEFT_TO_ROUTE);
        int feeder = fed.route();
        int lease = left ? exchanges.lease(fed) : 0;
        fed.leaveAllCalls(); // a copy from a queue still has the call depth of its original
        if (left) {
            fed.setOrigin(origin); // replaces an earlier origin, such as that of the sender to a queue
            fed.forgetOriginalMessage();
            fed.setRoute(number);
        } else {
            fed.comesInto(origin, number);
        }
        return run(fed, left, feeder, lease, callback, lane, false);
    }

    /**
     * Runs an exchange that was counted in. If it ends within this call, the same lane counts it out.
     *
     * @param left whether the caller has left the exchange to this route
     * @param feeder the number of the calling route, which is restored at the end unless the exchange was left
     * @param lease the lease of the exchange in its pool, if it was left
     */
    public boolean begun(
            AbstractExchange fed,
            boolean left,
            int feeder,
            int lease,
            AsyncCallback callback,
            InflightCounter.@Nullable Lane lane) {
        return run(fed, left, feeder, lease, callback, lane, true);
    }

    private boolean run(
            AbstractExchange fed,
            boolean left,
            int feeder,
            int lease,
            AsyncCallback callback,
            InflightCounter.@Nullable Lane lane,
            boolean counted) {
        boolean in = counted;
        boolean done = true;
        try {
            if (!in) {
                countIn(lane);
                in = true;
            }
            long begin = entered(fed);
            int result = fed.isTroubled() ? code.enterTroubled(fed) : code.execute(fed, 0);
            if (result == Step.SUSPENDED
                    && !fed.continuation().leave(ending(fed, begin, left, feeder, lease, callback))) {
                in = false; // the end of the route counts it out
                done = false;
            } else if (result == Step.GONE) {
                goneAnyhow(fed, lane);
                in = false;
            } else {
                left(fed, begin, lane);
                in = false;
                finish(fed, left, feeder, lease);
            }
        } finally {
            if (in) {
                synchronized (inflight) {
                    inflight.owed++;
                }
            }
        }
        if (done) {
            callback.done(true);
        }
        return done;
    }

    /** The exchange is suspended already, so a full heap must not keep it from its end: waits for room. */
    private Ending ending(
            AbstractExchange fed, long begin, boolean left, int feeder, int lease, AsyncCallback callback) {
        while (true) {
            try {
                return new Ending(fed, begin, left, feeder, lease, callback);
            } catch (OutOfMemoryError e) {
                Threading.parkNanos(this, AGAIN_NANOS);
            }
        }
    }

    private void finish(AbstractExchange fed, boolean left, int feeder, int lease) {
        if (left) {
            end(fed, lease);
        } else {
            fed.backInRoute(feeder);
        }
    }

    /** The callback at the end of a suspended exchange. */
    private final class Ending extends RouteEnd {
        private final AbstractExchange exchange;
        private final long begin;
        private final boolean left;
        private final char feeder;
        private final int lease;
        private final AsyncCallback callback;

        Ending(AbstractExchange exchange, long begin, boolean left, int feeder, int lease, AsyncCallback callback) {
            this.exchange = exchange;
            this.begin = begin;
            this.left = left;
            this.feeder = (char) feeder;
            this.lease = lease;
            this.callback = callback;
        }

        @Override
        public void done(boolean doneSync) {
            leftAnyhow(exchange, begin);
            finish(exchange, left, feeder, lease);
            callback.done(doneSync);
        }

        @Override
        public AsyncCallback calls() {
            return callback;
        }

        @Override
        public void gone() {
            goneAnyhow(exchange, null);
            callback.done(false);
        }
    }

    // ---- counts and listeners

    private long entered(AbstractExchange exchange) {
        if (watchers == null) {
            return 0;
        }
        return watchers.entered(exchange, routeId);
    }

    /** Throws only if it has not counted out. */
    private void left(AbstractExchange exchange, long begin, InflightCounter.@Nullable Lane lane) {
        if (watchers != null) {
            watchers.left(exchange, routeId, begin);
        }
        countOut(exchange.isFailed(), lane);
    }

    @SuppressWarnings("CatchingUnchecked") // see above
    private void leftAnyhow(AbstractExchange exchange, long begin) {
        try {
            left(exchange, begin, null);
        } catch (Throwable e) {
            synchronized (inflight) {
                inflight.owed++;
            }
        }
    }

    private void countIn(InflightCounter.@Nullable Lane lane) {
        if (lane != null) {
            lane.enter();
        } else {
            inflight.enter();
        }
    }

    private void countOut(boolean failed, InflightCounter.@Nullable Lane lane) {
        if (lane != null) {
            lane.leave(failed);
        } else {
            inflight.leave(failed);
        }
    }

    /** The exchange has another owner now, who may be at work: a throw would let the caller end it, too. */
    @SuppressWarnings("CatchingUnchecked") // see above
    private void goneAnyhow(AbstractExchange exchange, InflightCounter.@Nullable Lane lane) {
        try {
            gone(exchange, lane);
        } catch (Throwable e) {
            synchronized (inflight) {
                inflight.owed++;
            }
        }
    }

    /** Throws only if it has not counted out. */
    private void gone(AbstractExchange exchange, InflightCounter.@Nullable Lane lane) {
        if (watchers != null) {
            watchers.gone(exchange, routeId);
        }
        countOut(false, lane);
    }

    /** Ends and releases an exchange whose caller has given it up. The factory may be the user's. */
    @SuppressWarnings("CatchingUnchecked")
    private void end(AbstractExchange exchange, int lease) {
        try {
            if (exchange.getException() != null) {
                logFailure(exchange);
            }
        } finally {
            try {
                exchange.end(); // if the factory fails, the completions have run
                exchanges.release(exchange, lease);
            } catch (Throwable e) {
                Log.warn(RouteEntry.class, "An exchange could not be released", e);
            }
        }
    }

    @SuppressWarnings("CatchingUnchecked") // the heap may be full
    private void logFailure(AbstractExchange exchange) {
        try {
            Exception failure = Objects.requireNonNull(exchange.getException());
            Log.warn(
                    RouteEntry.class,
                    "Route " + routeId + ": exchange " + exchange.exchangeIdOrWhy() + " failed" + Place.in(exchange)
                            + ", and no error handler handled it",
                    failure);
        } catch (Throwable e) {
            Log.warn(RouteEntry.class, "An exchange failed, and no error handler handled it", e);
        }
    }

    // ---- from a template, which ends and releases the exchange itself

    /**
     * Runs the route. If the exchange suspends, blocks the caller until the route is done. An interrupted caller gets
     * an exception at once. Then the end of the route also ends the exchange, and releases it if it was created for
     * this call.
     *
     * @param own whether the exchange was created for this call
     * @return false if the exchange was handed over to another owner
     */
    public boolean runAndWait(AbstractExchange exchange, boolean own) {
        if (!inflight.enterFromOutside() && !(WithinRoute.isCaller() && inflight.enterUnlessClosed())) {
            throw refusal();
        }
        boolean in = true;
        boolean back = false;
        try {
            int sender = exchange.route();
            exchange.comesInto(origin, number);
            long begin = entered(exchange);
            int result = exchange.isTroubled() ? code.enterTroubled(exchange) : code.execute(exchange, 0);
            Waiting waiting = result == Step.SUSPENDED ? leave(exchange, begin, own) : null;
            if (waiting != null) {
                in = false; // the end of the route counts it out
                back = waiting.await();
            } else if (result == Step.GONE) {
                goneAnyhow(exchange, null);
                in = false;
            } else {
                left(exchange, begin, null);
                in = false;
                back = true;
            }
            if (back) {
                exchange.backInRoute(sender);
            }
        } finally {
            if (in) {
                synchronized (inflight) {
                    inflight.owed++;
                }
            }
        }
        return back;
    }

    private IllegalStateException refusal() {
        return new IllegalStateException(
                "Route " + routeId + " is stopping and accepts no message from outside: start it again first");
    }

    /** Leaves the exchange suspended; null if it is done already. */
    private @Nullable Waiting leave(AbstractExchange exchange, long begin, boolean own) {
        Waiting waiting = waiting(exchange, begin, own);
        return exchange.continuation().leave(waiting) ? null : waiting;
    }

    /** As for {@link #ending}. */
    private Waiting waiting(AbstractExchange exchange, long begin, boolean own) {
        while (true) {
            try {
                return new Waiting(exchange, begin, own);
            } catch (OutOfMemoryError e) {
                Threading.parkNanos(this, AGAIN_NANOS);
            }
        }
    }

    /**
     * A caller that waits for the end of the route. The exchange is counted out even if the caller was interrupted and
     * has returned.
     */
    private final class Waiting extends RouteEnd {
        private final CountDownLatch done = Threading.latch();
        /** Set by the end of the route or by an interrupted caller, whichever is first. */
        private final AtomicBoolean settled = new AtomicBoolean();

        private final AbstractExchange exchange;
        private final long begin;
        private final boolean own;
        private final int lease;
        boolean gone;
        private volatile boolean over;

        Waiting(AbstractExchange exchange, long begin, boolean own) {
            this.exchange = exchange;
            this.begin = begin;
            this.own = own;
            this.lease = exchanges.lease(exchange);
        }

        /**
         * Waits for the end of the route; false if the exchange was handed over. Without room on the heap or the stack
         * it waits all the same: the exchange is still the route's.
         */
        boolean await() {
            while (true) {
                try {
                    done.await();
                    return !gone;
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    if (settled.compareAndSet(false, true)) {
                        throw new SendInterruptedException(e);
                    }
                    return !gone;
                } catch (VirtualMachineError e) {
                    if (over) {
                        return !gone;
                    }
                }
            }
        }

        @Override
        public void done(boolean doneSync) {
            leftAnyhow(exchange, begin);
            over = true;
            if (settled.compareAndSet(false, true)) {
                done.countDown();
            } else if (own) {
                end(exchange, lease);
            } else {
                exchange.end();
            }
        }

        @Override
        public void gone() {
            gone = true;
            goneAnyhow(exchange, null);
            over = true;
            settled.set(true);
            done.countDown();
        }
    }
}
