package io.mehari;

import io.mehari.spi.ExchangeFactory;
import io.mehari.spi.Threading;
import io.mehari.spi.internal.SafeText;
import io.mehari.spi.internal.WaitingThread;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/** A place that messages come from or go to, named by a URI. In one context there is one endpoint for each URI. */
public abstract class Endpoint implements Service {

    private @Nullable RoutingContext context;
    private @Nullable String endpointUri;
    private @Nullable ExchangeFactory exchanges;

    protected Endpoint(RoutingContext context, String endpointUri) {
        this.context = context;
        this.endpointUri = endpointUri;
    }

    /** For an endpoint that is told its context and its URI later, once, before it is used. */
    protected Endpoint() {}

    protected final void setRoutingContext(RoutingContext context) {
        if (this.context != null && this.context != context) {
            throw new IllegalStateException(this + " belongs to another context: make an endpoint for each context");
        }
        this.context = context;
    }

    protected final void setEndpointUri(String endpointUri) {
        if (this.endpointUri != null && !this.endpointUri.equals(endpointUri)) {
            throw new IllegalStateException(this + " has its URI already: make an endpoint for each URI");
        }
        this.endpointUri = endpointUri;
    }

    public final RoutingContext getContext() {
        RoutingContext owner = context;
        if (owner == null) {
            throw new IllegalStateException(
                    getClass().getName() + " has no context yet: call setRoutingContext(context) in its constructor");
        }
        return owner;
    }

    /** The URI as it was given, with passwords and other secrets. For logs use {@link #toString}. */
    public final String getEndpointUri() {
        String uri = endpointUri;
        if (uri == null) {
            throw new IllegalStateException(
                    getClass().getName() + " has no URI yet: call setEndpointUri(uri) in its constructor");
        }
        return uri;
    }

    /** Creates a producer, which sends to this endpoint. The caller starts and stops it. */
    public abstract Producer createProducer() throws Exception;

    /** Creates a consumer, which receives messages and calls the processor. The caller starts and stops it. */
    public abstract Consumer createConsumer(Processor processor) throws Exception;

    /**
     * Creates a polling consumer, which receives a message when its {@code receive} method is called. Some kinds of
     * endpoints have none.
     */
    public PollingConsumer createPollingConsumer() throws Exception {
        throw new UnsupportedOperationException(this + " cannot be polled: consume from it with a route");
    }

    /** The MXBean that management shows for this endpoint; null if there is none. */
    public @Nullable Object getManagedObject() {
        return null;
    }

    /** The name of the MXBean. Endpoints with the same name share one bean. */
    public String getManagedName() {
        return getEndpointUri();
    }

    /** The pattern of the exchanges that this endpoint makes. */
    public ExchangePattern getExchangePattern() {
        return ExchangePattern.InOnly;
    }

    /** Creates an exchange that comes from this endpoint. */
    public final Exchange createExchange() {
        return createExchange(getExchangePattern());
    }

    /** Creates an exchange that comes from this endpoint, with this pattern instead of the endpoint's own. */
    public final Exchange createExchange(ExchangePattern pattern) {
        return getExchangeFactory().create(pattern);
    }

    // ---- for consumers

    /**
     * Passes an exchange to the route of a consumer and waits until the route has ended. The route takes it over: it
     * runs the completions, logs a failure that was not handled, and releases the exchange or hands it over to another
     * owner. The caller must not use the exchange after this call.
     *
     * @throws SendInterruptedException if the thread was interrupted while it waited; the exchange stays in flight
     */
    public final void deliver(Processor route, Exchange exchange) {
        CountDownLatch done = Threading.latch();
        if (!deliver(route, exchange, doneSync -> done.countDown())) {
            WaitingThread.awaitRoute(done);
        }
    }

    /**
     * Like {@link #deliver(Processor, Exchange)}, without waiting.
     *
     * @param done called when the route has ended, once
     * @return whether the route has ended
     */
    public final boolean deliver(Processor route, Exchange exchange, AsyncCallback done) {
        return getContext().deliver(route, exchange, done);
    }

    /**
     * Passes an exchange to the route of a consumer that reads the outcome: the reply, or the failure. When the
     * callback has returned, the completions run and the exchange is released.
     *
     * @param done called when the route has ended, once; it may use the exchange
     * @return whether the route has ended
     */
    public final boolean ask(Processor route, Exchange exchange, AsyncCallback done) {
        return getContext().ask(route, exchange, done);
    }

    /** The factory of exchanges that come from this endpoint. */
    public final ExchangeFactory getExchangeFactory() {
        ExchangeFactory known = exchanges;
        if (known == null) {
            known = getContext()
                    .getRoutingContextExtension()
                    .getExchangeFactory()
                    .forEndpoint(this);
            exchanges = known; // two threads may make two equal factories; they are thread-safe by contract
        }
        return known;
    }

    /**
     * Called after the context has stopped and removed this endpoint. Release here what the endpoint shares with other
     * endpoints.
     */
    public void removed() {}

    /** The URI for logs and management: without secrets, and cut if it is long. */
    @Override
    public String toString() {
        return endpointUri == null ? getClass().getName() : SafeText.uri(endpointUri);
    }
}
