package io.mehari.impl.pattern;

import io.mehari.AggregationStrategy;
import io.mehari.Exchange;
import io.mehari.ExchangePattern;
import io.mehari.Expression;
import io.mehari.RoutingExchangeException;
import io.mehari.builder.Node;
import io.mehari.impl.engine.ProducerCache;
import io.mehari.impl.engine.Step;
import io.mehari.impl.exchange.AbstractExchange;
import io.mehari.spi.ExchangeFactory;
import io.mehari.spi.SafeText;
import org.jspecify.annotations.Nullable;

/** Sends a copy of the message to an endpoint, and merges the reply into the message. */
public final class Enrich extends Step {
    private final Node.Enrich settings;
    private final Expression recipient;
    private final ProducerCache cache;
    private final ExchangeFactory exchanges;

    public Enrich(Node.Enrich settings, Expression recipient, ProducerCache cache, ExchangeFactory exchanges) {
        this.settings = settings;
        this.recipient = recipient;
        this.cache = cache;
        this.exchanges = exchanges;
    }

    private record Request(ProducerCache.Target target, AbstractExchange copy, int lease) {}

    @Override
    public int run(AbstractExchange exchange) throws Exception {
        ProducerCache.Target target = DynamicTo.target(exchange, recipient, settings.ignoreInvalid(), cache);
        if (target == null) {
            return next;
        }
        Request request = newRequest(exchange, target);
        AbstractExchange copy = request.copy;
        if (!target.code.run(copy, 0) && suspendFor(copy, exchange, request)) {
            return SUSPENDED;
        }
        return answered(exchange, request);
    }

    /** Creates the request; releases the target if this fails. */
    private Request newRequest(AbstractExchange exchange, ProducerCache.Target target) {
        boolean made = false;
        try {
            AbstractExchange copy = (AbstractExchange) exchanges.copy(exchange);
            copy.correlateWith(exchange);
            copy.setPattern(ExchangePattern.InOut);
            copy.shareHandling(exchange);
            if (settings.shareUnitOfWork()) {
                FanGroup.shareOriginal(exchange, copy);
            }
            made = true;
            return new Request(target, copy, exchanges.lease(copy));
        } finally {
            if (!made) {
                cache.release(target);
            }
        }
    }

    @Override
    public int resume(AbstractExchange exchange, @Nullable Object state) throws Exception {
        Request request = (Request) state;
        assert request != null;
        return answered(exchange, request);
    }

    private int answered(AbstractExchange exchange, Request request) throws Exception {
        AbstractExchange answer = request.copy;
        cache.release(request.target);
        try {
            if (settings.shareUnitOfWork()) {
                answer.handoverCompletions(exchange);
            }
            answer.end();
            AggregationStrategy strategy = settings.strategy();
            boolean failed = answer.getException() != null && !settings.aggregateOnException();
            if (strategy == null || failed) {
                exchange.become(answer);
            } else {
                aggregate(strategy, exchange, answer);
            }
            if (settings.shareUnitOfWork() && FanRules.isHandled(answer)) {
                exchange.setFailureHandled(true);
                exchange.setErrorHandlerHandled(true);
            }
        } finally {
            exchanges.release(answer, request.lease);
        }
        return next;
    }

    /** Replaces the exchange with the result of the strategy; a null result leaves it as it is. */
    @SuppressWarnings("CatchingUnchecked") // a strategy may throw anything
    static void aggregate(AggregationStrategy strategy, AbstractExchange exchange, @Nullable Exchange other)
            throws RoutingExchangeException {
        Exchange result;
        try {
            result = strategy.aggregate(exchange, nullable(other), exchange);
        } catch (Throwable e) {
            throw new RoutingExchangeException(
                    "The aggregation strategy failed on exchange " + exchange.getExchangeId() + ": "
                            + SafeText.of(e, 1000),
                    exchange,
                    e);
        }
        if (result != null && result != exchange) {
            exchange.become((AbstractExchange) result);
        }
    }

    /** For a strategy that must accept null here. */
    @SuppressWarnings("NullAway")
    private static Exchange nullable(@Nullable Exchange other) {
        return other;
    }
}
