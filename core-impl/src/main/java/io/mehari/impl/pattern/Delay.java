package io.mehari.impl.pattern;

import io.mehari.Expression;
import io.mehari.TypeConversionException;
import io.mehari.impl.engine.RouteLife;
import io.mehari.impl.engine.Step;
import io.mehari.impl.engine.Waits;
import io.mehari.impl.exchange.AbstractExchange;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Suspends the exchange for a while, without blocking a thread. */
public final class Delay extends Step {
    private final Expression millis;
    private final RouteLife route;

    public Delay(Expression millis, RouteLife route) {
        this.millis = millis;
        this.route = route;
    }

    @Override
    public int run(AbstractExchange exchange) {
        Long delay = millis(exchange);
        if (delay == null || delay <= 0) {
            return next;
        }
        Waits.Wait wait = route.waitFor(exchange, delay);
        wait.set(suspend(exchange, wait));
        wait.begin(wait);
        return SUSPENDED;
    }

    private @Nullable Long millis(AbstractExchange exchange) {
        try {
            return millis.evaluate(exchange, Long.class);
        } catch (TypeConversionException e) {
            throw new TypeConversionException("A delay takes a number of milliseconds, given by " + millis, e);
        }
    }

    @Override
    public int resume(AbstractExchange exchange, @Nullable Object state) {
        Objects.requireNonNull((Waits.Wait) state).checkNotRefused();
        return next;
    }
}
