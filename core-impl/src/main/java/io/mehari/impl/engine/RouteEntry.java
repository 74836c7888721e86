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
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** A route as the processor that its consumer calls. Counts the exchanges in flight. */
public final class RouteEntry implements RouteProcessor {
    /*
     * An exchange whose caller has given it up (LEFT_TO_ROUTE) is ended and released here, unless the last step has
     * handed it over to another owner: then nothing here may touch it after execute() has returned.
     */
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
        if (lane != null) {
            lane.enter();
        } else {
            inflight.enter();
        }
        return begun(fed, left, feeder, lease, callback, lane);
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
        long begin = entered(fed);
        int result = fed.isTroubled() ? code.enterTroubled(fed) : code.execute(fed, 0);
        if (result == Step.GONE) {
            gone(fed, lane);
            callback.done(true);
            return true;
        }
        if (result == Step.SUSPENDED
                && !fed.continuation().leave(new Ending(fed, begin, left, feeder, lease, callback))) {
            return false;
        }
        left(fed, begin, lane);
        finish(fed, left, feeder, lease);
        callback.done(true);
        return true;
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
            left(exchange, begin, null);
            finish(exchange, left, feeder, lease);
            callback.done(doneSync);
        }

        @Override
        public AsyncCallback calls() {
            return callback;
        }

        @Override
        public void gone() {
            RouteEntry.this.gone(exchange, null);
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

    private void left(AbstractExchange exchange, long begin, InflightCounter.@Nullable Lane lane) {
        if (watchers != null) {
            watchers.left(exchange, routeId, begin);
        }
        countOut(exchange.isFailed(), lane);
    }

    private void countOut(boolean failed, InflightCounter.@Nullable Lane lane) {
        if (lane != null) {
            lane.leave(failed);
        } else {
            inflight.leave(failed);
        }
    }

    /** The exchange has another owner now. */
    private void gone(AbstractExchange exchange, InflightCounter.@Nullable Lane lane) {
        if (watchers != null) {
            watchers.gone(exchange, routeId);
        }
        countOut(false, lane);
    }

    /** Ends and releases an exchange whose caller has given it up. */
    private void end(AbstractExchange exchange, int lease) {
        Exception failure = exchange.getException();
        if (failure != null) {
            Log.warn(
                    RouteEntry.class,
                    "Route " + routeId + ": exchange " + exchange.exchangeIdOrWhy() + " failed" + Place.in(exchange)
                            + ", and no error handler handled it",
                    failure);
        }
        exchanges.release(exchange, lease);
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
            throw new IllegalStateException(
                    "Route " + routeId + " is stopping and accepts no message from outside: start it again first");
        }
        int sender = exchange.route();
        exchange.comesInto(origin, number);
        long begin = entered(exchange);
        int result = exchange.isTroubled() ? code.enterTroubled(exchange) : code.execute(exchange, 0);
        if (result == Step.SUSPENDED) {
            Waiting waiting = new Waiting(exchange, begin, own);
            if (!exchange.continuation().leave(waiting)) {
                waiting.await();
                return !waiting.gone && isBack(exchange, sender);
            }
        }
        if (result == Step.GONE) {
            gone(exchange, null);
            return false;
        }
        left(exchange, begin, null);
        return isBack(exchange, sender);
    }

    private static boolean isBack(AbstractExchange exchange, int sender) {
        exchange.backInRoute(sender);
        return true;
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

        Waiting(AbstractExchange exchange, long begin, boolean own) {
            this.exchange = exchange;
            this.begin = begin;
            this.own = own;
            this.lease = exchanges.lease(exchange);
        }

        void await() {
            try {
                done.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                if (settled.compareAndSet(false, true)) {
                    throw new SendInterruptedException(e);
                }
            }
        }

        @Override
        public void done(boolean doneSync) {
            left(exchange, begin, null);
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
            RouteEntry.this.gone(exchange, null);
            settled.set(true);
            done.countDown();
        }
    }
}
