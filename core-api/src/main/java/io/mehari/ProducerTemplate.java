package io.mehari;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Sends messages from plain code into endpoints. Safe to be used by several threads; one for a whole application is
 * enough. {@code send} returns the exchange with whatever failure it has; {@code sendBody} and {@code requestBody}
 * throw it as a {@link RoutingExecutionException}.
 */
public abstract class ProducerTemplate implements Service {

    protected ProducerTemplate() {}

    public abstract RoutingContext getContext();

    /** Where the forms without an endpoint send to. */
    public abstract @Nullable Endpoint getDefaultEndpoint();

    public abstract void setDefaultEndpoint(@Nullable Endpoint defaultEndpoint);

    public abstract void setDefaultEndpointUri(String endpointUri);

    // ---- an exchange

    public abstract Exchange send(Endpoint endpoint, Exchange exchange);

    public abstract Exchange send(String endpointUri, Exchange exchange);

    /** Sends a new exchange that the processor fills. */
    public abstract Exchange send(String endpointUri, Processor processor);

    /** The same, with a pattern. */
    public abstract Exchange send(String endpointUri, ExchangePattern pattern, Processor processor);

    // ---- a body, one way

    public abstract void sendBody(@Nullable Object body);

    public abstract void sendBody(Endpoint endpoint, @Nullable Object body);

    public abstract void sendBody(String endpointUri, @Nullable Object body);

    public abstract void sendBodyAndHeader(
            String endpointUri, @Nullable Object body, String header, @Nullable Object headerValue);

    public abstract void sendBodyAndHeaders(
            String endpointUri, @Nullable Object body, Map<String, ? extends @Nullable Object> headers);

    // ---- a body, and the answer's body

    public abstract Exchange request(String endpointUri, Processor processor);

    public abstract @Nullable Object requestBody(String endpointUri, @Nullable Object body);

    public abstract <T> @Nullable T requestBody(String endpointUri, @Nullable Object body, Class<T> type);

    public abstract <T> @Nullable T requestBodyAndHeader(
            String endpointUri, @Nullable Object body, String header, @Nullable Object headerValue, Class<T> type);

    public abstract <T> @Nullable T requestBodyAndHeaders(
            String endpointUri, @Nullable Object body, Map<String, ? extends @Nullable Object> headers, Class<T> type);

    // ---- without waiting

    /** Completes with the exchange, whether that failed or not. */
    public abstract CompletableFuture<Exchange> asyncSend(String endpointUri, Exchange exchange);

    public abstract CompletableFuture<@Nullable Object> asyncSendBody(String endpointUri, @Nullable Object body);

    public abstract CompletableFuture<@Nullable Object> asyncRequestBody(String endpointUri, @Nullable Object body);

    public abstract <T> CompletableFuture<@Nullable T> asyncRequestBody(
            String endpointUri, @Nullable Object body, Class<T> type);
}
