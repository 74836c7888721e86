package io.mehari.impl;

import io.mehari.AsyncCallback;
import io.mehari.AsyncProcessor;
import io.mehari.Exchange;
import java.util.concurrent.CountDownLatch;

/** What a consumer feeds: one route, as a processor. When the route is done, so is the exchange. */
final class RouteEntry implements AsyncProcessor {
    private final RouteCode code;

    RouteEntry(RouteCode code) {
        this.code = code;
    }

    RouteCode code() {
        return code;
    }

    @Override
    public void process(Exchange exchange) throws Exception {
        runAndWait(code, (DefaultExchange) exchange);
    }

    @Override
    public boolean process(Exchange exchange, AsyncCallback callback) {
        boolean done = code.start((DefaultExchange) exchange, callback);
        if (done) {
            callback.done(true);
        }
        return done;
    }

    /** Runs the steps; where they suspend, blocks the caller until they are done. */
    static void runAndWait(RouteCode code, DefaultExchange exchange) {
        if (!code.run(exchange, 0)) {
            CountDownLatch done = new CountDownLatch(1);
            if (!exchange.continuation().leave(doneSync -> done.countDown())) {
                await(done);
            }
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
