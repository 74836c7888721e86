package io.mehari.impl;

import io.mehari.AsyncCallback;
import io.mehari.AsyncProcessor;
import io.mehari.Exchange;
import io.mehari.Processor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Runs steps on a thread of its own, so that the route suspends. */
public final class Elsewhere implements AutoCloseable {
    private final ExecutorService thread = Executors.newSingleThreadExecutor();

    /** The same work, done on that thread; what it throws is set as the exchange's exception. */
    public AsyncProcessor run(Processor work) {
        return new AsyncProcessor() {
            @Override
            public void process(Exchange exchange) {
                throw new AssertionError("the engine knows that this is asynchronous");
            }

            @Override
            public boolean process(Exchange exchange, AsyncCallback callback) {
                thread.execute(() -> {
                    try {
                        work.process(exchange);
                    } catch (Exception e) {
                        exchange.setException(e);
                    }
                    callback.done(false);
                });
                return false;
            }
        };
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
