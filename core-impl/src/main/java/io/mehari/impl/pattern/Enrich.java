package io.mehari.impl.pattern;

import io.mehari.AggregationStrategy;
import io.mehari.Exchange;
import io.mehari.ExchangePattern;
import io.mehari.Expression;
import io.mehari.RoutingExchangeException;
import io.mehari.builder.model.Node;
import io.mehari.impl.engine.ProducerCache;
import io.mehari.impl.engine.Step;
import io.mehari.impl.exchange.AbstractExchange;
import io.mehari.impl.exchange.Exchanges;
import io.mehari.impl.exchange.Flags;
import io.mehari.spi.internal.SafeText;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Sends a copy of the message to an endpoint, and merges the reply into the message. */
public final class Enrich extends Step {
    private final Node.Enrich settings;
    private final Expression recipient;
    private final ProducerCache cache;
    private final Exchanges exchanges;

    public Enrich(Node.Enrich settings, Expression recipient, ProducerCache cache, Exchanges exchanges) {
        this.settings = settings;
        this.recipient = recipient;
        this.cache = cache;
        this.exchanges = exchanges;
    }

    private record Request(ProducerCache.Target target, AbstractExchange copy) {}

    @Override
    public int run(AbstractExchange exchange) throws Exception {
        ProducerCache.Target target = cache.acquire(Objects.requireNonNull(recipient.evaluate(exchange)));
        AbstractExchange copy;
        try {
            copy = exchanges.copy(exchange);
        } catch (Throwable e) { // its stream cannot be read
            cache.release(target);
            throw e;
        }
        copy.correlateWith(exchange);
        copy.setPattern(ExchangePattern.InOut);
        copy.setHandling(exchange.handling());
        if (settings.shareUnitOfWork()) {
            copy.setOriginalMessage(exchange.originalMessage());
        }
        Request request = new Request(target, copy);
        if (!target.code.run(copy, 0) && suspendFor(copy, exchange, request)) {
            return SUSPENDED;
        }
        return answered(exchange, request);
    }

    @Override
    public int resume(AbstractExchange exchange, @Nullable Object state) throws Exception {
        return answered(exchange, Objects.requireNonNull((Request) state));
    }

    private int answered(AbstractExchange exchange, Request request) throws Exception {
        AbstractExchange answer = request.copy;
        cache.release(request.target);
        try {
            if (settings.shareUnitOfWork()) {
                answer.handoverCompletions(exchange);
            }
            if (!answer.hasStream()) {
                answer.end(); // else when it is released: the strategy may read it
            }
            AggregationStrategy strategy = settings.strategy();
            if (strategy == null || answer.getException() != null) {
                exchange.takeResultOf(answer);
            } else {
                aggregate(strategy, exchange, answer);
                exchange.holdBody(exchange);
            }
            if (settings.shareUnitOfWork() && answer.is(Flags.ERROR_HANDLER_HANDLED)) {
                exchange.setFailureHandled(true);
                exchange.setErrorHandlerHandled(true);
            }
        } finally {
            answer.release();
        }
        return next;
    }

    /** Replaces the exchange with the result of the strategy, which may get null; a null result leaves it as it is. */
    @SuppressWarnings("NullAway") // a strategy must accept null here
    static void aggregate(AggregationStrategy strategy, AbstractExchange exchange, @Nullable Exchange other)
            throws RoutingExchangeException {
        Exchange result;
        try {
            result = strategy.aggregate(exchange, other, exchange);
        } catch (Throwable e) {
            throw new RoutingExchangeException(
                    "The aggregation strategy failed on exchange " + exchange.getExchangeId() + ": "
                            + SafeText.of(e, 1000),
                    exchange,
                    e);
        }
        if (result != null && result != exchange) {
            exchange.takeResultOf((AbstractExchange) result);
        }
    }
}
