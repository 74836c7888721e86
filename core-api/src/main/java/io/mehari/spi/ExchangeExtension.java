package io.mehari.spi;

import io.mehari.Endpoint;
import io.mehari.Exchange;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The methods of an exchange that components and the engine need, but routes do not. It is the exchange itself, so
 * getting it costs nothing. Only Mehari extends this class.
 */
public abstract class ExchangeExtension extends Exchange {

    protected ExchangeExtension() {}

    @Override
    public final ExchangeExtension getExchangeExtension() {
        return this;
    }

    // ---- origin

    public abstract void setFromEndpoint(@Nullable Endpoint fromEndpoint);

    public abstract void setFromRouteId(@Nullable String fromRouteId);

    /** Sets the time of creation, for a component whose messages have a timestamp. */
    public abstract void setCreated(long created);

    /** Gives this copy the id of its original. The id is not made until one of the two is asked for it. */
    public abstract void shareIdOf(Exchange original);

    // ---- properties that are fields, without boxing

    /** Index of this part in its split; -1 if this is not a part. */
    public abstract int getSplitIndex();

    /** Number of parts; -1 if it is not known. */
    public abstract int getSplitSize();

    public abstract boolean isSplitComplete();

    /**
     * Marks this exchange as a part of a split.
     *
     * @param size -1 if it is not known
     */
    public abstract void setSplit(int index, int size, boolean complete);

    /** Index of the iteration in a loop; -1 outside of a loop. */
    public abstract int getLoopIndex();

    public abstract void setLoopIndex(int loopIndex);

    /** Number of redeliveries of the failed step; -1 if no step has failed yet. */
    public abstract int getRedeliveryCounter();

    /** Sets the number of redeliveries; 65,534 at most. */
    public abstract void setRedeliveryCounter(int redeliveryCounter);

    public abstract @Nullable String getCorrelationId();

    public abstract void setCorrelationId(@Nullable String correlationId);

    // ---- ownership

    /**
     * Gives up ownership. A component calls this before it passes the exchange to a route, if it does not need the
     * exchange afterwards. Then the route runs the completions, logs a failure that was not handled, and releases the
     * exchange or hands it over to another owner. The caller must not use the exchange after it has called the
     * processor of the route.
     */
    public abstract void leaveToRoute();

    /** Whether {@link #leaveToRoute()} was called, and no route has taken the exchange over yet. */
    public abstract boolean isLeftToRoute();

    // ---- state

    public abstract void setTransacted(boolean transacted);

    /** Whether an error handler has handled the failure, so that outer error handlers ignore it. */
    public abstract boolean isFailureHandled();

    public abstract void setFailureHandled(boolean failureHandled);

    /** The decision of the error handler; null if there was none yet. */
    public abstract @Nullable Boolean getErrorHandlerHandled();

    public abstract void setErrorHandlerHandled(@Nullable Boolean errorHandlerHandled);

    public abstract boolean isRedeliveryExhausted();

    public abstract void setRedeliveryExhausted(boolean redeliveryExhausted);

    public abstract boolean isInterrupted();

    public abstract void setInterrupted(boolean interrupted);

    /** Whether this exchange carries an event, so that no further events are sent for it. */
    public abstract boolean isNotifyEvent();

    public abstract void setNotifyEvent(boolean notifyEvent);

    // ---- completions

    /** Whether there is a unit of work; {@link #getUnitOfWork()} creates one. */
    public abstract boolean hasUnitOfWork();

    public abstract void addOnCompletion(Synchronization onCompletion);

    public abstract boolean containsOnCompletion(Synchronization onCompletion);

    /** Whether all completions allow a handover. */
    public abstract boolean allowsHandover();

    /** Moves the completions that allow it to another exchange. */
    public abstract void handoverCompletions(Exchange target);

    /** Removes and returns the completions that allow a handover. The caller must make sure that they run. */
    public abstract List<Synchronization> handoverCompletions();
}
