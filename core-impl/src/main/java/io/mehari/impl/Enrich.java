package io.mehari.impl;

import io.mehari.AggregationStrategy;
import io.mehari.Exchange;
import io.mehari.ExchangePattern;
import io.mehari.Expression;
import io.mehari.RoutingExchangeException;
import io.mehari.builder.Node;
import io.mehari.spi.ExchangeFactory;
import org.jspecify.annotations.Nullable;

/** Asks an endpoint with a copy of the message, and makes one message of the two. */
final class Enrich extends Step {
    private final Node.Enrich says;
    private final Expression recipient;
    private final ProducerCache cache;
    private final ExchangeFactory exchanges;

    Enrich(Node.Enrich says, Expression recipient, ProducerCache cache, ExchangeFactory exchanges) {
        this.says = says;
        this.recipient = recipient;
        this.cache = cache;
        this.exchanges = exchanges;
    }

    /** A question that is under way. */
    private record Question(ProducerCache.Target target, DefaultExchange copy, int lease) {}

    @Override
    int run(DefaultExchange exchange) throws Exception {
        ProducerCache.Target target = DynamicTo.target(exchange, recipient, says.ignoreInvalid(), cache);
        if (target == null) {
            return next;
        }
        DefaultExchange copy = (DefaultExchange) exchanges.copy(exchange);
        Question question = new Question(target, copy, exchanges.lease(copy));
        copy.setCorrelationId(exchange.getExchangeId());
        copy.setPattern(ExchangePattern.InOut);
        if (!target.code.run(copy, 0)) {
            Continuation mine = suspend(exchange, question);
            if (!copy.continuation().leave(mine)) {
                return SUSPENDED;
            }
            mine.cancel();
        }
        return answered(exchange, question);
    }

    @Override
    int resume(DefaultExchange exchange, @Nullable Object state) throws Exception {
        Question question = (Question) state;
        assert question != null;
        return answered(exchange, question);
    }

    private int answered(DefaultExchange exchange, Question question) throws Exception {
        DefaultExchange answer = question.copy;
        cache.release(question.target);
        try {
            answer.end();
            if (answer.getException() != null && !says.aggregateOnException()) {
                exchange.takeOutcome(answer);
            } else if (says.strategy() == null) {
                exchange.setBody(answer.getBody());
                exchange.takeOutcome(answer);
            } else {
                aggregate(says.strategy(), exchange, answer);
            }
        } finally {
            exchanges.release(answer, question.lease);
        }
        return next;
    }

    /** Makes the exchange what the strategy makes of it and another one; null leaves it as it is. */
    static void aggregate(AggregationStrategy strategy, DefaultExchange exchange, @Nullable Exchange other)
            throws RoutingExchangeException {
        Exchange result;
        try {
            result = strategy.aggregate(exchange, nullable(other));
        } catch (RuntimeException e) {
            throw new RoutingExchangeException(
                    "The aggregation strategy failed on exchange " + exchange.getExchangeId() + ": " + e, exchange, e);
        }
        if (result != null && result != exchange) {
            exchange.become((DefaultExchange) result);
        }
    }

    /** Where a strategy must expect that there is none. */
    @SuppressWarnings("NullAway")
    private static Exchange nullable(@Nullable Exchange other) {
        return other;
    }
}
