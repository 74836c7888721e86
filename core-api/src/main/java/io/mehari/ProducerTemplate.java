package io.mehari;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Sends messages to endpoints from plain code. Thread-safe; one for a whole application is enough. {@code send} and
 * {@code request} with a processor return the exchange even if it has failed; {@code sendBody} and {@code requestBody}
 * throw its failure as a {@link RoutingExecutionException}.
 */
public abstract class ProducerTemplate implements Service {

    protected ProducerTemplate() {}

    public abstract RoutingContext getContext();

    /** The endpoint for the methods that have no endpoint as a parameter. */
    public abstract @Nullable Endpoint getDefaultEndpoint();

    public abstract void setDefaultEndpoint(@Nullable Endpoint defaultEndpoint);

    public abstract void setDefaultEndpointUri(String endpointUri);

    /** Whether event notifiers are told of the sends of this template; true by default. */
    public abstract void setEventNotifierEnabled(boolean enabled);

    // ---- an exchange

    public abstract Exchange send(Endpoint endpoint, Exchange exchange);

    public abstract Exchange send(String endpointUri, Exchange exchange);

    /** Creates an exchange, lets the processor fill it, and sends it. */
    public abstract Exchange send(String endpointUri, Processor processor);

    /** Creates an exchange with this pattern, lets the processor fill it, and sends it. */
    public abstract Exchange send(String endpointUri, ExchangePattern pattern, Processor processor);

    public abstract Exchange send(Endpoint endpoint, Processor processor);

    public abstract Exchange send(Endpoint endpoint, ExchangePattern pattern, Processor processor);

    /** Sends to the default endpoint. */
    public abstract Exchange send(Exchange exchange);

    /** Sends to the default endpoint. */
    public abstract Exchange send(Processor processor);

    // ---- a body, one way

    public abstract void sendBody(@Nullable Object body);

    public abstract void sendBody(Endpoint endpoint, @Nullable Object body);

    public abstract void sendBody(String endpointUri, @Nullable Object body);

    /** Sends with a pattern; returns the body of the reply if it is InOut, or else null. */
    public abstract @Nullable Object sendBody(String endpointUri, ExchangePattern pattern, @Nullable Object body);

    public abstract void sendBodyAndHeader(@Nullable Object body, String header, @Nullable Object headerValue);

    public abstract void sendBodyAndHeader(
            Endpoint endpoint, @Nullable Object body, String header, @Nullable Object headerValue);

    public abstract void sendBodyAndProperty(
            String endpointUri, @Nullable Object body, String property, @Nullable Object propertyValue);

    public abstract void sendBodyAndHeader(
            String endpointUri, @Nullable Object body, String header, @Nullable Object headerValue);

    /** Sends with a pattern; returns the body of the reply if it is InOut, or else null. */
    public abstract @Nullable Object sendBodyAndHeader(
            String endpointUri,
            ExchangePattern pattern,
            @Nullable Object body,
            String header,
            @Nullable Object headerValue);

    public abstract void sendBodyAndHeaders(
            String endpointUri, @Nullable Object body, Map<String, ? extends @Nullable Object> headers);

    // ---- a body, and the body of the reply

    public abstract Exchange request(String endpointUri, Processor processor);

    public abstract @Nullable Object requestBody(String endpointUri, @Nullable Object body);

    public abstract <T> @Nullable T requestBody(String endpointUri, @Nullable Object body, Class<T> type);

    public abstract <T> @Nullable T requestBodyAndHeader(
            String endpointUri, @Nullable Object body, String header, @Nullable Object headerValue, Class<T> type);

    public abstract <T> @Nullable T requestBodyAndHeaders(
            String endpointUri, @Nullable Object body, Map<String, ? extends @Nullable Object> headers, Class<T> type);

    public abstract @Nullable Object requestBodyAndHeader(
            String endpointUri, @Nullable Object body, String header, @Nullable Object headerValue);

    public abstract @Nullable Object requestBodyAndHeaders(
            String endpointUri, @Nullable Object body, Map<String, ? extends @Nullable Object> headers);

    public abstract @Nullable Object requestBody(Endpoint endpoint, @Nullable Object body);

    public abstract Exchange request(Endpoint endpoint, Processor processor);

    // ---- without waiting

    /**
     * Sends, and returns when the route suspends the exchange, for example at a delay, a thread pool or a queue. The
     * steps before that run on the calling thread. So if one of them blocks, the caller waits.
     *
     * @return completes with the exchange, even if the exchange has failed
     */
    public abstract CompletableFuture<Exchange> asyncSend(String endpointUri, Exchange exchange);

    public abstract CompletableFuture<@Nullable Object> asyncSendBody(String endpointUri, @Nullable Object body);

    public abstract CompletableFuture<@Nullable Object> asyncRequestBody(String endpointUri, @Nullable Object body);

    public abstract <T> CompletableFuture<@Nullable T> asyncRequestBody(
            String endpointUri, @Nullable Object body, Class<T> type);

    public abstract <T> CompletableFuture<@Nullable T> asyncRequestBodyAndHeader(
            String endpointUri, @Nullable Object body, String header, @Nullable Object headerValue, Class<T> type);
}
