package io.mehari.impl;

import io.mehari.AsyncProcessor;
import io.mehari.AsyncProducer;
import io.mehari.Endpoint;
import io.mehari.ExchangePattern;
import io.mehari.Expression;
import io.mehari.Predicate;
import io.mehari.Processor;
import io.mehari.Producer;
import io.mehari.RollbackExchangeException;
import io.mehari.spi.HandoverProducer;
import org.jspecify.annotations.Nullable;

/** The simple steps, each a few lines. */
final class Steps {

    private Steps() {}

    static final class Call extends Step {
        private final Processor processor;

        Call(Processor processor) {
            this.processor = processor;
        }

        @Override
        int run(DefaultExchange exchange) throws Exception {
            processor.process(exchange);
            return next;
        }
    }

    /** A processor that may finish later: it gets the exchange's continuation as its callback. */
    static final class CallAsync extends Step {
        private final AsyncProcessor processor;

        CallAsync(AsyncProcessor processor) {
            this.processor = processor;
        }

        @Override
        int run(DefaultExchange exchange) {
            return callAsync(this, exchange, processor);
        }
    }

    /** Sends to an endpoint. */
    static final class Send extends Step {
        private final Producer producer;

        Send(Producer producer) {
            this.producer = producer;
        }

        @Override
        int run(DefaultExchange exchange) throws Exception {
            producer.process(exchange);
            return next;
        }

        @Override
        Endpoint endpoint() {
            return producer.getEndpoint();
        }
    }

    /** The same, where sending may finish later. */
    static final class SendAsync extends Step {
        private final AsyncProducer producer;

        SendAsync(AsyncProducer producer) {
            this.producer = producer;
        }

        @Override
        int run(DefaultExchange exchange) {
            return callAsync(this, exchange, producer);
        }

        @Override
        Endpoint endpoint() {
            return producer.getEndpoint();
        }
    }

    static Step send(Producer producer) {
        if (producer instanceof HandoverProducer queue) {
            return new HandOver(queue);
        }
        return producer instanceof AsyncProducer async ? new SendAsync(async) : new Send(producer);
    }

    /** Sends to where the exchange itself can go, if this is the end of the route and nobody needs it any more. */
    static final class HandOver extends Step {
        private final HandoverProducer producer;
        private boolean last;

        HandOver(HandoverProducer producer) {
            this.producer = producer;
        }

        @Override
        int run(DefaultExchange exchange) throws Exception {
            if (last && exchange.mayBeHandedOver() && handOver(exchange)) {
                return GONE;
            }
            return callAsync(this, exchange, producer);
        }

        /** The receiver decides anew whether it leaves the exchange to its route. */
        private boolean handOver(DefaultExchange exchange) throws Exception {
            exchange.set(Flags.LEFT_TO_ROUTE, false);
            boolean gone = false;
            try {
                gone = producer.handOver(exchange);
            } finally {
                if (!gone) {
                    exchange.set(Flags.LEFT_TO_ROUTE, true);
                }
            }
            return gone;
        }

        @Override
        void markLast() {
            last = true;
        }

        @Override
        Endpoint endpoint() {
            return producer.getEndpoint();
        }
    }

    static int callAsync(Step step, DefaultExchange exchange, AsyncProcessor processor) {
        Continuation continuation = step.suspend(exchange, null);
        boolean done = true;
        try {
            done = processor.process(exchange, continuation);
        } finally {
            if (done) {
                continuation.cancel();
            }
        }
        return done ? step.next : Step.SUSPENDED;
    }

    static final class SetBody extends Step {
        private final Expression value;

        SetBody(Expression value) {
            this.value = value;
        }

        @Override
        int run(DefaultExchange exchange) {
            exchange.setBody(value.evaluate(exchange));
            return next;
        }
    }

    static final class SetHeader extends Step {
        private final String name;
        private final Expression value;

        SetHeader(String name, Expression value) {
            this.name = name;
            this.value = value;
        }

        @Override
        int run(DefaultExchange exchange) {
            exchange.setHeader(name, value.evaluate(exchange));
            return next;
        }
    }

    static final class SetProperty extends Step {
        private final String name;
        private final Expression value;

        SetProperty(String name, Expression value) {
            this.name = name;
            this.value = value;
        }

        @Override
        int run(DefaultExchange exchange) {
            exchange.setProperty(name, value.evaluate(exchange));
            return next;
        }
    }

    static final class SetPattern extends Step {
        private final ExchangePattern pattern;

        SetPattern(ExchangePattern pattern) {
            this.pattern = pattern;
        }

        @Override
        int run(DefaultExchange exchange) {
            exchange.setPattern(pattern);
            return next;
        }
    }

    /** Goes on with the next step when the predicate matches, elsewhere when not. */
    static final class Branch extends Step {
        private final Predicate predicate;
        int otherwise;

        Branch(Predicate predicate) {
            this.predicate = predicate;
        }

        @Override
        int run(DefaultExchange exchange) {
            return predicate.matches(exchange) ? next : otherwise;
        }
    }

    static final class Jump extends Step {
        int target;

        @Override
        int run(DefaultExchange exchange) {
            return target;
        }
    }

    static final class Stop extends Step {
        @Override
        int run(DefaultExchange exchange) {
            exchange.setRouteStop(true);
            return END;
        }
    }

    static final class Throw extends Step {
        private final Exception exception;

        Throw(Exception exception) {
            this.exception = exception;
        }

        @Override
        int run(DefaultExchange exchange) throws Exception {
            throw exception;
        }
    }

    /** Behind a finally block that a failure has led to: fails again, with what waited in a property of its own. */
    static final class FailAgain extends Step {
        private final String pending;

        FailAgain(String pending) {
            this.pending = pending;
        }

        @Override
        int run(DefaultExchange exchange) {
            Object failure = exchange.removeProperty(pending);
            exchange.setException(
                    failure instanceof Throwable throwable
                            ? throwable
                            : new IllegalStateException(
                                    "A doFinally block removed property " + pending + ", which held the failure"));
            return next;
        }
    }

    static final class Rollback extends Step {
        private final @Nullable String message;
        private final boolean lastOnly;

        Rollback(@Nullable String message, boolean lastOnly) {
            this.message = message;
            this.lastOnly = lastOnly;
        }

        @Override
        int run(DefaultExchange exchange) throws Exception {
            if (lastOnly) {
                exchange.setRollbackOnlyLast(true);
            } else {
                exchange.setRollbackOnly(true);
            }
            if (message != null) {
                throw new RollbackExchangeException(message, exchange);
            }
            exchange.setRouteStop(true);
            return END;
        }
    }
}
