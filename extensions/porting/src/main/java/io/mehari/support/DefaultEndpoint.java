package io.mehari.support;

import io.mehari.Component;
import io.mehari.Consumer;
import io.mehari.Endpoint;
import io.mehari.ExchangePattern;
import io.mehari.RoutingContext;
import org.jspecify.annotations.Nullable;

/** A base class for endpoints whose options are set by setters; see {@link DefaultComponent}. */
public abstract class DefaultEndpoint extends Endpoint {
    private final @Nullable Component component;
    private boolean bridgeErrorHandler;
    private ExchangePattern pattern = ExchangePattern.InOnly;

    /** @param component null if the constructor of the subclass calls {@link #setRoutingContext} */
    @SuppressWarnings("this-escape") // a subclass that overrides a setter is called before it is made, as in Camel
    protected DefaultEndpoint(String endpointUri, @Nullable Component component) {
        this.component = component;
        setEndpointUri(endpointUri);
        if (component != null) {
            setRoutingContext(component.getContext());
        }
    }

    /** The constructor of the subclass calls {@link #setRoutingContext} and {@link #setEndpointUri}. */
    protected DefaultEndpoint() {
        this.component = null;
    }

    public @Nullable Component getComponent() {
        return component;
    }

    /** Same as {@link #getContext()}. */
    public final RoutingContext getRoutingContext() {
        return getContext();
    }

    /** Must return true, because a context has one endpoint for each URI. */
    public boolean isSingleton() {
        return true;
    }

    /** Whether options without a setter are ignored. By default they are refused. */
    public boolean isLenientProperties() {
        return false;
    }

    @Override
    public ExchangePattern getExchangePattern() {
        return pattern;
    }

    public void setExchangePattern(ExchangePattern pattern) {
        this.pattern = pattern;
    }

    /**
     * Whether the consumer passes its own failures to the route. Each is an exchange that already has an exception, and
     * goes to the error handler of the route before any step runs. False by default.
     */
    public boolean isBridgeErrorHandler() {
        return bridgeErrorHandler;
    }

    public void setBridgeErrorHandler(boolean bridgeErrorHandler) {
        this.bridgeErrorHandler = bridgeErrorHandler;
    }

    /** Has no effect: a consumer has no options of its own. */
    protected void configureConsumer(Consumer consumer) throws Exception {}

    /** Called by {@link #start()}. */
    protected void doStart() throws Exception {}

    /** Called by {@link #stop()}. */
    protected void doStop() throws Exception {}

    @Override
    public void start() {
        ServiceSupport.run(this, "start", this::doStart);
    }

    @Override
    public void stop() {
        ServiceSupport.run(this, "stop", this::doStop);
    }
}
