package io.mehari.support;

import io.mehari.Component;
import io.mehari.Endpoint;
import io.mehari.ResolveEndpointFailedException;
import io.mehari.RoutingContext;
import io.mehari.UnknownOptionException;
import io.mehari.spi.EndpointOption;
import io.mehari.spi.EndpointOptions;
import io.mehari.spi.internal.SafeText;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A base class for components that do not declare their options. {@code createEndpoint} gets the options as a map and
 * removes those that it reads. The remaining options are set by the setters of the endpoint; an option without a setter
 * is refused.
 */
public abstract class DefaultComponent extends Component {

    protected DefaultComponent() {}

    protected DefaultComponent(RoutingContext context) {
        super(context);
    }

    /**
     * Creates an endpoint.
     *
     * @param remaining the path, between {@code scheme:} and {@code ?}
     * @param parameters the options; remove those that you read
     */
    protected abstract @Nullable Endpoint createEndpoint(String uri, String remaining, Map<String, Object> parameters)
            throws Exception;

    @Override
    public final Endpoint createEndpoint(String uri, String remaining, EndpointOptions options) throws Exception {
        Map<String, Object> parameters = new LinkedHashMap<>(options.others());
        Endpoint endpoint = createEndpoint(uri, remaining, parameters);
        if (endpoint == null) {
            throw new ResolveEndpointFailedException(uri, getClass().getName() + " made no endpoint", null);
        }
        setProperties(endpoint, parameters);
        if (endpoint instanceof DefaultEndpoint made) {
            check(uri, made, parameters);
        } else if (!parameters.isEmpty()) {
            throw unknown(uri, parameters);
        }
        return endpoint;
    }

    private static void check(String uri, DefaultEndpoint endpoint, Map<String, Object> left) {
        if (!left.isEmpty() && !endpoint.isLenientProperties()) {
            throw unknown(uri, left);
        }
        if (!endpoint.isSingleton()) {
            throw new ResolveEndpointFailedException(
                    uri,
                    endpoint.getClass().getName() + " is not a singleton, but a context has one endpoint for a URI;"
                            + " make isSingleton() return true",
                    null);
        }
    }

    private static UnknownOptionException unknown(String uri, Map<String, Object> left) {
        return new UnknownOptionException(
                uri,
                "the endpoint has no setter for the option '"
                        + SafeText.of(left.keySet().iterator().next()) + "'");
    }

    /** Calls the setters of the object for these options, and removes the options that have one from the map. */
    protected void setProperties(Object target, Map<String, Object> parameters) throws Exception {
        parameters.entrySet().removeIf(each -> Setters.set(getContext(), target, each.getKey(), each.getValue()));
    }

    /** Removes an option from the map and returns it, converted to this type; null if it is absent. */
    protected <T> @Nullable T getAndRemoveParameter(Map<String, Object> parameters, String name, Class<T> type) {
        Object value = parameters.remove(name);
        return value == null ? null : Setters.convert(getContext(), name, value, type);
    }

    /** Removes an option from the map and returns it, converted to this type, or else the default. */
    protected <T> T getAndRemoveParameter(Map<String, Object> parameters, String name, Class<T> type, T defaultValue) {
        T value = getAndRemoveParameter(parameters, name, type);
        return value == null ? defaultValue : value;
    }

    /** Same as {@link #getContext()}. */
    public final RoutingContext getRoutingContext() {
        return getContext();
    }

    /** A component of this kind has no scheme of its own: it is added with {@code addComponent(name, component)}. */
    @Override
    public String getScheme() {
        throw new IllegalStateException(
                getClass().getName() + " has no scheme of its own: add it with addComponent(\"name\", component)");
    }

    @Override
    public final List<EndpointOption<?>> getOptions() {
        return List.of();
    }

    @Override
    public final boolean takesOtherOptions() {
        return true;
    }

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
