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

    /**
     * Ends the exchange, and returns it to its pool if it has one. Only its owner calls this, and once: a second call
     * is refused and logged until the pool has given the exchange to another message.
     *
     * @return whether this call has returned it to a pool
     */
    protected abstract boolean release();

    @Override
    public final ExchangeExtension getExchangeExtension() {
        return this;
    }

    // ---- origin

    public abstract void setFromEndpoint(@Nullable Endpoint fromEndpoint);

    public abstract void setFromRouteId(@Nullable String fromRouteId);

    /** Sets the time of creation, for a component whose messages have a timestamp. */
    public abstract void setCreated(long created);

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

    // ---- state

    public abstract void setTransacted(boolean transacted);

    /** The decision of the error handler; null if there was none yet. */
    public abstract @Nullable Boolean getErrorHandlerHandled();

    /** For an endpoint whose reply takes over what an error handler has decided: true ends the route. */
    public abstract void setErrorHandlerHandled(@Nullable Boolean handled);

    /** Whether an error handler has seen the failure and left it: then those of the calling routes ignore it. */
    public abstract boolean isRedeliveryExhausted();

    /** For an endpoint whose reply takes over the failure of another route. */
    public abstract void setRedeliveryExhausted(boolean redeliveryExhausted);

    // ---- streams

    /**
     * A stream or reader as a new one that begins at its beginning, if it is the body, which is kept so that it can be
     * read again. Any other value as it is. For code that reads a value that may be a body, without a conversion.
     */
    public abstract Object reread(Object value);

    // ---- completions

    /** Whether there is a unit of work; {@link #getUnitOfWork()} creates one. */
    public abstract boolean hasUnitOfWork();

    public abstract void addOnCompletion(Synchronization onCompletion);

    /** Whether all completions allow a handover. */
    public abstract boolean allowsHandover();

    /** Moves the completions that allow it to another exchange. */
    public abstract void handoverCompletions(Exchange target);

    /** Removes and returns the completions that allow a handover. The caller must make sure that they run. */
    public abstract List<Synchronization> handoverCompletions();
}
