package io.mehari.impl.engine;

import io.mehari.Exchange;
import io.mehari.Expression;
import io.mehari.Predicate;
import io.mehari.Processor;
import io.mehari.builder.Node;
import io.mehari.impl.exchange.AbstractExchange;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Runs a block several times on the same exchange. */
public final class Loop extends Step {
    private final @Nullable Expression count;
    private final @Nullable Predicate whileTrue;
    private final boolean copy;
    private final @Nullable Processor onPrepare;
    private final @Nullable BooleanSupplier breaks;
    private final RouteCode block;

    /** @param stops whether the route or the context is being stopped */
    public Loop(Node.Loop settings, RouteCode block, BooleanSupplier stops) {
        count = settings.count();
        whileTrue = settings.whileTrue();
        copy = settings.copy();
        onPrepare = settings.onPrepare();
        breaks = settings.breaks() ? stops : null;
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
    public int run(AbstractExchange exchange) throws Exception {
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
    public int resume(AbstractExchange exchange, @Nullable Object state) throws Exception {
        Iteration iteration = (Iteration) state;
        assert iteration != null;
        iteration.index++;
        return iterate(exchange, iteration);
    }

    private int iterate(AbstractExchange exchange, Iteration iteration) throws Exception {
        while (!exchange.isTroubled() && goesOn(exchange, iteration)) {
            if (iteration.before != null) {
                exchange.copyFrom(iteration.before);
            }
            exchange.setLoopIndex(iteration.index);
            if (onPrepare != null) {
                onPrepare.process(exchange);
            }
            if (!block.run(exchange, 0)) {
                return suspended(exchange, iteration);
            }
            iteration.index++;
        }
        exchange.setLoopIndex(iteration.outerIndex);
        return next;
    }

    private boolean goesOn(AbstractExchange exchange, Iteration iteration) {
        return iteration.index < iteration.count
                && (breaks == null || !breaks.getAsBoolean())
                && (whileTrue == null || whileTrue.matches(exchange));
    }
}
