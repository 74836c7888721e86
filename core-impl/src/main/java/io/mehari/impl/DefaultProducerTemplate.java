package io.mehari.impl;

import io.mehari.AsyncCallback;
import io.mehari.AsyncProcessor;
import io.mehari.Endpoint;
import io.mehari.Exchange;
import io.mehari.ExchangePattern;
import io.mehari.Processor;
import io.mehari.Producer;
import io.mehari.ProducerTemplate;
import io.mehari.RoutingContext;
import io.mehari.RoutingExecutionException;
import io.mehari.ServiceStatus;
import io.mehari.spi.ExchangeFactory;
import io.mehari.spi.HandoverProducer;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Sends; keeps one started producer for each endpoint, of which a context has a bounded number. */
final class DefaultProducerTemplate extends ProducerTemplate {
    private final DefaultRoutingContext context;
    private final Map<Endpoint, Sender> senders = new ConcurrentHashMap<>();
    private volatile @Nullable Endpoint defaultEndpoint;

    DefaultProducerTemplate(DefaultRoutingContext context) {
        this.context = context;
    }

    @Override
    public RoutingContext getContext() {
        return context;
    }

    @Override
    public @Nullable Endpoint getDefaultEndpoint() {
        return defaultEndpoint;
    }

    @Override
    public void setDefaultEndpoint(@Nullable Endpoint defaultEndpoint) {
        this.defaultEndpoint = defaultEndpoint;
    }

    @Override
    public void setDefaultEndpointUri(String endpointUri) {
        setDefaultEndpoint(context.getEndpoint(endpointUri));
    }

    private Endpoint mandatoryDefault() {
        Endpoint endpoint = defaultEndpoint;
        if (endpoint == null) {
            throw new IllegalStateException(
                    "This template has no default endpoint: name one, or call setDefaultEndpointUri first");
        }
        return endpoint;
    }

    @Override
    public void stop() {
        senders.values().forEach(sender -> sender.producer.stop());
        senders.clear();
    }

    // ---- exchanges

    private DefaultExchange newExchange(ExchangePattern pattern, @Nullable Object body) {
        Exchange exchange =
                context.getRoutingContextExtension().getExchangeFactory().create(pattern);
        exchange.setBody(body);
        return (DefaultExchange) exchange;
    }

    @Override
    public Exchange send(Endpoint endpoint, Exchange exchange) {
        DefaultExchange sent = (DefaultExchange) exchange;
        return Objects.requireNonNull(send(endpoint, sent, false));
    }

    /**
     * Sends and ends an exchange.
     *
     * @param mayGo whether the exchange itself may go to another owner
     * @return null when it has gone
     */
    private @Nullable DefaultExchange send(Endpoint endpoint, DefaultExchange sent, boolean mayGo) {
        try {
            checkRunning(endpoint);
            if (endpoint instanceof DirectEndpoint direct) {
                sent.set(Flags.LEFT_TO_ROUTE, mayGo);
                RouteEntry entry = direct.target(sent);
                if (entry != null && !entry.runAndWait(sent)) {
                    return null;
                }
            } else {
                Sender sender = sender(endpoint);
                if (mayGo && sender.handover != null && sender.handover.handOver(sent)) {
                    return null;
                }
                sender.producer.process(sent);
            }
        } catch (StillUnderWayException e) {
            throw e;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            sent.setException(e);
        } catch (Exception e) {
            sent.setException(e);
        }
        sent.end();
        return sent;
    }

    private void checkRunning(Endpoint endpoint) {
        if (context.getStatus() != ServiceStatus.Started) {
            throw new IllegalStateException(
                    "Cannot send to " + endpoint + ": context " + context + " is not running; start it first");
        }
    }

    /** A started producer, and what it can do, found out once. */
    private static final class Sender {
        final Producer producer;
        final @Nullable AsyncProcessor async;
        final @Nullable HandoverProducer handover;

        Sender(Producer producer) {
            this.producer = producer;
            async = producer instanceof AsyncProcessor asynchronous ? asynchronous : null;
            handover = producer instanceof HandoverProducer queue ? queue : null;
        }
    }

    private Sender sender(Endpoint endpoint) throws Exception {
        Sender known = senders.get(endpoint);
        if (known == null) {
            Sender made = new Sender(endpoint.createProducer());
            made.producer.start();
            known = senders.putIfAbsent(endpoint, made);
            if (known == null) {
                return made;
            }
            made.producer.stop();
        }
        return known;
    }

    @Override
    public Exchange send(String endpointUri, Exchange exchange) {
        return send(context.getEndpoint(endpointUri), exchange);
    }

    @Override
    public Exchange send(String endpointUri, Processor processor) {
        return send(endpointUri, ExchangePattern.InOnly, processor);
    }

    @Override
    public Exchange send(String endpointUri, ExchangePattern pattern, Processor processor) {
        DefaultExchange exchange = newExchange(pattern, null);
        try {
            processor.process(exchange);
        } catch (Exception e) {
            exchange.setException(e);
            exchange.end();
            return exchange;
        }
        return send(endpointUri, exchange);
    }

    @Override
    public Exchange request(String endpointUri, Processor processor) {
        return send(endpointUri, ExchangePattern.InOut, processor);
    }

    // ---- bodies

    @Override
    public void sendBody(@Nullable Object body) {
        sendBody(mandatoryDefault(), body);
    }

    @Override
    public void sendBody(String endpointUri, @Nullable Object body) {
        sendBody(context.getEndpoint(endpointUri), body);
    }

    @Override
    public void sendBody(Endpoint endpoint, @Nullable Object body) {
        sendOnce(endpoint, newExchange(ExchangePattern.InOnly, body), Object.class);
    }

    @Override
    public void sendBodyAndHeader(
            String endpointUri, @Nullable Object body, String header, @Nullable Object headerValue) {
        DefaultExchange exchange = newExchange(ExchangePattern.InOnly, body);
        exchange.setHeader(header, headerValue);
        sendOnce(endpointUri, exchange, Object.class);
    }

    @Override
    public void sendBodyAndHeaders(
            String endpointUri, @Nullable Object body, Map<String, ? extends @Nullable Object> headers) {
        DefaultExchange exchange = newExchange(ExchangePattern.InOnly, body);
        exchange.setHeaders(headers);
        sendOnce(endpointUri, exchange, Object.class);
    }

    @Override
    public @Nullable Object requestBody(String endpointUri, @Nullable Object body) {
        return requestBody(endpointUri, body, Object.class);
    }

    @Override
    public <T> @Nullable T requestBody(String endpointUri, @Nullable Object body, Class<T> type) {
        return sendOnce(endpointUri, newExchange(ExchangePattern.InOut, body), type);
    }

    @Override
    public <T> @Nullable T requestBodyAndHeader(
            String endpointUri, @Nullable Object body, String header, @Nullable Object headerValue, Class<T> type) {
        DefaultExchange exchange = newExchange(ExchangePattern.InOut, body);
        exchange.setHeader(header, headerValue);
        return sendOnce(endpointUri, exchange, type);
    }

    @Override
    public <T> @Nullable T requestBodyAndHeaders(
            String endpointUri, @Nullable Object body, Map<String, ? extends @Nullable Object> headers, Class<T> type) {
        DefaultExchange exchange = newExchange(ExchangePattern.InOut, body);
        exchange.setHeaders(headers);
        return sendOnce(endpointUri, exchange, type);
    }

    private <T> @Nullable T sendOnce(String endpointUri, DefaultExchange exchange, Class<T> type) {
        return sendOnce(context.getEndpoint(endpointUri), exchange, type);
    }

    /** Sends an exchange that nobody but this template has; one that failed goes to the caller with the exception. */
    private <T> @Nullable T sendOnce(Endpoint endpoint, DefaultExchange exchange, Class<T> type) {
        ExchangeFactory exchanges = context.getRoutingContextExtension().getExchangeFactory();
        int lease = exchanges.lease(exchange);
        DefaultExchange sent = send(endpoint, exchange, exchange.getPattern() == ExchangePattern.InOnly);
        if (sent == null) {
            return null;
        }
        T body = checked(sent).getBody(type);
        exchanges.release(sent, lease);
        return body;
    }

    private static Exchange checked(Exchange exchange) {
        Exception failure = exchange.getException();
        if (failure instanceof RoutingExecutionException execution) {
            throw execution;
        }
        if (failure != null) {
            throw new RoutingExecutionException(
                    "Exchange " + exchange.getExchangeId() + " failed: " + failure, exchange, failure);
        }
        return exchange;
    }

    // ---- without waiting

    @Override
    public CompletableFuture<Exchange> asyncSend(String endpointUri, Exchange exchange) {
        CompletableFuture<Exchange> future = new CompletableFuture<>();
        DefaultExchange sent = (DefaultExchange) exchange;
        AsyncCallback ending = doneSync -> {
            sent.end();
            future.complete(sent);
        };
        try {
            Endpoint endpoint = context.getEndpoint(endpointUri);
            checkRunning(endpoint);
            Sender sender = sender(endpoint);
            if (sender.async != null) {
                sender.async.process(sent, ending);
            } else {
                sender.producer.process(sent);
                ending.done(true);
            }
        } catch (Exception e) {
            sent.setException(e);
            ending.done(true);
        }
        return future;
    }

    @Override
    public CompletableFuture<@Nullable Object> asyncSendBody(String endpointUri, @Nullable Object body) {
        return asyncSend(endpointUri, newExchange(ExchangePattern.InOnly, body))
                .thenApply(exchange -> checked(exchange).getBody());
    }

    @Override
    public CompletableFuture<@Nullable Object> asyncRequestBody(String endpointUri, @Nullable Object body) {
        return asyncSend(endpointUri, newExchange(ExchangePattern.InOut, body))
                .thenApply(exchange -> checked(exchange).getBody());
    }

    @Override
    public <T> CompletableFuture<@Nullable T> asyncRequestBody(
            String endpointUri, @Nullable Object body, Class<T> type) {
        return asyncSend(endpointUri, newExchange(ExchangePattern.InOut, body))
                .thenApply(exchange -> checked(exchange).getBody(type));
    }
}
