package io.mehari;

import java.util.concurrent.CompletableFuture;

/**
 * A step that may finish later, on another thread. Between the return of {@code false} and the call of the callback
 * the exchange belongs to whoever holds the callback; a failure is reported with {@link Exchange#setException}.
 */
public interface AsyncProcessor extends Processor {
    /**
     * Does the work, or begins it.
     *
     * @return true when the work is done already (the callback was then called with {@code doneSync} true), false when
     *     the callback comes later
     */
    boolean process(Exchange exchange, AsyncCallback callback);

    /** The same as a future; it completes with the exchange, whether that failed or not. */
    default CompletableFuture<Exchange> processAsync(Exchange exchange) {
        CompletableFuture<Exchange> future = new CompletableFuture<>();
        process(exchange, doneSync -> future.complete(exchange));
        return future;
    }
}
