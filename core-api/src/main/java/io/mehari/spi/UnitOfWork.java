package io.mehari.spi;

import io.mehari.Exchange;
import io.mehari.Message;
import io.mehari.Route;
import org.jspecify.annotations.Nullable;

/**
 * The completions of an exchange, which run when it is done, and the routes that it is in. Each exchange has at most
 * one, created on first use.
 */
public abstract class UnitOfWork {

    protected UnitOfWork() {}

    public abstract Exchange getExchange();

    public final String getId() {
        return getExchange().getExchangeId();
    }

    // ---- completions

    /** Adds a completion. Completions run last in, first out; if their orders differ, the lower order runs first. */
    public abstract void addSynchronization(Synchronization synchronization);

    public abstract boolean containsSynchronization(Synchronization synchronization);

    /** Moves the completions that allow it to another exchange, in their order. */
    public abstract void handoverSynchronization(Exchange target);

    public abstract boolean isDone();

    // ---- routes

    /**
     * The route that runs now. During a call by {@code direct:} it is the called route; in the steps of an {@code
     * onException} or {@code onCompletion} it is the route of that clause. After the end of a route it is still that
     * route. Null if the exchange has not been in a route of its context, if the route was removed, and for routes
     * beyond the first 65,535 of a context.
     */
    public abstract @Nullable Route getRoute();

    // ---- the original message

    /**
     * The message as it entered the system; null unless a setting asks to keep it, such as {@code
     * useOriginalMessage()}.
     */
    public abstract @Nullable Message getOriginalInMessage();
}
