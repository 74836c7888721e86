package io.mehari.impl.pattern;

import io.mehari.Exchange;
import io.mehari.NoMessageIdException;
import io.mehari.builder.model.Node;
import io.mehari.impl.engine.RouteCode;
import io.mehari.impl.engine.Step;
import io.mehari.impl.exchange.AbstractExchange;
import io.mehari.spi.IdempotentRepository;
import io.mehari.spi.Synchronization;

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
        if (isNew) {
            exchange.addOnCompletion(new Decision(settings, key));
        } else {
            exchange.setProperty(Exchange.DUPLICATE_MESSAGE, true);
            if (settings.skipDuplicate()) {
                return next;
            }
        }
        return block.run(exchange, 0) ? next : suspended(exchange, null);
    }

    /** Decides whether a key is kept when its exchange is done. */
    private record Decision(Node.Idempotent settings, String key) implements Synchronization {
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
            boolean failed = exchange.isFailed() || ((AbstractExchange) exchange).isFailureHandled();
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
