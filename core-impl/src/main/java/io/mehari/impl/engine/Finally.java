package io.mehari.impl.engine;

import io.mehari.Exchange;
import io.mehari.impl.exchange.AbstractExchange;
import io.mehari.impl.exchange.Place;
import java.util.Objects;
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

    /** The failure, kept while the block runs; null if it was handled. */
    private record Pending(
            @Nullable Exception failure, @Nullable Place place) {}

    @Override
    public int run(AbstractExchange exchange) {
        Pending pending = new Pending(exchange.getException(), Place.of(exchange));
        if (pending.failure != null) {
            exchange.setProperty(Exchange.EXCEPTION_CAUGHT, pending.failure);
        }
        exchange.goOnAfterFailure();
        return block.run(exchange, 0) ? endAgain(exchange, pending) : suspended(exchange, pending);
    }

    @Override
    public int resume(AbstractExchange exchange, @Nullable Object state) {
        return endAgain(exchange, Objects.requireNonNull((Pending) state));
    }

    private int endAgain(AbstractExchange exchange, Pending pending) {
        if (pending.failure != null) {
            exchange.failAgain(pending.failure, pending.place);
        } else if (exchange.getException() == null) {
            exchange.setErrorHandlerHandled(true);
        }
        return after;
    }
}
