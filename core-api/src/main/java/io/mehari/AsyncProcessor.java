package io.mehari;

import io.mehari.spi.internal.WaitingThread;
import java.util.concurrent.CompletableFuture;

/**
 * A step that may finish later, on another thread. If {@code process} returns {@code false}, the exchange belongs to
 * the asynchronous work until that calls the callback. Report a failure with {@link Exchange#setException}.
 */
public interface AsyncProcessor extends Processor {
    /**
     * Does the work, and waits until it is done. An interrupt does not end the wait, because the exchange still belongs
     * to the thread that works on it; the interrupt flag is set again afterwards.
     */
    @Override
    default void process(Exchange exchange) throws Exception {
        WaitingThread.await(this, exchange);
    }

    /**
     * Does the work or starts it.
     *
     * @return true if the work is done (the callback was then called with {@code doneSync} true); false if the callback
     *     is called later
     */
    boolean process(Exchange exchange, AsyncCallback callback);

    /**
     * Like {@link #process(Exchange, AsyncCallback)}, with a future instead of a callback. The future completes with
     * the exchange, even if the exchange has failed.
     */
    default CompletableFuture<Exchange> processAsync(Exchange exchange) {
        CompletableFuture<Exchange> future = new CompletableFuture<>();
        process(exchange, doneSync -> future.complete(exchange));
        return future;
    }
}
