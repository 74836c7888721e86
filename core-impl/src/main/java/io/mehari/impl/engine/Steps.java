package io.mehari.impl.engine;

import io.mehari.AsyncProcessor;
import io.mehari.AsyncProducer;
import io.mehari.Endpoint;
import io.mehari.ExchangePattern;
import io.mehari.Expression;
import io.mehari.Predicate;
import io.mehari.Processor;
import io.mehari.Producer;
import io.mehari.RollbackExchangeException;
import io.mehari.impl.base.Callback;
import io.mehari.impl.exchange.AbstractExchange;
import io.mehari.impl.exchange.Continuation;
import io.mehari.impl.exchange.Flags;
import io.mehari.spi.HandoverProducer;
import io.mehari.spi.PredicateExceptionFactory;
import io.mehari.support.processor.PredicateValidationException;
import org.jspecify.annotations.Nullable;

/** The simple steps. */
public final class Steps {

    private Steps() {}

    public static final class Call extends Step {
        private final Processor processor;

        public Call(Processor processor) {
            this.processor = processor;
        }

        @Override
        public int run(AbstractExchange exchange) throws Exception {
            processor.process(exchange);
            return next;
        }
    }

    /** A processor that may finish later. It gets the continuation of the exchange as its callback. */
    public static final class CallAsync extends Step {
        private final AsyncProcessor processor;

        public CallAsync(AsyncProcessor processor) {
            this.processor = processor;
        }

        @Override
        public int run(AbstractExchange exchange) {
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
        public int run(AbstractExchange exchange) throws Exception {
            producer.process(exchange);
            return next;
        }

        @Override
        public Endpoint endpoint() {
            return producer.getEndpoint();
        }
    }

    /** Sends to an endpoint asynchronously. */
    static final class SendAsync extends Step {
        private final AsyncProducer producer;

        SendAsync(AsyncProducer producer) {
            this.producer = producer;
        }

        @Override
        public int run(AbstractExchange exchange) {
            return callAsync(this, exchange, producer);
        }

        @Override
        public Endpoint endpoint() {
            return producer.getEndpoint();
        }
    }

    public static Step send(Producer producer) {
        if (producer instanceof HandoverProducer queue) {
            return new HandOver(queue);
        }
        return producer instanceof AsyncProducer async ? new SendAsync(async) : new Send(producer);
    }

    /**
     * Sends to a queue. As the last step of a route it hands over the exchange itself, if the sender does not need it
     * any more.
     */
    static final class HandOver extends Step {
        private final HandoverProducer producer;
        private boolean last;

        HandOver(HandoverProducer producer) {
            this.producer = producer;
        }

        @Override
        public int run(AbstractExchange exchange) throws Exception {
            if (last && exchange.mayBeHandedOver() && handOver(exchange)) {
                return GONE;
            }
            return send(exchange);
        }

        /** A queue calls back exactly once, so no extra callback is needed to check this. */
        private int send(AbstractExchange exchange) {
            Continuation continuation = suspend(exchange, null);
            boolean done = true;
            try {
                done = producer.process(exchange, continuation);
            } finally {
                if (done) {
                    continuation.cancel();
                }
            }
            return done ? next : SUSPENDED;
        }

        /** Hands over the exchange. The new owner decides whether the flag LEFT_TO_ROUTE is set again. */
        private boolean handOver(AbstractExchange exchange) throws Exception {
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
        public void markLast() {
            last = true;
        }

        @Override
        public Endpoint endpoint() {
            return producer.getEndpoint();
        }
    }

    /** Calls a processor that may be the user's. A callback that comes twice or too late has no effect. */
    static int callAsync(Step step, AbstractExchange exchange, AsyncProcessor processor) {
        Continuation continuation = step.suspend(exchange, null);
        Callback callback = new Callback(continuation);
        boolean done = true;
        try {
            done = processor.process(exchange, callback);
        } finally {
            if (done) {
                callback.close();
                continuation.cancel();
            }
        }
        return done ? step.next : Step.SUSPENDED;
    }

    public static final class SetBody extends Step {
        private final Expression value;

        public SetBody(Expression value) {
            this.value = value;
        }

        @Override
        public int run(AbstractExchange exchange) {
            exchange.setBody(value.evaluate(exchange));
            return next;
        }
    }

    public static final class SetHeader extends Step {
        private final String name;
        private final Expression value;

        public SetHeader(String name, Expression value) {
            this.name = name;
            this.value = value;
        }

        @Override
        public int run(AbstractExchange exchange) {
            exchange.setHeader(name, value.evaluate(exchange));
            return next;
        }
    }

    public static final class SetProperty extends Step {
        private final String name;
        private final Expression value;

        public SetProperty(String name, Expression value) {
            this.name = name;
            this.value = value;
        }

        @Override
        public int run(AbstractExchange exchange) {
            exchange.setProperty(name, value.evaluate(exchange));
            return next;
        }
    }

    public static final class SetPattern extends Step {
        private final ExchangePattern pattern;

        public SetPattern(ExchangePattern pattern) {
            this.pattern = pattern;
        }

        @Override
        public int run(AbstractExchange exchange) {
            exchange.setPattern(pattern);
            return next;
        }
    }

    /** Continues with the next step if the predicate matches, otherwise at another position. */
    public static final class Branch extends Step {
        private final Predicate predicate;
        public int otherwise;

        public Branch(Predicate predicate) {
            this.predicate = predicate;
        }

        @Override
        public int run(AbstractExchange exchange) {
            return predicate.matches(exchange) ? next : otherwise;
        }
    }

    public static final class Validate extends Step {
        private final Predicate predicate;

        private final @Nullable PredicateExceptionFactory exceptions;
        private final String id;

        /** @param exceptions creates the exception; null for the usual one, which is used if it creates none, too */
        public Validate(Predicate predicate, @Nullable PredicateExceptionFactory exceptions, String id) {
            this.predicate = predicate;
            this.exceptions = exceptions;
            this.id = id;
        }

        @Override
        public int run(AbstractExchange exchange) throws Exception {
            if (!predicate.matches(exchange)) {
                Exception failure =
                        exceptions == null ? null : exceptions.newPredicateException(exchange, predicate, id);
                throw failure == null ? new PredicateValidationException(exchange, predicate) : failure;
            }
            return next;
        }
    }

    public static final class Jump extends Step {
        public int target;

        @Override
        public int run(AbstractExchange exchange) {
            return target;
        }
    }

    public static final class Stop extends Step {
        @Override
        public int run(AbstractExchange exchange) {
            exchange.setRouteStop(true);
            return END;
        }
    }

    public static final class Throw extends Step {
        private final Exception exception;

        public Throw(Exception exception) {
            this.exception = exception;
        }

        @Override
        public int run(AbstractExchange exchange) throws Exception {
            throw exception;
        }
    }

    public static final class Rollback extends Step {
        private final @Nullable String message;
        private final boolean lastOnly;

        public Rollback(@Nullable String message, boolean lastOnly) {
            this.message = message;
            this.lastOnly = lastOnly;
        }

        @Override
        public int run(AbstractExchange exchange) throws Exception {
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
