package io.mehari.impl.engine;

import io.mehari.AsyncCallback;
import io.mehari.Exchange;
import io.mehari.SendInterruptedException;
import io.mehari.impl.exchange.AbstractExchange;
import io.mehari.impl.exchange.Flags;
import io.mehari.impl.exchange.Origin;
import io.mehari.impl.exchange.Place;
import io.mehari.impl.exchange.RouteEnd;
import io.mehari.impl.exchange.RouteNumbers;
import io.mehari.spi.Threading;
import io.mehari.spi.internal.ChainedCallback;
import io.mehari.spi.internal.Log;
import io.mehari.spi.internal.RouteProcessor;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A route as the processor that its consumer calls. Counts the exchanges in flight: with a lane, which makes it an
 * entrance for one thread at a time, or without.
 */
public final class RouteEntry extends RouteProcessor.Entrance {
    /*
     * An exchange whose caller has given it up (LEFT_TO_ROUTE) is ended and released here, unless the last step has
     * handed it over to another owner: then nothing here may touch it after execute() has returned.
     *
     * Steps, listeners and completions may throw anything, and do not reach this class. What does is an error of the
     * JVM in Mehari's own frames (law S4): the message fails, its caller gets the error, and the context says once
     * that its counts may be off.
     */
    private final RouteCode code;
    private final String routeId;
    private final Origin origin;
    private final int number;
    private final InflightCounter inflight;
    private final @Nullable Watchers watchers;
    private final InflightCounter.@Nullable Lane lane;
    private boolean closed;

    public RouteEntry(
            RouteCode code, Origin origin, int number, InflightCounter inflight, @Nullable Watchers watchers) {
        this(code, origin, number, inflight, watchers, null);
    }

    private RouteEntry(
            RouteCode code,
            Origin origin,
            int number,
            InflightCounter inflight,
            @Nullable Watchers watchers,
            InflightCounter.@Nullable Lane lane) {
        this.code = code;
        this.origin = origin;
        this.number = number;
        this.routeId = Objects.requireNonNull(origin.fromRouteId);
        this.inflight = inflight;
        this.watchers = watchers;
        this.lane = lane;
    }

    RouteCode code() { // for calls from other routes, which count the exchange themselves
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
    public boolean process(Exchange exchange, AsyncCallback callback) {
        AbstractExchange fed = (AbstractExchange) exchange;
        fed.set(Flags.LEFT_TO_ROUTE, false);
        int feeder = fed.route();
        fed.leaveAllCalls(); // a copy from a queue still has the call depth of its original
        fed.enterRoute(origin, number);
        enter();
        return run(fed, false, feeder, callback) != Step.SUSPENDED;
    }

    @Override
    public boolean takeOver(Exchange exchange, AsyncCallback callback) {
        AbstractExchange fed = (AbstractExchange) exchange;
        fed.set(Flags.LEFT_TO_ROUTE, true);
        fed.leaveAllCalls();
        fed.setOrigin(origin); // replaces an earlier origin, such as that of the sender to a queue
        fed.setOriginalMessage(null);
        fed.setRoute(number);
        enter();
        return run(fed, true, RouteNumbers.NONE, callback) != Step.SUSPENDED;
    }

    private void enter() {
        if (lane != null) {
            lane.enter();
        } else {
            inflight.enter();
        }
    }

    /** Runs an exchange that belongs to this route and was counted in. */
    public void runCounted(AbstractExchange fed, AsyncCallback callback) {
        run(fed, true, RouteNumbers.NONE, callback);
    }

    @Override
    public Entrance openEntrance() {
        return new RouteEntry(code, origin, number, inflight, watchers, inflight.openLane());
    }

    @Override
    public void close() {
        if (lane != null && !closed) {
            closed = true; // a second close would give the lane to two threads
            lane.close();
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
        int sender = exchange.route();
        if (!inflight.enterFromOutside() && !(WithinRoute.isCaller() && inflight.enterUnlessClosed())) {
            throw refusal();
        }
        exchange.enterRoute(origin, number);
        return run(exchange, own, sender, null) != Step.GONE;
    }

    private IllegalStateException refusal() {
        inflight.count(InflightCounter.REFUSED, 1);
        return new IllegalStateException(
                "Route " + routeId + " is stopping and accepts no message from outside: start it again first");
    }

    // ---- the run

    /**
     * Runs an exchange that was counted in. What ends within this call is counted out by the same lane.
     *
     * @param owns whether the caller has left the exchange to this route; of a template, whether it was created for it
     * @param feeder the number of the calling route, which is restored at the end unless the route owns the exchange
     * @param callback called at the end, in this call or after a suspension; null for a template, which waits here
     * @return a position if it has ended, or SUSPENDED or GONE
     */
    private int run(AbstractExchange fed, boolean owns, int feeder, @Nullable AsyncCallback callback) {
        int result;
        AsyncCallback end = null;
        try {
            long begin = watchers == null ? 0 : watchers.entered(fed);
            result = fed.isTroubled() ? code.enterTroubled(fed) : code.execute(fed, 0);
            if (result == Step.SUSPENDED) {
                end = whenEnded(fed, begin, owns, feeder, callback);
                result = fed.continuation().leave(end) ? Step.END : Step.SUSPENDED;
            }
            if (result != Step.SUSPENDED) {
                countOut(fed, begin, result == Step.GONE, lane);
            }
        } catch (Throwable e) {
            inflight.leave(true);
            fed.endSuspension();
            EngineContext.of(origin.context).countsMayBeOff(e);
            throw e;
        }
        if (end instanceof Waiting waiting && result == Step.SUSPENDED) {
            result = waiting.await();
        }
        if (result >= 0) {
            finish(fed, owns && callback != null, feeder);
        }
        if (callback != null && result != Step.SUSPENDED) {
            callback.done(true);
        }
        return result;
    }

    /** Returns an interface: to verify a superclass of both, the JVM would load both. */
    private AsyncCallback whenEnded(
            AbstractExchange exchange, long begin, boolean owns, int feeder, @Nullable AsyncCallback callback) {
        if (callback == null) {
            return new Waiting(exchange, begin, owns);
        }
        return new Ending(exchange, begin, owns, feeder, callback);
    }

    /** @param by the lane that has counted it in, if this is its thread */
    private void countOut(AbstractExchange exchange, long begin, boolean gone, InflightCounter.@Nullable Lane by) {
        if (watchers != null && !gone) {
            watchers.left(exchange, begin);
        }
        boolean failed = !gone && exchange.isFailed();
        if (by != null) {
            by.leave(failed);
        } else {
            inflight.leave(failed);
        }
    }

    private void finish(AbstractExchange fed, boolean routeOwns, int feeder) {
        if (routeOwns) {
            end(fed);
        } else {
            fed.returnToRoute(feeder);
        }
    }

    /** Ends and releases an exchange whose caller has given it up. */
    private void end(AbstractExchange exchange) {
        try {
            Exception failure = exchange.getException();
            if (failure != null) {
                Log.warn(
                        Log.route(routeId),
                        "Route " + routeId + ": exchange " + exchange.exchangeIdOrWhy() + " failed" + Place.in(exchange)
                                + ", and no error handler handled it [MH-56]",
                        failure);
            }
        } finally {
            exchange.release();
        }
    }

    /** The callback at the end of a suspended exchange. */
    private final class Ending extends RouteEnd implements ChainedCallback {
        private final AbstractExchange exchange;
        private final long begin;
        private final boolean routeOwns;
        private final char feeder;
        private final AsyncCallback callback;

        Ending(AbstractExchange exchange, long begin, boolean routeOwns, int feeder, AsyncCallback callback) {
            this.exchange = exchange;
            this.begin = begin;
            this.routeOwns = routeOwns;
            this.feeder = (char) feeder;
            this.callback = callback;
        }

        /** Law S4: whatever is thrown here, the caller must not wait for ever. */
        @Override
        public void done(boolean doneSync) {
            try {
                countOut(exchange, begin, false, null);
                finish(exchange, routeOwns, feeder);
            } finally {
                callback.done(doneSync);
            }
        }

        @Override
        public AsyncCallback calls() {
            return callback;
        }

        @Override
        public void gone() {
            try {
                countOut(exchange, begin, true, null);
            } finally {
                callback.done(false);
            }
        }
    }

    /**
     * A template that waits for the end of the route. The exchange is counted out even if its thread was interrupted
     * and has returned.
     */
    private final class Waiting extends RouteEnd {
        private final CountDownLatch done = Threading.latch();
        /** Set by the end of the route or by an interrupted caller, whichever is first. */
        private final AtomicBoolean settled = new AtomicBoolean();

        private final AbstractExchange exchange;
        private final long begin;
        private final boolean own;
        private int result = Step.END;

        Waiting(AbstractExchange exchange, long begin, boolean own) {
            this.exchange = exchange;
            this.begin = begin;
            this.own = own;
        }

        /** Waits for the end of the route; GONE if the exchange was handed over. */
        int await() {
            try {
                done.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                if (settled.compareAndSet(false, true)) {
                    throw new SendInterruptedException(e);
                }
            } catch (VirtualMachineError e) { // until it is over the exchange is the route's, and nobody may end it
                while (!settled.get()) {
                    Threading.parkNanos(this, 1_000_000);
                }
            }
            return result;
        }

        @Override
        public void done(boolean doneSync) {
            try {
                countOut(exchange, begin, false, null);
            } finally {
                if (settled.compareAndSet(false, true)) {
                    done.countDown();
                } else if (own) {
                    end(exchange);
                } else {
                    exchange.end();
                }
            }
        }

        @Override
        public void gone() {
            result = Step.GONE;
            try {
                countOut(exchange, begin, true, null);
            } finally {
                settled.set(true);
                done.countDown();
            }
        }
    }
}
