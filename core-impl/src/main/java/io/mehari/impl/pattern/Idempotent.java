package io.mehari.impl.pattern;

import io.mehari.Exchange;
import io.mehari.NoMessageIdException;
import io.mehari.builder.model.Node;
import io.mehari.impl.engine.RouteCode;
import io.mehari.impl.engine.Step;
import io.mehari.impl.exchange.AbstractExchange;
import io.mehari.spi.IdempotentRepository;
import io.mehari.spi.SynchronizationAdapter;

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
        IdempotentRepository repository = settings.repository();
        boolean isNew = settings.eager() ? repository.add(key) : !repository.contains(key);
        if (isNew) {
            exchange.addOnCompletion(new Decision(key));
        } else {
            exchange.setProperty(Exchange.DUPLICATE_MESSAGE, true);
            if (settings.skipDuplicate()) {
                return next;
            }
        }
        return block.run(exchange, 0) ? next : suspended(exchange, null);
    }

    /** Decides whether a key is kept when its exchange is done. */
    private final class Decision extends SynchronizationAdapter {
        private final String key;

        Decision(String key) {
            this.key = key;
        }

        /** Stores, confirms or removes the key. A failure that an error handler has handled counts as one here. */
        @Override
        public void onDone(Exchange exchange) {
            IdempotentRepository repository = settings.repository();
            boolean failed = exchange.isFailed() || ((AbstractExchange) exchange).isFailureHandled();
            if (!failed && settings.eager()) {
                repository.confirm(key);
            } else if (!failed) {
                repository.add(key);
            } else if (settings.removeOnFailure()) {
                repository.remove(key);
            }
        }
    }
}
