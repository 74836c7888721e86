package io.mehari.spi;

import io.mehari.Endpoint;
import io.mehari.Exchange;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The exchange as components and the engine see it: what a route's author does not need. It is the exchange itself,
 * so asking for it costs nothing. Only Mehari extends this class.
 */
public abstract class ExchangeExtension extends Exchange {

    protected ExchangeExtension() {}

    @Override
    public final ExchangeExtension getExchangeExtension() {
        return this;
    }

    // ---- where it came from

    public abstract void setFromEndpoint(@Nullable Endpoint fromEndpoint);

    public abstract void setFromRouteId(@Nullable String fromRouteId);

    /** Sets the time of creation, where a component knows it better than the clock. */
    public abstract void setCreated(long created);

    // ---- facts, without a box

    /** Position among the siblings, -1 when this is not a part. */
    public abstract int getSplitIndex();

    /** Number of parts, -1 when not known. */
    public abstract int getSplitSize();

    public abstract boolean isSplitComplete();

    /**
     * Makes this a part of a split.
     *
     * @param size -1 when not known
     */
    public abstract void setSplit(int index, int size, boolean complete);

    /** Turn of the loop, -1 outside of one. */
    public abstract int getLoopIndex();

    public abstract void setLoopIndex(int loopIndex);

    /** How often the failed step was tried again; -1 when nothing failed yet. */
    public abstract int getRedeliveryCounter();

    public abstract void setRedeliveryCounter(int redeliveryCounter);

    public abstract @Nullable String getCorrelationId();

    public abstract void setCorrelationId(@Nullable String correlationId);

    // ---- whose it is

    /**
     * Called by whoever is about to feed a route with this exchange and does not need it afterwards: the route runs its
     * completions, logs a failure that nobody handled, and releases it, or hands it over to another owner. The feeder must
     * not touch it any more once it has called the route's processor.
     */
    public abstract void leaveToRoute();

    // ---- how it fares

    public abstract void setTransacted(boolean transacted);

    /** Whether an error handler has dealt with the failure, so that outer ones leave it alone. */
    public abstract boolean isFailureHandled();

    public abstract void setFailureHandled(boolean failureHandled);

    /** What the error handler decided; null while it decided nothing. */
    public abstract @Nullable Boolean getErrorHandlerHandled();

    public abstract void setErrorHandlerHandled(@Nullable Boolean errorHandlerHandled);

    public abstract boolean isRedeliveryExhausted();

    public abstract void setRedeliveryExhausted(boolean redeliveryExhausted);

    public abstract boolean isInterrupted();

    public abstract void setInterrupted(boolean interrupted);

    /** Whether this exchange carries a notification, of which no further notification is made. */
    public abstract boolean isNotifyEvent();

    public abstract void setNotifyEvent(boolean notifyEvent);

    // ---- completions

    /** Whether a unit of work was asked for; {@link #getUnitOfWork()} would make one. */
    public abstract boolean hasUnitOfWork();

    public abstract void addOnCompletion(Synchronization onCompletion);

    public abstract boolean containsOnCompletion(Synchronization onCompletion);

    /** Gives the completions that allow it to the other exchange. */
    public abstract void handoverCompletions(Exchange target);

    /** Takes the completions that allow it out of this exchange; the caller must see to it that they run. */
    public abstract List<Synchronization> handoverCompletions();
}
