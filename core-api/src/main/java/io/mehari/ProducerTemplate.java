package io.mehari;

import static java.util.Objects.requireNonNull;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Sends messages to endpoints from plain code. Thread-safe; one for a whole application is enough. {@code send} and
 * {@code request} with a processor return the exchange even if it has failed; {@code sendBody} and {@code requestBody}
 * throw its failure as a {@link RoutingExecutionException}. Only Mehari extends this class.
 */
public abstract class ProducerTemplate implements Service {
    private static final String NO_TYPE = "type is null; give a class, such as String.class";
    private static final String NO_ENDPOINT = "endpoint is null; give an Endpoint";

    private volatile @Nullable Endpoint defaultEndpoint;

    protected ProducerTemplate() {}

    public abstract RoutingContext getContext();

    /** Sets the endpoint for the methods that have no endpoint as a parameter. */
    public final void setDefaultEndpoint(@Nullable Endpoint defaultEndpoint) {
        this.defaultEndpoint = defaultEndpoint;
    }

    private Endpoint mandatoryDefault() {
        Endpoint endpoint = defaultEndpoint;
        if (endpoint == null) {
            throw new IllegalStateException(
                    "This template has no default endpoint: name one, or call setDefaultEndpoint first");
        }
        return endpoint;
    }

    // ---- what all methods do in the end; an endpoint is given as such or by its URI

    /** Creates an exchange, which only this template uses. */
    protected abstract Exchange create(ExchangePattern pattern, @Nullable Object body);

    /** Releases an exchange of {@link #create} that will not be sent. */
    protected abstract void release(Exchange own);

    /**
     * Sends a message, releases its exchange, and returns the body of the reply.
     *
     * @param own an exchange of {@link #create}; null for a new one with this pattern and body
     * @param type null if nobody asks for a reply
     */
    protected abstract <T> @Nullable T transfer(
            Object endpoint,
            @Nullable Exchange own,
            ExchangePattern pattern,
            @Nullable Object body,
            @Nullable Class<T> type);

    private <T> @Nullable T transfer(Object endpoint, Exchange own, @Nullable Class<T> type) {
        return transfer(endpoint, own, ExchangePattern.InOnly, null, type);
    }

    /** Sends a new exchange, and releases it when it has ended. */
    protected abstract <T> CompletableFuture<@Nullable T> transferLater(
            String endpointUri, ExchangePattern pattern, @Nullable Object body, Class<T> type);

    /** Sends an exchange of the caller. */
    protected abstract Exchange pass(Object endpoint, Exchange exchange);

    /** Sends a new exchange for the caller, unless the processor throws. */
    protected abstract Exchange pass(Object endpoint, ExchangePattern pattern, Processor processor);

    // ---- an exchange

    public final Exchange send(Endpoint endpoint, Exchange exchange) {
        requireNonNull(endpoint, NO_ENDPOINT);
        return pass(endpoint, exchange);
    }

    public final Exchange send(String endpointUri, Exchange exchange) {
        return pass(endpointUri, exchange);
    }

    /** Creates an exchange, lets the processor fill it, and sends it. */
    public final Exchange send(String endpointUri, Processor processor) {
        return send(endpointUri, ExchangePattern.InOnly, processor);
    }

    /** Creates an exchange with this pattern, lets the processor fill it, and sends it. */
    public final Exchange send(String endpointUri, ExchangePattern pattern, Processor processor) {
        return pass(endpointUri, pattern, processor);
    }

    public final Exchange send(Endpoint endpoint, Processor processor) {
        return send(endpoint, ExchangePattern.InOnly, processor);
    }

    public final Exchange send(Endpoint endpoint, ExchangePattern pattern, Processor processor) {
        requireNonNull(endpoint, NO_ENDPOINT);
        return pass(endpoint, pattern, processor);
    }

    /** Sends to the default endpoint. */
    public final Exchange send(Exchange exchange) {
        requireNonNull(exchange, "exchange is null; give an Exchange");
        return send(mandatoryDefault(), exchange);
    }

    /** Sends to the default endpoint. */
    public final Exchange send(Processor processor) {
        requireNonNull(processor, "processor is null; give a Processor, such as exchange -> ...");
        return send(mandatoryDefault(), processor);
    }

    public final Exchange request(String endpointUri, Processor processor) {
        return send(endpointUri, ExchangePattern.InOut, processor);
    }

    public final Exchange request(Endpoint endpoint, Processor processor) {
        return send(endpoint, ExchangePattern.InOut, processor);
    }

    // ---- a body, one way

    /** Sends to the default endpoint. */
    public final void sendBody(@Nullable Object body) {
        sendBody(mandatoryDefault(), body);
    }

    public final void sendBody(Endpoint endpoint, @Nullable Object body) {
        requireNonNull(endpoint, NO_ENDPOINT);
        transfer(endpoint, null, ExchangePattern.InOnly, body, null);
    }

    public final void sendBody(String endpointUri, @Nullable Object body) {
        transfer(endpointUri, null, ExchangePattern.InOnly, body, null);
    }

    /** Sends with a pattern; returns the body of the reply if it is InOut, or else null. */
    public final @Nullable Object sendBody(String endpointUri, ExchangePattern pattern, @Nullable Object body) {
        Object reply = transfer(endpointUri, null, pattern, body, Object.class);
        return pattern == ExchangePattern.InOut ? reply : null;
    }

    /** Sends to the default endpoint. */
    public final void sendBodyAndHeader(@Nullable Object body, String header, @Nullable Object headerValue) {
        requireNonNull(header, "header is null; give its name");
        sendBodyAndHeader(mandatoryDefault(), body, header, headerValue);
    }

    public final void sendBodyAndHeader(
            Endpoint endpoint, @Nullable Object body, String header, @Nullable Object headerValue) {
        requireNonNull(endpoint, NO_ENDPOINT);
        transfer(endpoint, withHeader(ExchangePattern.InOnly, body, header, headerValue), null);
    }

    public final void sendBodyAndHeader(
            String endpointUri, @Nullable Object body, String header, @Nullable Object headerValue) {
        transfer(endpointUri, withHeader(ExchangePattern.InOnly, body, header, headerValue), null);
    }

    /** Sends with a pattern; returns the body of the reply if it is InOut, or else null. */
    public final @Nullable Object sendBodyAndHeader(
            String endpointUri,
            ExchangePattern pattern,
            @Nullable Object body,
            String header,
            @Nullable Object headerValue) {
        Object reply = transfer(endpointUri, withHeader(pattern, body, header, headerValue), Object.class);
        return pattern == ExchangePattern.InOut ? reply : null;
    }

    public final void sendBodyAndHeaders(
            String endpointUri, @Nullable Object body, Map<String, ? extends @Nullable Object> headers) {
        transfer(endpointUri, withHeaders(ExchangePattern.InOnly, body, headers), null);
    }

    // ---- a body, and the body of the reply

    public final @Nullable Object requestBody(Endpoint endpoint, @Nullable Object body) {
        requireNonNull(endpoint, NO_ENDPOINT);
        return transfer(endpoint, null, ExchangePattern.InOut, body, Object.class);
    }

    public final @Nullable Object requestBody(String endpointUri, @Nullable Object body) {
        return requestBody(endpointUri, body, Object.class);
    }

    public final <T> @Nullable T requestBody(String endpointUri, @Nullable Object body, Class<T> type) {
        requireNonNull(type, NO_TYPE);
        return transfer(endpointUri, null, ExchangePattern.InOut, body, type);
    }

    public final @Nullable Object requestBodyAndHeader(
            String endpointUri, @Nullable Object body, String header, @Nullable Object headerValue) {
        return requestBodyAndHeader(endpointUri, body, header, headerValue, Object.class);
    }

    public final <T> @Nullable T requestBodyAndHeader(
            String endpointUri, @Nullable Object body, String header, @Nullable Object headerValue, Class<T> type) {
        requireNonNull(type, NO_TYPE);
        return transfer(endpointUri, withHeader(ExchangePattern.InOut, body, header, headerValue), type);
    }

    public final @Nullable Object requestBodyAndHeaders(
            String endpointUri, @Nullable Object body, Map<String, ? extends @Nullable Object> headers) {
        return requestBodyAndHeaders(endpointUri, body, headers, Object.class);
    }

    public final <T> @Nullable T requestBodyAndHeaders(
            String endpointUri, @Nullable Object body, Map<String, ? extends @Nullable Object> headers, Class<T> type) {
        requireNonNull(type, NO_TYPE);
        return transfer(endpointUri, withHeaders(ExchangePattern.InOut, body, headers), type);
    }

    private Exchange withHeader(ExchangePattern pattern, @Nullable Object body, String header, @Nullable Object value) {
        Exchange own = create(pattern, body);
        try {
            own.setHeader(header, value);
            return own;
        } catch (Throwable e) {
            release(own);
            throw e;
        }
    }

    private Exchange withHeaders(
            ExchangePattern pattern, @Nullable Object body, Map<String, ? extends @Nullable Object> headers) {
        requireNonNull(headers, "headers is null; give an empty map for none");
        Exchange own = create(pattern, body);
        try {
            own.setHeaders(headers);
            return own;
        } catch (Throwable e) {
            release(own);
            throw e;
        }
    }

    // ---- without waiting

    /**
     * Sends, and returns when the route suspends the exchange, for example at a delay, a thread pool or a queue. The
     * steps before that run on the calling thread. So if one of them blocks, the caller waits.
     *
     * @return completes with the exchange, even if the exchange has failed
     */
    public abstract CompletableFuture<Exchange> asyncSend(String endpointUri, Exchange exchange);

    public final CompletableFuture<@Nullable Object> asyncSendBody(String endpointUri, @Nullable Object body) {
        return transferLater(endpointUri, ExchangePattern.InOnly, body, Object.class);
    }

    public final CompletableFuture<@Nullable Object> asyncRequestBody(String endpointUri, @Nullable Object body) {
        return transferLater(endpointUri, ExchangePattern.InOut, body, Object.class);
    }

    public final <T> CompletableFuture<@Nullable T> asyncRequestBody(
            String endpointUri, @Nullable Object body, Class<T> type) {
        return transferLater(endpointUri, ExchangePattern.InOut, body, type);
    }
}
