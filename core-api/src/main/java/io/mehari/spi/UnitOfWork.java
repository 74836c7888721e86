package io.mehari.spi;

import io.mehari.Exchange;
import io.mehari.Message;
import io.mehari.Route;
import org.jspecify.annotations.Nullable;

/**
 * What has to happen when an exchange is done, and which routes it is in. There is one for each exchange, made when
 * first asked for.
 */
public abstract class UnitOfWork {

    protected UnitOfWork() {}

    public abstract Exchange getExchange();

    /** The id of the exchange. */
    public final String getId() {
        return getExchange().getExchangeId();
    }

    // ---- completions

    /** Completions run last in, first out; where their orders differ, the lower order first. */
    public abstract void addSynchronization(Synchronization synchronization);

    public abstract boolean removeSynchronization(Synchronization synchronization);

    public abstract boolean containsSynchronization(Synchronization synchronization);

    /** Gives the completions that allow it and pass the filter to the other exchange, in their order. */
    public abstract void handoverSynchronization(
            Exchange target, java.util.function.Predicate<? super Synchronization> filter);

    /** Gives all completions that allow it to the other exchange. */
    public final void handoverSynchronization(Exchange target) {
        handoverSynchronization(target, any -> true);
    }

    /** Runs the completions, the first time it is called; later calls do nothing. */
    public abstract void done();

    public abstract boolean isDone();

    // ---- routes

    /** The route the exchange is in; null outside of any. */
    public abstract @Nullable Route getRoute();

    public abstract void pushRoute(Route route);

    public abstract @Nullable Route popRoute();

    /** How many routes deep the exchange is. */
    public abstract int routeStackLevel();

    // ---- the message as it came in

    /** The message as it entered; null unless somebody asked beforehand that it be kept. */
    public abstract @Nullable Message getOriginalInMessage();

    public abstract void setOriginalInMessage(@Nullable Message original);
}
