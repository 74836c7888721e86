package io.mehari.impl.engine;

import io.mehari.Exchange;
import io.mehari.Expression;
import io.mehari.Predicate;
import io.mehari.TypeConversionException;
import io.mehari.builder.model.Node;
import io.mehari.impl.exchange.AbstractExchange;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Runs a block several times on the same exchange. */
public final class Loop extends Step {
    private final Node.Loop settings;
    private final RouteCode block;
    private final RouteLife route;

    public Loop(Node.Loop settings, RouteCode block, RouteLife route) {
        this.settings = settings;
        this.block = block;
        this.route = route;
    }

    /** The iteration of one exchange, and its state before the loop. */
    private static final class Iteration {
        final int count;
        final @Nullable AbstractExchange before;
        int index;

        Iteration(int count, @Nullable AbstractExchange before) {
            this.count = count;
            this.before = before;
        }
    }

    @Override
    public int run(AbstractExchange exchange) throws Exception {
        int most = Integer.MAX_VALUE;
        Expression count = settings.count();
        if (count != null) {
            Integer value = number(count, exchange);
            if (value == null) {
                throw new IllegalArgumentException(
                        "loop takes a number, and " + count + " has none for this message:" + " set it before");
            }
            most = value;
            exchange.setProperty(Exchange.LOOP_SIZE, value);
        }
        AbstractExchange before = settings.copy() ? exchange.copy() : null;
        if (before != null) {
            before.end(); // its streams are those of the exchange
        }
        return iterate(exchange, new Iteration(most, before));
    }

    private static @Nullable Integer number(Expression count, AbstractExchange exchange) {
        try {
            return count.evaluate(exchange, Integer.class);
        } catch (TypeConversionException e) {
            throw new TypeConversionException("loop takes a number, given by " + count, e);
        }
    }

    @Override
    public int resume(AbstractExchange exchange, @Nullable Object state) throws Exception {
        Iteration iteration = Objects.requireNonNull((Iteration) state);
        iteration.index++;
        return iterate(exchange, iteration);
    }

    private int iterate(AbstractExchange exchange, Iteration iteration) throws Exception {
        while (!exchange.isTroubled() && goesOn(exchange, iteration)) {
            route.checkGoesOn(exchange);
            if (iteration.before != null) {
                exchange.copyFrom(iteration.before);
            }
            exchange.setLoopIndex(iteration.index);
            if (settings.onPrepare() != null) {
                settings.onPrepare().process(exchange);
            }
            if (!block.run(exchange, 0)) {
                return suspended(exchange, iteration);
            }
            iteration.index++;
        }
        return next;
    }

    private boolean goesOn(AbstractExchange exchange, Iteration iteration) {
        Predicate whileTrue = settings.whileTrue();
        return iteration.index < iteration.count && (whileTrue == null || whileTrue.matches(exchange));
    }
}
