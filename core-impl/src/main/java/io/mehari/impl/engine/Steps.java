package io.mehari.impl.engine;

import io.mehari.AsyncProcessor;
import io.mehari.AsyncProducer;
import io.mehari.Endpoint;
import io.mehari.Exchange;
import io.mehari.Expression;
import io.mehari.Predicate;
import io.mehari.PredicateValidationException;
import io.mehari.Processor;
import io.mehari.Producer;
import io.mehari.RollbackExchangeException;
import io.mehari.builder.model.Node;
import io.mehari.impl.base.Callback;
import io.mehari.impl.exchange.AbstractExchange;
import io.mehari.impl.exchange.Continuation;
import io.mehari.impl.exchange.Flags;
import io.mehari.spi.internal.HandoverProducer;
import io.mehari.spi.internal.OnlySender;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The simple steps. */
public final class Steps {

    private Steps() {}

    /** The user's processor. */
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

    /** One of Mehari's own processors. A class of its own keeps the call in {@link Call} to the user's alone. */
    public static final class OwnCall extends Step {
        private final Processor processor;

        public OwnCall(Processor processor) {
            this.processor = processor;
        }

        @Override
        public int run(AbstractExchange exchange) throws Exception {
            processor.process(exchange);
            return next;
        }
    }

    /**
     * A processor that may finish later, and may be the user's. A callback that comes twice or too late has no
     * effect.
     */
    public static class CallAsync extends Step {
        private final AsyncProcessor processor;

        public CallAsync(AsyncProcessor processor) {
            this.processor = processor;
        }

        @Override
        public int run(AbstractExchange exchange) {
            Continuation continuation = suspend(exchange, null);
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
            return done ? next : SUSPENDED;
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
    static final class SendAsync extends CallAsync {
        private final AsyncProducer producer;

        SendAsync(AsyncProducer producer) {
            super(producer);
            this.producer = producer;
        }

        @Override
        public @Nullable OnlySender onlySender() {
            return producer instanceof OnlySender able ? able : null;
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

    /**
     * Continues where the first predicate that matches says, or else at the last target. All predicates of a choice are
     * asked in one turn of the loop. If one of them fails and the failure is continued, the route goes on after the
     * block, not in one of its branches.
     */
    public static final class Choose extends Step {
        private final Predicate[] whens;
        private final int[] targets;
        private int end;

        public Choose(Predicate... whens) {
            this.whens = whens;
            this.targets = new int[whens.length + 1];
        }

        /** Where to go on if this predicate is the first one that matches; its number is that of all if none does. */
        public void target(int number, int position) {
            targets[number] = position;
        }

        /** The position after the block. */
        public void end(int position) {
            end = position;
        }

        @Override
        public int run(AbstractExchange exchange) {
            Predicate[] asked = whens;
            int i = 0;
            while (i < asked.length && !asked[i].matches(exchange)) {
                i++;
            }
            return targets[i];
        }
    }

    public static final class Jump extends Step {
        public int target;

        @Override
        public int run(AbstractExchange exchange) {
            return target;
        }
    }

    /** The position after a step, beyond all jumps; the targets of a choice are moved beyond all jumps, too. */
    static int after(List<Step> steps, int position) {
        if (steps.get(position) instanceof Choose choose) {
            for (int i = 0; i < choose.targets.length; i++) {
                choose.targets[i] = beyondJumps(steps, choose.targets[i]);
            }
            return beyondJumps(steps, choose.end);
        }
        return beyondJumps(steps, position + 1);
    }

    /** The position at which the code that comes to this one goes on. */
    public static int beyondJumps(List<Step> steps, int position) {
        int at = position;
        while (at < steps.size() && steps.get(at) instanceof Jump jump) {
            at = jump.target;
        }
        return at;
    }

    // ---- not in the compiler, which would load the exceptions with each start

    /** Fails if the predicate does not match. */
    public static Processor validator(Predicate predicate) {
        return exchange -> {
            if (!predicate.matches(exchange)) {
                throw new PredicateValidationException(exchange, predicate);
            }
        };
    }

    public static void rollBack(Exchange exchange, Node.Rollback rollback) throws RollbackExchangeException {
        exchange.setRollbackOnly(true);
        if (rollback.message() != null) {
            throw new RollbackExchangeException(rollback.message(), exchange);
        }
        exchange.setRouteStop(true);
    }
}
