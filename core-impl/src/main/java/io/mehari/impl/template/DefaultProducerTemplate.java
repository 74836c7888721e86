package io.mehari.impl.template;

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
import io.mehari.TypeConversionException;
import io.mehari.impl.base.Callback;
import io.mehari.impl.engine.DirectEndpoint;
import io.mehari.impl.engine.EngineContext;
import io.mehari.impl.engine.RouteEntry;
import io.mehari.impl.engine.Watchers;
import io.mehari.impl.engine.WithinRoute;
import io.mehari.impl.exchange.AbstractExchange;
import io.mehari.impl.exchange.Exchanges;
import io.mehari.impl.exchange.Flags;
import io.mehari.impl.exchange.Place;
import io.mehari.impl.template.Senders.Sender;
import io.mehari.spi.Threading;
import io.mehari.spi.internal.SafeText;
import java.lang.ref.Reference;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Sends messages; caches a started producer for each of the most recently used endpoints. */
public final class DefaultProducerTemplate extends ProducerTemplate {
    private static final String NO_URI = "endpointUri is null; give a URI, such as \"direct:orders\"";
    private static final long AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final String NO_TYPE = "type is null; give a class, such as String.class";

    private final EngineContext engine;
    private final RoutingContext context;
    private final Senders senders;

    public DefaultProducerTemplate(EngineContext engine) {
        this.engine = engine;
        this.context = engine.context();
        this.senders = new Senders(engine);
        engine.stopWhenDropped(this, senders);
    }

    @Override
    public RoutingContext getContext() {
        return context;
    }

    @Override
    public void stop() {
        senders.stop();
    }

    // ---- exchanges of this template

    private Exchanges exchanges() {
        return engine.getExchangeFactory();
    }

    @Override
    protected AbstractExchange create(ExchangePattern pattern, @Nullable Object body) {
        AbstractExchange exchange =
                exchanges().create(Objects.requireNonNull(pattern, "pattern is null; give InOnly or InOut"));
        exchange.setBody(body);
        return exchange;
    }

    @Override
    protected void release(Exchange own) {
        exchanges().release(own);
    }

    /*
     * The JIT compiles this method on its own. On a JDK that leaves out exception handlers which were never needed, an
     * exchange that is made here, and that no step keeps, is not allocated at all.
     */
    @Override
    protected <T> @Nullable T transfer(
            Object to,
            @Nullable Exchange own,
            ExchangePattern pattern,
            @Nullable Object body,
            @Nullable Class<T> type) {
        AbstractExchange sent = own == null ? create(pattern, body) : (AbstractExchange) own;
        boolean back = true;
        boolean sending = true;
        Sender sender = null;
        try {
            sender = sender(to);
            back = send(to, sender, sent, true);
            sending = false;
            return back ? reply(to, sent, type) : null;
        } catch (Throwable e) {
            back &= !(sending && e instanceof SendInterruptedException); // then the route still owns the exchange
            throw e;
        } finally {
            try { // not within send(): if it threw, an exchange that was handed over would be released
                if (sender != null) {
                    senders.leave(sender);
                }
                Reference.reachabilityFence(this); // else the producer could be stopped during the send
            } finally {
                if (back) {
                    sent.release();
                }
            }
        }
    }

    private static <T> @Nullable T reply(Object to, AbstractExchange sent, @Nullable Class<T> type) {
        Exchange answered = sent.getException() == null ? sent : checked(sent);
        try {
            return type == null ? null : answered.getBody(type);
        } catch (TypeConversionException e) {
            throw new TypeConversionException("The reply of " + SafeText.uri(to.toString()), e);
        }
    }

    // ---- exchanges of the caller

    @Override
    protected Exchange pass(Object to, Exchange exchange) {
        Objects.requireNonNull(exchange, "exchange is null; give an Exchange");
        AbstractExchange sent = (AbstractExchange) exchange;
        Sender sender = sender(to);
        try {
            Object taken = sent.takeBodyBack();
            send(to, sender, sent, false);
            AbstractExchange.endSend(taken);
        } finally {
            if (sender != null) {
                senders.leave(sender);
            }
            Reference.reachabilityFence(this); // as above
        }
        return exchange;
    }

    @Override
    protected Exchange pass(Object to, ExchangePattern pattern, Processor processor) {
        Objects.requireNonNull(to, NO_URI);
        Objects.requireNonNull(processor, "processor is null; give a Processor, such as exchange -> ...");
        AbstractExchange exchange = create(pattern, null);
        try {
            processor.process(exchange);
        } catch (Throwable e) { // a processor may throw anything
            exchange.setException(e);
            exchange.end();
            return exchange;
        }
        return pass(to, exchange);
    }

    // ---- a send

    /** The sender for an endpoint or a URI, which must be left; null for the endpoint of a route, which needs none. */
    private @Nullable Sender sender(Object to) {
        return to instanceof DirectEndpoint ? null : senders.get(Objects.requireNonNull(to, NO_URI));
    }

    /**
     * Sends and ends an exchange. The caller leaves the sender.
     *
     * @param own whether the exchange was made for this send; then it may be handed over to another owner
     * @return false if it was handed over
     */
    private boolean send(Object to, @Nullable Sender sender, AbstractExchange sent, boolean own) {
        Endpoint endpoint = sender == null ? (Endpoint) to : sender.endpoint;
        Watchers watchers = engine.watchersOfTemplates;
        long begin = 0;
        boolean back = true;
        try {
            begin = watchers == null ? 0 : watchers.sending(sent, endpoint);
            boolean untold = watchers == null || Watchers.isUntold(begin); // listeners need the exchange at the end
            boolean mayGo = own && untold && sent.getPattern() == ExchangePattern.InOnly;
            try {
                checkRunning(endpoint);
                if (endpoint instanceof DirectEndpoint direct) {
                    sent.set(Flags.LEFT_TO_ROUTE, mayGo);
                    RouteEntry entry = direct.target(sent);
                    back = entry == null || entry.runAndWait(sent, own);
                } else {
                    back = Objects.requireNonNull(sender).ready().take(sent, mayGo);
                }
            } catch (Throwable e) { // a producer may throw anything
                if (e instanceof SendInterruptedException interrupted && endpoint instanceof DirectEndpoint) {
                    throw interrupted; // the route still owns the exchange, and ends it
                }
                failed(sent, e);
            }
            if (back) {
                finish(sent, own);
            }
            return back;
        } finally {
            if (watchers != null && back) {
                watchers.sent(sent, endpoint, begin);
            }
        }
    }

    /**
     * Ends the exchange, also if there is no room to keep its body (law S4). The stream of a reply stays open for its
     * reader; after a one-way send it is closed, since the sender would not close it.
     */
    private static void finish(AbstractExchange sent, boolean own) {
        try {
            if (sent.getException() == null && sent.getPattern() == ExchangePattern.InOut) {
                if (own) {
                    sent.repeatableBody(); // it is converted when its exchange has ended
                }
                sent.leaveBody();
            }
        } finally {
            sent.end();
        }
    }

    private static void failed(AbstractExchange sent, Throwable thrown) {
        if (thrown instanceof InterruptedException) {
            Thread.currentThread().interrupt();
        }
        sent.setException(thrown);
    }

    private void checkRunning(Endpoint endpoint) {
        ServiceStatus status = context.getStatus();
        if (status != ServiceStatus.Started && !(status == ServiceStatus.Stopping && WithinRoute.isThisThread())) {
            throw new ContextNotStartedException(
                    "Cannot send to " + endpoint + ": context " + context + " is not running; start it first");
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
            AbstractExchange copy = exchange.copy();
            copy.end();
            kept = copy;
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
        Objects.requireNonNull(endpointUri, NO_URI);
        Objects.requireNonNull(exchange, "exchange is null; give an Exchange");
        CompletableFuture<Exchange> future = new CompletableFuture<>();
        asyncSend(endpointUri, (AbstractExchange) exchange, future);
        return future;
    }

    /** What fails before the send fails the exchange. */
    private void asyncSend(String uri, AbstractExchange sent, CompletableFuture<Exchange> future) {
        Sender sender;
        try {
            sender = senders.get(uri);
        } catch (Throwable e) { // a component may throw anything
            sent.setException(e);
            complete(sent, future);
            return;
        }
        Watchers watchers = engine.watchersOfTemplates;
        long begin = watchers == null ? 0 : watchers.sending(sent, sender.endpoint);
        Callback callback = new Callback(doneSync -> {
            try {
                if (watchers != null) {
                    watchers.sent(sent, sender.endpoint, begin);
                }
            } finally {
                try {
                    complete(sent, future);
                } finally {
                    senders.leave(sender); // last: it may stop a producer
                    Reference.reachabilityFence(this);
                }
            }
        });
        boolean done = true;
        try {
            checkRunning(sender.endpoint);
            done = sender.ready().process(sent, callback);
        } catch (Throwable e) {
            sent.setException(e);
        }
        if (done) {
            callback.doneUnlessCalled();
        }
    }

    private static void complete(AbstractExchange sent, CompletableFuture<Exchange> future) {
        try {
            finish(sent, false);
        } finally {
            complete(future, sent, null);
        }
    }

    /** Waits while the heap is full, and tries once more if the stack was: somebody waits for it (law S4). */
    private static <T extends @Nullable Object> void complete(
            CompletableFuture<T> future, T value, @Nullable Throwable failure) {
        int tries = 0;
        while (!future.isDone()) {
            try {
                if (failure == null) {
                    future.complete(value);
                } else {
                    future.completeExceptionally(failure);
                }
            } catch (OutOfMemoryError e) {
                Threading.parkNanos(future, AGAIN_NANOS);
            } catch (StackOverflowError e) {
                if (++tries > 1) {
                    throw e;
                }
            }
        }
    }

    @Override
    protected <T> CompletableFuture<@Nullable T> transferLater(
            String endpointUri, ExchangePattern pattern, @Nullable Object body, Class<T> type) {
        Objects.requireNonNull(endpointUri, NO_URI);
        Objects.requireNonNull(type, NO_TYPE);
        CompletableFuture<Exchange> future = new CompletableFuture<>();
        CompletableFuture<@Nullable T> reply = new CompletableFuture<>(); // the caller may end it before its time
        AbstractExchange own = create(pattern, body);
        var unused = future.thenAccept(sent -> answer(own, type, reply)); // before the send, which may end at once
        asyncSend(endpointUri, own, future);
        return reply;
    }

    private static <T> void answer(AbstractExchange own, Class<T> type, CompletableFuture<@Nullable T> reply) {
        T body = null;
        Throwable failure = null;
        try {
            body = checked(own).getBody(type);
        } catch (Throwable e) { // it is the failure of the future
            failure = e;
        }
        try {
            own.release();
        } finally {
            complete(reply, body, failure);
        }
    }
}
