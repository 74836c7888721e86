package io.mehari.impl.engine;

import io.mehari.Exchange;
import io.mehari.impl.exchange.AbstractExchange;
import io.mehari.impl.exchange.Held;
import org.jspecify.annotations.Nullable;

/**
 * A doFinally block after a failure, or a doCatch block after a rollback. The exchange comes to this step with the
 * failure, and leaves it with the same failure. If a called route has handled the failure, the routes of the exchange
 * end after this step.
 */
public final class Finally extends Step {
    private final RouteCode block;

    /** The position where the route continues if the failure is handled that way. */
    public int after;

    public Finally(RouteCode block) {
        this.block = block;
    }

    @Override
    public int run(AbstractExchange exchange) {
        Exception failure = exchange.getException();
        Held held = failure == null ? null : new Held(exchange, failure);
        if (failure != null) {
            exchange.setProperty(Exchange.EXCEPTION_CAUGHT, failure);
        }
        exchange.goOnAfterFailure();
        return block.run(exchange, 0) ? endAgain(exchange, held) : suspended(exchange, held);
    }

    @Override
    public int resume(AbstractExchange exchange, @Nullable Object state) {
        return endAgain(exchange, (Held) state);
    }

    private int endAgain(AbstractExchange exchange, @Nullable Held held) {
        if (held != null) {
            held.putBack(exchange);
        } else if (exchange.getException() == null) {
            exchange.setErrorHandlerHandled(true);
        }
        return after;
    }
}
