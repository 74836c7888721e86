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
import java.util.concurrent.TimeUnit;
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
        return run(fed, false, feeder, callback, false);
    }

    @Override
    public boolean takeOver(Exchange exchange, AsyncCallback callback) {
        AbstractExchange fed = (AbstractExchange) exchange;
        fed.set(Flags.LEFT_TO_ROUTE, true);
        fed.leaveAllCalls();
        fed.setOrigin(origin); // replaces an earlier origin, such as that of the sender to a queue
        fed.setOriginalMessage(null);
        fed.setRoute(number);
        return run(fed, true, RouteNumbers.NONE, callback, false);
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

    /** Runs an exchange that belongs to this route and was counted in. */
    public void runCounted(AbstractExchange fed, AsyncCallback callback) {
        run(fed, true, RouteNumbers.NONE, callback, true);
    }

    /**
     * Runs an exchange. If it ends within this call, the same lane counts it out.
     *
     * @param routeOwns whether the caller has left the exchange to this route
     * @param feeder the number of the calling route, which is restored at the end unless the route owns the exchange
     * @param counted whether it was counted in
     */
    private boolean run(AbstractExchange fed, boolean routeOwns, int feeder, AsyncCallback callback, boolean counted) {
        boolean in = counted;
        boolean done = true;
        boolean suspended = false;
        try {
            if (!in && lane != null) {
                lane.enter();
            } else if (!in) {
                inflight.enter();
            }
            in = true;
            long begin = watchers == null ? 0 : watchers.entered(fed);
            int result = fed.isTroubled() ? code.enterTroubled(fed) : code.execute(fed, 0);
            suspended = result == Step.SUSPENDED;
            if (suspended && !fed.continuation().leave(whenEnded(fed, begin, routeOwns, feeder, callback))) {
                in = false; // the end of the route counts it out
                done = false;
            } else if (result == Step.GONE) {
                countOutAnyhow(fed, begin, true, lane);
                in = false;
            } else {
                countOut(fed, begin, false, lane);
                in = false;
                finish(fed, routeOwns, feeder);
            }
        } finally {
            if (in) {
                synchronized (inflight) {
                    inflight.owed++;
                }
                if (suspended) {
                    fed.endSuspension(); // the caller gets it back
                }
            }
        }
        if (done) {
            callback.done(true);
        }
        return done;
    }

    /**
     * The exchange is suspended already, so a full heap must not keep it from its end: waits for room. Returns an
     * interface: to verify a superclass of both, the JVM would load both.
     *
     * @param callback null for a caller that waits
     */
    private AsyncCallback whenEnded(
            AbstractExchange exchange, long begin, boolean routeOwns, int feeder, @Nullable AsyncCallback callback) {
        while (true) {
            try {
                return callback == null
                        ? new Waiting(exchange, begin, routeOwns)
                        : new Ending(exchange, begin, routeOwns, feeder, callback);
            } catch (OutOfMemoryError e) {
                Threading.parkNanos(this, AGAIN_NANOS);
            }
        }
    }

    private void finish(AbstractExchange fed, boolean routeOwns, int feeder) {
        if (routeOwns) {
            end(fed);
        } else {
            fed.returnToRoute(feeder);
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

        @Override
        public void done(boolean doneSync) {
            countOutAnyhow(exchange, begin, false, null);
            finish(exchange, routeOwns, feeder);
            callback.done(doneSync);
        }

        @Override
        public AsyncCallback calls() {
            return callback;
        }

        @Override
        public void gone() {
            countOutAnyhow(exchange, begin, true, null);
            callback.done(false);
        }
    }

    // ---- counts and listeners

    /**
     * Throws only if it has not counted out.
     *
     * @param gone whether the exchange has another owner now, and must not be read
     * @param by the lane that has counted it in, if this is its thread
     */
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

    /** For an exchange that has another owner, who may be at work: a throw would let the caller end it, too. */
    private void countOutAnyhow(
            AbstractExchange exchange, long begin, boolean gone, InflightCounter.@Nullable Lane by) {
        try {
            countOut(exchange, begin, gone, by);
        } catch (Throwable e) {
            synchronized (inflight) {
                inflight.owed++;
            }
        }
    }

    /** Ends and releases an exchange whose caller has given it up. */
    private void end(AbstractExchange exchange) {
        try {
            if (exchange.getException() != null) {
                logFailure(exchange);
            }
        } finally {
            try {
                exchange.release();
            } catch (Throwable e) { // there may be no room on the stack
                endAgain(exchange, e);
            }
        }
    }

    private static void endAgain(AbstractExchange exchange, Throwable before) {
        try {
            exchange.end();
        } catch (Throwable e) {
            Log.warn(RouteEntry.class, "An exchange could not be released", before);
        }
    }

    private void logFailure(AbstractExchange exchange) {
        try {
            Exception failure = Objects.requireNonNull(exchange.getException());
            Log.warn(
                    Log.route(routeId),
                    "Route " + routeId + ": exchange " + exchange.exchangeIdOrWhy() + " failed" + Place.in(exchange)
                            + ", and no error handler handled it [MH-56]",
                    failure);
        } catch (Throwable e) { // the heap may be full
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
        boolean suspended = false;
        try {
            int sender = exchange.route();
            exchange.enterRoute(origin, number);
            long begin = watchers == null ? 0 : watchers.entered(exchange);
            int result = exchange.isTroubled() ? code.enterTroubled(exchange) : code.execute(exchange, 0);
            suspended = result == Step.SUSPENDED;
            Waiting waiting = suspended ? leave(exchange, begin, own) : null;
            if (waiting != null) {
                in = false; // the end of the route counts it out
                back = waiting.await();
            } else if (result == Step.GONE) {
                countOutAnyhow(exchange, begin, true, null);
                in = false;
            } else {
                countOut(exchange, begin, false, null);
                in = false;
                back = true;
            }
            if (back) {
                exchange.returnToRoute(sender);
            }
        } finally {
            if (in) {
                synchronized (inflight) {
                    inflight.owed++;
                }
                if (suspended) {
                    exchange.endSuspension();
                }
            }
        }
        return back;
    }

    private IllegalStateException refusal() {
        inflight.count(InflightCounter.REFUSED, 1);
        return new IllegalStateException(
                "Route " + routeId + " is stopping and accepts no message from outside: start it again first");
    }

    /** Leaves the exchange suspended; null if it is done already. */
    private @Nullable Waiting leave(AbstractExchange exchange, long begin, boolean own) {
        AsyncCallback waiting = whenEnded(exchange, begin, own, 0, null);
        return exchange.continuation().leave(waiting) ? null : (Waiting) waiting;
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
        boolean gone;
        private volatile boolean over;

        Waiting(AbstractExchange exchange, long begin, boolean own) {
            this.exchange = exchange;
            this.begin = begin;
            this.own = own;
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
            countOutAnyhow(exchange, begin, false, null);
            over = true;
            if (settled.compareAndSet(false, true)) {
                done.countDown();
            } else if (own) {
                end(exchange);
            } else {
                exchange.end();
            }
        }

        @Override
        public void gone() {
            gone = true;
            countOutAnyhow(exchange, begin, true, null);
            over = true;
            settled.set(true);
            done.countDown();
        }
    }
}
