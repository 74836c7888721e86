package io.mehari.impl.pattern;

import io.mehari.Exchange;
import io.mehari.NoMessageIdException;
import io.mehari.builder.Node;
import io.mehari.impl.engine.RouteCode;
import io.mehari.impl.engine.Step;
import io.mehari.impl.exchange.AbstractExchange;
import io.mehari.spi.IdempotentRepository;
import io.mehari.spi.Synchronization;
import org.jspecify.annotations.Nullable;

/** Runs a block only for messages whose key was not seen before. */
public final class Idempotent extends Step {
    private final Node.Idempotent settings;
    private final RouteCode block;

    public Idempotent(Node.Idempotent settings, RouteCode block) {
        this.settings = settings;
        this.block = block;
    }

    @Override
    public int run(AbstractExchange exchange) throws Exception {
        String key = settings.key().evaluate(exchange, String.class);
        if (key == null) {
            throw new NoMessageIdException(exchange, settings.key());
        }
        boolean isNew = settings.eager()
                ? settings.repository().add(exchange, key)
                : !settings.repository().contains(exchange, key);
        Decision decision = isNew ? new Decision(settings, key) : null;
        if (decision != null) {
            exchange.addOnCompletion(decision);
        } else {
            exchange.setProperty(Exchange.DUPLICATE_MESSAGE, true);
            if (settings.skipDuplicate()) {
                return next;
            }
        }
        if (!block.run(exchange, 0)) {
            return suspended(exchange, decision);
        }
        return endOfBlock(exchange, decision);
    }

    @Override
    public int resume(AbstractExchange exchange, @Nullable Object state) {
        return endOfBlock(exchange, (Decision) state);
    }

    private int endOfBlock(AbstractExchange exchange, @Nullable Decision decision) {
        if (decision != null && settings.completionEager()) {
            if (exchange.getUnitOfWork().removeSynchronization(decision)) {
                decision.decide(exchange);
            }
        }
        return next;
    }

    /** Decides whether a key is kept when its exchange is done. */
    private static final class Decision implements Synchronization {
        private final Node.Idempotent settings;
        private final String key;

        Decision(Node.Idempotent settings, String key) {
            this.settings = settings;
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

        /**
         * Stores, confirms or removes the key. A failure that an error handler has handled counts as a failure here.
         */
        void decide(Exchange exchange) {
            IdempotentRepository repository = settings.repository();
            boolean failed =
                    exchange.isFailed() || exchange.getExchangeExtension().isFailureHandled();
            if (failed) {
                if (settings.removeOnFailure()) {
                    repository.remove(exchange, key);
                }
            } else if (settings.eager()) {
                repository.confirm(exchange, key);
            } else {
                repository.add(exchange, key);
            }
        }
    }
}
