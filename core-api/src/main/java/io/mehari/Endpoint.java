package io.mehari;

import io.mehari.spi.ExchangeFactory;
import org.jspecify.annotations.Nullable;

/** A place messages come from or go to, named by a URI. One URI in one context is one endpoint. */
public abstract class Endpoint implements Service {

    private final RoutingContext context;
    private final String endpointUri;
    private @Nullable ExchangeFactory exchanges;

    protected Endpoint(RoutingContext context, String endpointUri) {
        this.context = context;
        this.endpointUri = endpointUri;
    }

    public final RoutingContext getContext() {
        return context;
    }

    public final String getEndpointUri() {
        return endpointUri;
    }

    /** A new sending end. Its owner starts and stops it. */
    public abstract Producer createProducer() throws Exception;

    /** A new receiving end that feeds the processor. Its owner starts and stops it. */
    public abstract Consumer createConsumer(Processor processor) throws Exception;

    /** A new receiving end that is asked, where this kind of endpoint has one. */
    public PollingConsumer createPollingConsumer() throws Exception {
        throw new UnsupportedOperationException(this + " cannot be polled: consume from it with a route");
    }

    /** What management shows of this endpoint: an MXBean, or null where there is nothing to show. */
    public @Nullable Object getManagedObject() {
        return null;
    }

    /** The pattern of exchanges made for this endpoint. */
    public ExchangePattern getExchangePattern() {
        return ExchangePattern.InOnly;
    }

    /** A new exchange that comes from here. */
    public final Exchange createExchange() {
        return getExchangeFactory().create(getExchangePattern());
    }

    /** Makes exchanges that come from here. */
    public final ExchangeFactory getExchangeFactory() {
        ExchangeFactory mine = exchanges;
        if (mine == null) {
            mine = context.getRoutingContextExtension().getExchangeFactory().forEndpoint(this);
            exchanges = mine; // a race makes two that are alike; that they may be passed on so is in their contract
        }
        return mine;
    }

    @Override
    public String toString() {
        return endpointUri;
    }
}
