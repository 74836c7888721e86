package io.mehari.impl;

import io.mehari.AsyncCallback;
import io.mehari.AsyncProcessor;
import io.mehari.Exchange;
import io.mehari.spi.ExchangeFactory;
import io.mehari.spi.RouteProcessor;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/** What a consumer feeds: one route, as a processor, and the count of what is under way in it. */
final class RouteEntry implements RouteProcessor {
    /*
     * An exchange that its feeder has left to the route is ended and released here, unless the last step has handed it
     * over to another owner: then nothing of it may be touched behind execute().
     */
    private final RouteCode code;
    private final String routeId;
    private final Origin origin;
    private final Traffic traffic;
    private final ExchangeFactory exchanges;
    private final @Nullable Watchers watchers;

    RouteEntry(RouteCode code, Origin origin, Traffic traffic, ExchangeFactory exchanges, @Nullable Watchers watchers) {
        this.code = code;
        this.origin = origin;
        this.routeId = Objects.requireNonNull(origin.fromRouteId);
        this.traffic = traffic;
        this.exchanges = exchanges;
        this.watchers = watchers;
    }

    /** For calls from within other routes, which count as theirs. */
    RouteCode code() {
        return code;
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
        CountDownLatch done = new CountDownLatch(1);
        if (!entry.process(exchange, doneSync -> done.countDown())) {
            await(done);
        }
    }

    @Override
    public boolean process(Exchange exchange, AsyncCallback callback) {
        return feed(exchange, callback, null);
    }

    @Override
    public Entrance openEntrance() {
        return new OwnEntrance(traffic.openLane());
    }

    private final class OwnEntrance implements Entrance {
        private final Traffic.Lane lane;
        private boolean closed;

        OwnEntrance(Traffic.Lane lane) {
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
                closed = true; // else two others could get it
                lane.close();
            }
        }
    }

    private boolean feed(Exchange exchange, AsyncCallback callback, Traffic.@Nullable Lane lane) {
        DefaultExchange fed = (DefaultExchange) exchange;
        boolean left = fed.is(Flags.LEFT_TO_ROUTE);
        int lease = left ? exchanges.lease(fed) : 0;
        fed.leaveAllCalls(); // this is the base of a stack; a copy that was queued brings along how deep its origin was
        if (left) {
            fed.setOrigin(origin); // where it was before, such as in front of a queue, is over
        } else {
            fed.comesInto(origin);
        }
        if (lane != null) {
            lane.enter();
        } else {
            traffic.enter();
        }
        return begun(fed, left, lease, callback, lane);
    }

    /** Runs an exchange that was counted in. It is counted out by the same lane, if it ends within this call. */
    boolean begun(DefaultExchange fed, boolean left, int lease, AsyncCallback callback, Traffic.@Nullable Lane lane) {
        long begin = entered(fed);
        int result = code.execute(fed, 0);
        if (result == Step.GONE) {
            gone(fed, lane);
            callback.done(true);
            return true;
        }
        if (result == Step.SUSPENDED && !fed.continuation().leave(new Ending(fed, begin, left, lease, callback))) {
            return false;
        }
        left(fed, begin, lane);
        return finished(fed, left, lease, callback);
    }

    private boolean finished(DefaultExchange fed, boolean left, int lease, AsyncCallback callback) {
        if (left) {
            end(fed, lease);
        }
        callback.done(true);
        return true;
    }

    /** For an exchange that suspended: called at its end. */
    private final class Ending extends RouteEnd {
        private final DefaultExchange exchange;
        private final long begin;
        private final boolean left;
        private final int lease;
        private final AsyncCallback callback;

        Ending(DefaultExchange exchange, long begin, boolean left, int lease, AsyncCallback callback) {
            this.exchange = exchange;
            this.begin = begin;
            this.left = left;
            this.lease = lease;
            this.callback = callback;
        }

        @Override
        public void done(boolean doneSync) {
            left(exchange, begin, null);
            if (left) {
                end(exchange, lease);
            }
            callback.done(doneSync);
        }

        @Override
        void gone() {
            RouteEntry.this.gone(exchange, null);
            callback.done(false);
        }
    }

    // ---- counting, and telling those who watch

    private long entered(DefaultExchange exchange) {
        if (watchers == null) {
            return 0;
        }
        watchers.entered(exchange, routeId);
        return System.nanoTime();
    }

    private void left(DefaultExchange exchange, long begin, Traffic.@Nullable Lane lane) {
        if (watchers != null) {
            watchers.left(exchange, routeId, System.nanoTime() - begin);
        }
        countOut(exchange.isFailed(), lane);
    }

    private void countOut(boolean failed, Traffic.@Nullable Lane lane) {
        if (lane != null) {
            lane.leave(failed);
        } else {
            traffic.leave(failed);
        }
    }

    /** The exchange has another owner. */
    private void gone(DefaultExchange exchange, Traffic.@Nullable Lane lane) {
        if (watchers != null) {
            watchers.gone(exchange, routeId);
        }
        countOut(false, lane);
    }

    /** Nobody else will look at it. */
    private void end(DefaultExchange exchange, int lease) {
        Exception failure = exchange.getException();
        if (failure != null) {
            Log.warn(
                    RouteEntry.class,
                    "Route " + routeId + ": exchange " + exchange.getExchangeId()
                            + " failed, and no error handler dealt with it",
                    failure);
        }
        exchanges.release(exchange, lease);
    }

    // ---- from a template, which ends and releases the exchange itself

    /**
     * Runs the route; where it suspends, blocks the caller until it is done.
     *
     * @return false when the exchange was handed over to another owner
     */
    boolean runAndWait(DefaultExchange exchange) {
        if (!traffic.enterFromOutside()) {
            throw new IllegalStateException(
                    "Route " + routeId + " is about to stop and takes no message from outside: start it again first");
        }
        exchange.comesInto(origin);
        long begin = entered(exchange);
        int result = code.execute(exchange, 0);
        if (result == Step.SUSPENDED) {
            Waiting waiting = new Waiting(exchange, begin);
            if (!exchange.continuation().leave(waiting)) {
                await(waiting.done);
                return !waiting.gone;
            }
        }
        if (result == Step.GONE) {
            gone(exchange, null);
            return false;
        }
        left(exchange, begin, null);
        return true;
    }

    /** Counts the exchange out, also when whoever waited for it was interrupted and has left. */
    private final class Waiting extends RouteEnd {
        final CountDownLatch done = new CountDownLatch(1);
        private final DefaultExchange exchange;
        private final long begin;
        boolean gone;

        Waiting(DefaultExchange exchange, long begin) {
            this.exchange = exchange;
            this.begin = begin;
        }

        @Override
        public void done(boolean doneSync) {
            left(exchange, begin, null);
            done.countDown();
        }

        @Override
        void gone() {
            gone = true;
            RouteEntry.this.gone(exchange, null);
            done.countDown();
        }
    }

    private static void await(CountDownLatch done) {
        try {
            done.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StillUnderWayException(e);
        }
    }
}
