package io.mehari.impl.engine;

import io.mehari.Exchange;
import io.mehari.Expression;
import io.mehari.Predicate;
import io.mehari.impl.exchange.AbstractExchange;
import org.jspecify.annotations.Nullable;

/** Runs a block several times on the same exchange. */
public final class Loop extends Step {
    private final @Nullable Expression count;
    private final @Nullable Predicate whileTrue;
    private final boolean copy;
    private final RouteCode block;

    public Loop(@Nullable Expression count, @Nullable Predicate whileTrue, boolean copy, RouteCode block) {
        this.count = count;
        this.whileTrue = whileTrue;
        this.copy = copy;
        this.block = block;
    }

    /** The iteration of one exchange, and its state before the loop. */
    private static final class Iteration {
        final int count;
        final int outerIndex;
        final @Nullable AbstractExchange before;
        int index;

        Iteration(int count, int outerIndex, @Nullable AbstractExchange before) {
            this.count = count;
            this.outerIndex = outerIndex;
            this.before = before;
        }
    }

    @Override
    public int run(AbstractExchange exchange) {
        int most = Integer.MAX_VALUE;
        if (count != null) {
            Integer value = count.evaluate(exchange, Integer.class);
            if (value == null) {
                throw new IllegalArgumentException("The expression of loop(...) gave no number");
            }
            most = value;
            exchange.setProperty(Exchange.LOOP_SIZE, value);
        }
        return iterate(exchange, new Iteration(most, exchange.getLoopIndex(), copy ? exchange.copy() : null));
    }

    @Override
    public int resume(AbstractExchange exchange, @Nullable Object state) {
        Iteration iteration = (Iteration) state;
        assert iteration != null;
        iteration.index++;
        return iterate(exchange, iteration);
    }

    private int iterate(AbstractExchange exchange, Iteration iteration) {
        while (!exchange.isTroubled() && goesOn(exchange, iteration)) {
            if (iteration.before != null) {
                exchange.copyFrom(iteration.before);
            }
            exchange.setLoopIndex(iteration.index);
            if (!block.run(exchange, 0)) {
                return suspended(exchange, iteration);
            }
            iteration.index++;
        }
        exchange.setLoopIndex(iteration.outerIndex);
        return next;
    }

    private boolean goesOn(AbstractExchange exchange, Iteration iteration) {
        return iteration.index < iteration.count && (whileTrue == null || whileTrue.matches(exchange));
    }
}
