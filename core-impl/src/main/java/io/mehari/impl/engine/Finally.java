package io.mehari.impl.engine;

import io.mehari.Exchange;
import io.mehari.impl.exchange.AbstractExchange;
import io.mehari.impl.exchange.Place;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A doFinally block after a failure, or a doCatch block after a rollback. The exchange comes to this step with the
 * failure, and leaves it with the same failure.
 */
public final class Finally extends Step {
    private final RouteCode block;

    /** The position where the route continues if the failure is handled that way. */
    public int after;

    public Finally(RouteCode block) {
        this.block = block;
    }

    /** The failure, kept while the block runs. */
    private record Pending(Exception failure, @Nullable Place place) {}

    @Override
    public int run(AbstractExchange exchange) {
        Pending pending = new Pending(Objects.requireNonNull(exchange.getException()), Place.of(exchange));
        exchange.setProperty(Exchange.EXCEPTION_CAUGHT, pending.failure);
        exchange.goOnAfterFailure();
        return block.run(exchange, 0) ? failAgain(exchange, pending) : suspended(exchange, pending);
    }

    @Override
    public int resume(AbstractExchange exchange, @Nullable Object state) {
        return failAgain(exchange, Objects.requireNonNull((Pending) state));
    }

    private int failAgain(AbstractExchange exchange, Pending pending) {
        exchange.failAgain(pending.failure, pending.place);
        return after;
    }
}
