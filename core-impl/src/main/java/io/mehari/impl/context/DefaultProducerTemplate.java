package io.mehari.impl.context;

import io.mehari.AsyncCallback;
import io.mehari.ContextNotStartedException;
import io.mehari.Endpoint;
import io.mehari.Exchange;
import io.mehari.ExchangePattern;
import io.mehari.Processor;
import io.mehari.ProducerTemplate;
import io.mehari.RoutingContext;
import io.mehari.RoutingExecutionException;
import io.mehari.SendInterruptedException;
import io.mehari.ServiceStatus;
import io.mehari.impl.base.Callback;
import io.mehari.impl.context.Senders.Sender;
import io.mehari.impl.engine.DirectEndpoint;
import io.mehari.impl.engine.RouteEntry;
import io.mehari.impl.engine.Watchers;
import io.mehari.impl.engine.WithinRoute;
import io.mehari.impl.exchange.AbstractExchange;
import io.mehari.impl.exchange.Flags;
import io.mehari.impl.exchange.Place;
import io.mehari.spi.ExchangeFactory;
import io.mehari.spi.SafeText;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Sends messages; caches a started producer for each of the most recently used endpoints. */
public final class DefaultProducerTemplate extends ProducerTemplate {
    private final AbstractRoutingContext context;
    private final Senders senders;
    private volatile @Nullable Endpoint defaultEndpoint;
    private volatile boolean watched = true;

    DefaultProducerTemplate(AbstractRoutingContext context) {
        this.context = context;
        this.senders = new Senders(context);
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
        Objects.requireNonNull(endpointUri, "endpointUri is null; give a URI, such as \"direct:orders\"");
        setDefaultEndpoint(context.getEndpoint(endpointUri));
    }

    @Override
    public void setEventNotifierEnabled(boolean enabled) {
        watched = enabled;
    }

    /** The listeners for the sends of this template; null if there are none. */
    private @Nullable Watchers watchers() {
        Watchers all = context.services().watchersOfTemplates();
        return all == null || watched ? all : null;
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
        senders.stop();
    }

    // ---- exchanges

    private AbstractExchange newExchange(ExchangePattern pattern, @Nullable Object body) {
        Exchange exchange =
                context.getRoutingContextExtension().getExchangeFactory().create(pattern);
        exchange.setBody(body);
        return (AbstractExchange) exchange;
    }

    @Override
    public Exchange send(Endpoint endpoint, Exchange exchange) {
        Objects.requireNonNull(endpoint, "endpoint is null; give an Endpoint");
        Objects.requireNonNull(exchange, "exchange is null; give an Exchange");
        AbstractExchange sent = (AbstractExchange) exchange;
        return Objects.requireNonNull(send(endpoint, null, sent, false, false));
    }

    /**
     * Sends and ends an exchange.
     *
     * @param own whether the exchange was made for this send
     * @param mayGo whether the exchange itself may be handed over to another owner
     * @return null if it was handed over
     */
    private @Nullable AbstractExchange send(
            Endpoint endpoint, @Nullable Sender named, AbstractExchange sent, boolean own, boolean mayGo) {
        Watchers watchers = watchers();
        if (watchers == null) {
            return sendUnwatched(endpoint, named, sent, own, mayGo);
        }
        long begin = watchers.sending(sent, endpoint);
        try {
            // the listeners need the exchange at the end
            return sendUnwatched(endpoint, named, sent, own, mayGo && Watchers.isUntold(begin));
        } finally {
            watchers.sent(sent, endpoint, begin);
        }
    }

    @SuppressWarnings("CatchingUnchecked") // a producer may throw anything
    private @Nullable AbstractExchange sendUnwatched(
            Endpoint endpoint, @Nullable Sender named, AbstractExchange sent, boolean own, boolean mayGo) {
        Sender found = null;
        try {
            checkRunning(endpoint);
            if (endpoint instanceof DirectEndpoint direct) {
                sent.set(Flags.LEFT_TO_ROUTE, mayGo);
                RouteEntry entry = direct.target(sent);
                if (entry != null && !entry.runAndWait(sent, own)) {
                    return null;
                }
            } else {
                found = named == null ? senders.get(endpoint) : null;
                Senders.Ready sender = (found == null ? Objects.requireNonNull(named) : found).ready();
                if (mayGo && sender.handover != null && sender.handover.handOver(sent)) {
                    return null;
                }
                sender.producer.process(sent);
            }
        } catch (SendInterruptedException e) {
            if (endpoint instanceof DirectEndpoint) {
                throw e; // the route still owns the exchange, and ends it
            }
            sent.setException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            sent.setException(e);
        } catch (Throwable e) {
            sent.setException(e);
        } finally {
            if (found != null) {
                found.leave();
            }
        }
        sent.end();
        return sent;
    }

    private void checkRunning(Endpoint endpoint) {
        ServiceStatus status = context.getStatus();
        if (status != ServiceStatus.Started && !(status == ServiceStatus.Stopping && WithinRoute.isThisThread())) {
            throw new ContextNotStartedException(
                    "Cannot send to " + endpoint + ": context " + context + " is not running; start it first");
        }
    }

    @Override
    public Exchange send(String endpointUri, Exchange exchange) {
        Objects.requireNonNull(exchange, "exchange is null; give an Exchange");
        Sender sender = senders.get(endpointUri);
        try {
            return Objects.requireNonNull(send(sender.endpoint, sender, (AbstractExchange) exchange, false, false));
        } finally {
            sender.leave();
        }
    }

    @Override
    public Exchange send(String endpointUri, Processor processor) {
        return send(endpointUri, ExchangePattern.InOnly, processor);
    }

    @Override
    public Exchange send(String endpointUri, ExchangePattern pattern, Processor processor) {
        Objects.requireNonNull(endpointUri, "endpointUri is null; give a URI, such as \"direct:orders\"");
        AbstractExchange exchange = emptyExchange(pattern, processor);
        return fill(exchange, processor) ? send(endpointUri, exchange) : ended(exchange);
    }

    @Override
    public Exchange send(Endpoint endpoint, Processor processor) {
        return send(endpoint, ExchangePattern.InOnly, processor);
    }

    @Override
    public Exchange send(Endpoint endpoint, ExchangePattern pattern, Processor processor) {
        Objects.requireNonNull(endpoint, "endpoint is null; give an Endpoint");
        AbstractExchange exchange = emptyExchange(pattern, processor);
        return fill(exchange, processor) ? send(endpoint, exchange) : ended(exchange);
    }

    private AbstractExchange emptyExchange(ExchangePattern pattern, Processor processor) {
        Objects.requireNonNull(pattern, "pattern is null; give InOnly or InOut");
        Objects.requireNonNull(processor, "processor is null; give a Processor, such as exchange -> ...");
        return newExchange(pattern, null);
    }

    /** False if the processor has thrown. */
    @SuppressWarnings("CatchingUnchecked") // a processor may throw anything
    private static boolean fill(AbstractExchange exchange, Processor processor) {
        try {
            processor.process(exchange);
            return true;
        } catch (Throwable e) {
            exchange.setException(e);
            return false;
        }
    }

    private static Exchange ended(AbstractExchange exchange) {
        exchange.end();
        return exchange;
    }

    @Override
    public Exchange send(Exchange exchange) {
        Objects.requireNonNull(exchange, "exchange is null; give an Exchange");
        return send(mandatoryDefault(), exchange);
    }

    @Override
    public Exchange send(Processor processor) {
        Objects.requireNonNull(processor, "processor is null; give a Processor, such as exchange -> ...");
        return send(mandatoryDefault(), processor);
    }

    @Override
    public Exchange request(Endpoint endpoint, Processor processor) {
        return send(endpoint, ExchangePattern.InOut, processor);
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
        sendOnce(endpointUri, newExchange(ExchangePattern.InOnly, body), Object.class);
    }

    @Override
    public @Nullable Object sendBody(String endpointUri, ExchangePattern pattern, @Nullable Object body) {
        Objects.requireNonNull(pattern, "pattern is null; give InOnly or InOut");
        Object reply = sendOnce(endpointUri, newExchange(pattern, body), Object.class);
        return pattern == ExchangePattern.InOut ? reply : null;
    }

    @Override
    public void sendBodyAndHeader(@Nullable Object body, String header, @Nullable Object headerValue) {
        Objects.requireNonNull(header, "header is null; give its name");
        sendBodyAndHeader(mandatoryDefault(), body, header, headerValue);
    }

    @Override
    public void sendBodyAndHeader(
            Endpoint endpoint, @Nullable Object body, String header, @Nullable Object headerValue) {
        Objects.requireNonNull(endpoint, "endpoint is null; give an Endpoint");
        sendOnce(endpoint, null, withHeader(ExchangePattern.InOnly, body, header, headerValue), Object.class);
    }

    @Override
    public void sendBodyAndProperty(
            String endpointUri, @Nullable Object body, String property, @Nullable Object propertyValue) {
        AbstractExchange exchange = newExchange(ExchangePattern.InOnly, body);
        try {
            exchange.setProperty(property, propertyValue);
        } catch (Throwable e) {
            release(exchange);
            throw e;
        }
        sendOnce(endpointUri, exchange, Object.class);
    }

    @Override
    public @Nullable Object requestBodyAndHeader(
            String endpointUri, @Nullable Object body, String header, @Nullable Object headerValue) {
        return requestBodyAndHeader(endpointUri, body, header, headerValue, Object.class);
    }

    @Override
    public @Nullable Object requestBodyAndHeaders(
            String endpointUri, @Nullable Object body, Map<String, ? extends @Nullable Object> headers) {
        return requestBodyAndHeaders(endpointUri, body, headers, Object.class);
    }

    @Override
    public @Nullable Object requestBody(Endpoint endpoint, @Nullable Object body) {
        Objects.requireNonNull(endpoint, "endpoint is null; give an Endpoint");
        return sendOnce(endpoint, null, newExchange(ExchangePattern.InOut, body), Object.class);
    }

    @Override
    public void sendBody(Endpoint endpoint, @Nullable Object body) {
        Objects.requireNonNull(endpoint, "endpoint is null; give an Endpoint");
        sendOnce(endpoint, null, newExchange(ExchangePattern.InOnly, body), Object.class);
    }

    @Override
    public void sendBodyAndHeader(
            String endpointUri, @Nullable Object body, String header, @Nullable Object headerValue) {
        sendOnce(endpointUri, withHeader(ExchangePattern.InOnly, body, header, headerValue), Object.class);
    }

    @Override
    public @Nullable Object sendBodyAndHeader(
            String endpointUri,
            ExchangePattern pattern,
            @Nullable Object body,
            String header,
            @Nullable Object headerValue) {
        Objects.requireNonNull(pattern, "pattern is null; give InOnly or InOut");
        Object reply = sendOnce(endpointUri, withHeader(pattern, body, header, headerValue), Object.class);
        return pattern == ExchangePattern.InOut ? reply : null;
    }

    @Override
    public void sendBodyAndHeaders(
            String endpointUri, @Nullable Object body, Map<String, ? extends @Nullable Object> headers) {
        sendOnce(endpointUri, withHeaders(ExchangePattern.InOnly, body, headers), Object.class);
    }

    @Override
    public @Nullable Object requestBody(String endpointUri, @Nullable Object body) {
        return requestBody(endpointUri, body, Object.class);
    }

    @Override
    public <T> @Nullable T requestBody(String endpointUri, @Nullable Object body, Class<T> type) {
        Objects.requireNonNull(type, "type is null; give a class, such as String.class");
        return sendOnce(endpointUri, newExchange(ExchangePattern.InOut, body), type);
    }

    @Override
    public <T> @Nullable T requestBodyAndHeader(
            String endpointUri, @Nullable Object body, String header, @Nullable Object headerValue, Class<T> type) {
        Objects.requireNonNull(type, "type is null; give a class, such as String.class");
        return sendOnce(endpointUri, withHeader(ExchangePattern.InOut, body, header, headerValue), type);
    }

    @Override
    public <T> @Nullable T requestBodyAndHeaders(
            String endpointUri, @Nullable Object body, Map<String, ? extends @Nullable Object> headers, Class<T> type) {
        Objects.requireNonNull(type, "type is null; give a class, such as String.class");
        return sendOnce(endpointUri, withHeaders(ExchangePattern.InOut, body, headers), type);
    }

    private AbstractExchange withHeader(
            ExchangePattern pattern, @Nullable Object body, String header, @Nullable Object headerValue) {
        AbstractExchange exchange = newExchange(pattern, body);
        try {
            exchange.setHeader(header, headerValue);
            return exchange;
        } catch (Throwable e) {
            release(exchange);
            throw e;
        }
    }

    private AbstractExchange withHeaders(
            ExchangePattern pattern, @Nullable Object body, Map<String, ? extends @Nullable Object> headers) {
        Objects.requireNonNull(headers, "headers is null; give an empty map for none");
        AbstractExchange exchange = newExchange(pattern, body);
        try {
            exchange.setHeaders(headers);
            return exchange;
        } catch (Throwable e) {
            release(exchange);
            throw e;
        }
    }

    private void release(AbstractExchange exchange) {
        ExchangeFactory exchanges = context.getRoutingContextExtension().getExchangeFactory();
        exchanges.release(exchange, exchanges.lease(exchange));
    }

    private <T> @Nullable T sendOnce(String endpointUri, AbstractExchange exchange, Class<T> type) {
        Sender sender;
        try {
            sender = senders.get(endpointUri);
        } catch (Throwable e) {
            release(exchange);
            throw e;
        }
        try {
            return sendOnce(sender.endpoint, sender, exchange, type);
        } finally {
            sender.leave();
        }
    }

    /** Sends an exchange that only this template uses, and releases it. */
    private <T> @Nullable T sendOnce(
            Endpoint endpoint, @Nullable Sender named, AbstractExchange exchange, Class<T> type) {
        ExchangeFactory exchanges = context.getRoutingContextExtension().getExchangeFactory();
        int lease = exchanges.lease(exchange);
        AbstractExchange sent = send(endpoint, named, exchange, true, exchange.getPattern() == ExchangePattern.InOnly);
        if (sent == null) {
            return null;
        }
        try {
            return checked(sent).getBody(type);
        } finally {
            exchanges.release(sent, lease);
        }
    }

    /** Throws the failure of the exchange, with the exchange, or with a copy if the exchange is pooled. */
    private static Exchange checked(AbstractExchange exchange) {
        Exception failure = exchange.getException();
        if (failure == null) {
            return exchange;
        }
        boolean pooled = exchange.isPooled();
        if (failure instanceof RoutingExecutionException execution && !(pooled && execution.getCause() != null)) {
            throw execution;
        }
        Exchange kept = exchange;
        if (pooled) {
            kept = exchange.copy();
            kept.getExchangeExtension().setExchangeId(exchange.exchangeIdOrWhy());
        }
        Throwable cause = failure instanceof RoutingExecutionException && failure.getCause() != null
                ? failure.getCause()
                : failure;
        throw new RoutingExecutionException(
                "Exchange " + exchange.exchangeIdOrWhy() + " failed" + Place.in(exchange) + ": "
                        + SafeText.of(cause, 1000),
                kept,
                cause);
    }

    // ---- asynchronous

    @Override
    public CompletableFuture<Exchange> asyncSend(String endpointUri, Exchange exchange) {
        Objects.requireNonNull(endpointUri, "endpointUri is null; give a URI, such as \"direct:orders\"");
        Objects.requireNonNull(exchange, "exchange is null; give an Exchange");
        CompletableFuture<Exchange> future = new CompletableFuture<>();
        AbstractExchange sent = (AbstractExchange) exchange;
        AsyncCallback atTheEnd = doneSync -> {
            sent.end();
            future.complete(sent);
        };
        Sender sender;
        try {
            sender = senders.get(endpointUri);
        } catch (RuntimeException e) {
            sent.setException(e);
            atTheEnd.done(true);
            return future;
        }
        AsyncCallback leaving = doneSync -> {
            sender.leave();
            atTheEnd.done(doneSync);
        };
        Watchers watchers = watchers();
        asyncSend(sender, sent, watchers == null ? leaving : watched(watchers, sender.endpoint, sent, leaving));
        return future;
    }

    private static AsyncCallback watched(
            Watchers watchers, Endpoint endpoint, AbstractExchange sent, AsyncCallback atTheEnd) {
        long begin = watchers.sending(sent, endpoint);
        return doneSync -> {
            watchers.sent(sent, endpoint, begin);
            atTheEnd.done(doneSync);
        };
    }

    @SuppressWarnings("CatchingUnchecked") // a producer may throw anything
    private void asyncSend(Sender sender, AbstractExchange sent, AsyncCallback atTheEnd) {
        Callback callback = new Callback(atTheEnd);
        boolean done = true;
        try {
            checkRunning(sender.endpoint);
            Senders.Ready ready = sender.ready();
            if (ready.async != null) {
                done = ready.async.process(sent, callback);
            } else {
                ready.producer.process(sent);
            }
        } catch (Throwable e) {
            sent.setException(e);
        }
        if (done) {
            callback.doneUnlessCalled();
        }
    }

    private <T> CompletableFuture<@Nullable T> asyncSendOnce(
            String endpointUri, ExchangePattern pattern, @Nullable Object body, Class<T> type) {
        Objects.requireNonNull(endpointUri, "endpointUri is null; give a URI, such as \"direct:orders\"");
        Objects.requireNonNull(type, "type is null; give a class, such as String.class");
        return asyncSendOnce(endpointUri, newExchange(pattern, body), type);
    }

    private <T> CompletableFuture<@Nullable T> asyncSendOnce(String endpointUri, AbstractExchange sent, Class<T> type) {
        ExchangeFactory exchanges = context.getRoutingContextExtension().getExchangeFactory();
        int lease = exchanges.lease(sent);
        return asyncSend(endpointUri, sent).thenApply(exchange -> {
            try {
                return checked(sent).getBody(type);
            } finally {
                exchanges.release(sent, lease);
            }
        });
    }

    @Override
    public CompletableFuture<@Nullable Object> asyncSendBody(String endpointUri, @Nullable Object body) {
        return asyncSendOnce(endpointUri, ExchangePattern.InOnly, body, Object.class);
    }

    @Override
    public CompletableFuture<@Nullable Object> asyncRequestBody(String endpointUri, @Nullable Object body) {
        return asyncSendOnce(endpointUri, ExchangePattern.InOut, body, Object.class);
    }

    @Override
    public <T> CompletableFuture<@Nullable T> asyncRequestBody(
            String endpointUri, @Nullable Object body, Class<T> type) {
        return asyncSendOnce(endpointUri, ExchangePattern.InOut, body, type);
    }

    @Override
    public <T> CompletableFuture<@Nullable T> asyncRequestBodyAndHeader(
            String endpointUri, @Nullable Object body, String header, @Nullable Object headerValue, Class<T> type) {
        Objects.requireNonNull(endpointUri, "endpointUri is null; give a URI, such as \"direct:orders\"");
        Objects.requireNonNull(type, "type is null; give a class, such as String.class");
        return asyncSendOnce(endpointUri, withHeader(ExchangePattern.InOut, body, header, headerValue), type);
    }
}
