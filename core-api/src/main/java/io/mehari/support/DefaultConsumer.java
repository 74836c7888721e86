package io.mehari.support;

import io.mehari.Consumer;
import io.mehari.Endpoint;
import io.mehari.Exchange;
import io.mehari.Processor;
import io.mehari.spi.SafeText;
import org.jspecify.annotations.Nullable;

/** A consumer to extend: {@link #doStart} begins to receive, {@link #doStop} ends it. */
public class DefaultConsumer extends ServiceSupport implements Consumer {
    private final Endpoint endpoint;
    private final Processor processor;

    public DefaultConsumer(Endpoint endpoint, Processor processor) {
        this.endpoint = endpoint;
        this.processor = processor;
    }

    @Override
    public Endpoint getEndpoint() {
        return endpoint;
    }

    @Override
    public Processor getProcessor() {
        return processor;
    }

    /**
     * Makes an exchange from this endpoint.
     *
     * @param autoRelease has no effect: a route that a message is left to releases it
     */
    public Exchange createExchange(boolean autoRelease) {
        return endpoint.createExchange();
    }

    /** Logs a failure that concerns no message. */
    protected void handleException(@Nullable String message, Throwable failure) {
        System.getLogger(getClass().getName())
                .log(
                        System.Logger.Level.WARNING,
                        SafeText.of(this + ": " + (message == null ? "failed" : message)),
                        failure);
    }

    protected void handleException(Throwable failure) {
        handleException(null, failure);
    }

    @Override
    public String toString() {
        return "Consumer[" + endpoint + "]";
    }
}
