package io.mehari.spi.internal;

import io.mehari.AsyncCallback;
import io.mehari.AsyncProcessor;
import io.mehari.Exchange;
import io.mehari.SendInterruptedException;
import io.mehari.spi.Threading;
import java.util.concurrent.CountDownLatch;

/**
 * A whole route as a processor: its consumer passes messages to it. {@link io.mehari.Endpoint#createConsumer} gets
 * one if a route starts at the endpoint. Only Mehari extends this class.
 */
public abstract class RouteProcessor implements AsyncProcessor {

    protected RouteProcessor() {}

    /** The id of the route, for thread names and error messages. */
    public abstract String getRouteId();

    /**
     * Runs the route and waits until it has ended.
     *
     * @throws SendInterruptedException if the thread was interrupted while it waited; the exchange stays in flight
     */
    @Override
    public final void process(Exchange exchange) {
        CountDownLatch done = Threading.latch();
        if (!process(exchange, doneSync -> done.countDown())) {
            WaitingThread.awaitRoute(done);
        }
    }

    /**
     * Takes over an exchange: the route runs the completions, logs a failure that was not handled, and releases the
     * exchange or hands it over to another owner. The caller must not use the exchange after this call. {@link
     * io.mehari.Endpoint#deliver} does the same for any kind of processor.
     *
     * @param callback called when the route has ended, once
     * @return whether the route has ended
     */
    public abstract boolean takeOver(Exchange exchange, AsyncCallback callback);

    /**
     * Opens an entrance to the route for a thread that brings many messages. The entrance does the same as the route
     * itself. But since one thread at a time uses it, it counts messages without the atomic additions that the route
     * needs.
     */
    public abstract Entrance openEntrance();

    /** An entrance to a route for one thread at a time. A message may end on any thread. */
    public abstract static class Entrance extends RouteProcessor implements AutoCloseable {

        protected Entrance() {}

        /** Returns the entrance, for use by another thread. Pass no message to this entrance after this call. */
        @Override
        public abstract void close();
    }
}
