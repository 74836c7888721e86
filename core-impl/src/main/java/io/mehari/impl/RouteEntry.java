package io.mehari.impl;

import io.mehari.AsyncCallback;
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
        CountDownLatch done = new CountDownLatch(1);
        if (!process(exchange, doneSync -> done.countDown())) {
            await(done);
        }
    }

    @Override
    public boolean process(Exchange exchange, AsyncCallback callback) {
        DefaultExchange fed = (DefaultExchange) exchange;
        boolean left = fed.is(Flags.LEFT_TO_ROUTE);
        int lease = left ? exchanges.lease(fed) : 0;
        fed.leaveAllCalls(); // this is the base of a stack; a copy that was queued brings along how deep its origin was
        if (left) {
            fed.setOrigin(origin); // where it was before, such as in front of a queue, is over
        } else {
            fed.comesInto(origin);
        }
        traffic.enter();
        return begun(fed, left, lease, callback);
    }

    /** Runs an exchange that was counted in. */
    boolean begun(DefaultExchange fed, boolean left, int lease, AsyncCallback callback) {
        long begin = entered(fed);
        int result = code.execute(fed, 0);
        if (result == Step.GONE) {
            gone(fed);
            callback.done(true);
            return true;
        }
        if (result == Step.SUSPENDED && !fed.continuation().leave(new Ending(fed, begin, left, lease, callback))) {
            return false;
        }
        left(fed, begin);
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
            left(exchange, begin);
            if (left) {
                end(exchange, lease);
            }
            callback.done(doneSync);
        }

        @Override
        void gone() {
            RouteEntry.this.gone(exchange);
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

    private void left(DefaultExchange exchange, long begin) {
        if (watchers != null) {
            watchers.left(exchange, routeId, System.nanoTime() - begin);
        }
        traffic.leave(exchange.isFailed());
    }

    /** The exchange has another owner. */
    private void gone(DefaultExchange exchange) {
        if (watchers != null) {
            watchers.gone(exchange, routeId);
        }
        traffic.leave(false);
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
            gone(exchange);
            return false;
        }
        left(exchange, begin);
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
            left(exchange, begin);
            done.countDown();
        }

        @Override
        void gone() {
            gone = true;
            RouteEntry.this.gone(exchange);
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
