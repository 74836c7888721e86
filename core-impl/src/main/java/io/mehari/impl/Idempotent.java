package io.mehari.impl;

import io.mehari.Exchange;
import io.mehari.NoMessageIdException;
import io.mehari.builder.Node;
import io.mehari.spi.IdempotentRepository;
import io.mehari.spi.Synchronization;
import org.jspecify.annotations.Nullable;

/** Runs a block for messages whose key was not seen before. */
final class Idempotent extends Step {
    private final Node.Idempotent says;
    private final RouteCode block;

    Idempotent(Node.Idempotent says, RouteCode block) {
        this.says = says;
        this.block = block;
    }

    @Override
    int run(DefaultExchange exchange) throws Exception {
        String key = says.key().evaluate(exchange, String.class);
        if (key == null) {
            throw new NoMessageIdException(exchange, says.key());
        }
        boolean isNew =
                says.eager() ? says.repository().add(key) : !says.repository().contains(key);
        Decision decision = isNew ? new Decision(says, key) : null;
        if (decision != null) {
            exchange.addOnCompletion(decision);
        } else {
            exchange.setProperty(Exchange.DUPLICATE_MESSAGE, true);
            if (says.skipDuplicate()) {
                return next;
            }
        }
        if (!block.run(exchange, 0)) {
            return suspended(exchange, decision);
        }
        return endOfBlock(exchange, decision);
    }

    @Override
    int resume(DefaultExchange exchange, @Nullable Object state) {
        return endOfBlock(exchange, (Decision) state);
    }

    private int endOfBlock(DefaultExchange exchange, @Nullable Decision decision) {
        if (decision != null && says.completionEager()) {
            if (exchange.getUnitOfWork().removeSynchronization(decision)) {
                decision.decide(exchange);
            }
        }
        return next;
    }

    /** Whether a key stays. */
    private static final class Decision implements Synchronization {
        private final Node.Idempotent says;
        private final String key;

        Decision(Node.Idempotent says, String key) {
            this.says = says;
            this.key = key;
        }

        @Override
        public void onComplete(Exchange exchange) {
            decide(exchange);
        }

        @Override
        public void onFailure(Exchange exchange) {
            decide(exchange);
        }

        /** A failure that an error handler has dealt with is one here. */
        void decide(Exchange exchange) {
            IdempotentRepository repository = says.repository();
            boolean failed =
                    exchange.isFailed() || exchange.getExchangeExtension().isFailureHandled();
            if (failed && says.removeOnFailure()) {
                repository.remove(key);
            } else if (says.eager()) {
                repository.confirm(key);
            } else {
                repository.add(key);
            }
        }
    }
}
