package io.mehari;

import java.util.concurrent.CompletableFuture;

/**
 * A step that may finish later, on another thread. After {@code process} has returned {@code false}, the exchange
 * belongs to the code that will call the callback, until it calls it. Report a failure with {@link
 * Exchange#setException}.
 */
public interface AsyncProcessor extends Processor {
    /**
     * Does the work, or begins it.
     *
     * @return true if the work is done (the callback was then called with {@code doneSync} true); false if the callback
     *     is called later
     */
    boolean process(Exchange exchange, AsyncCallback callback);

    /** The same as a future. It completes with the exchange, even if the exchange has failed. */
    default CompletableFuture<Exchange> processAsync(Exchange exchange) {
        CompletableFuture<Exchange> future = new CompletableFuture<>();
        process(exchange, doneSync -> future.complete(exchange));
        return future;
    }
}
