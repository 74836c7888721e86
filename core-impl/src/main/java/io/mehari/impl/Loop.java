package io.mehari.impl;

import io.mehari.Exchange;
import io.mehari.Expression;
import io.mehari.Predicate;
import org.jspecify.annotations.Nullable;

/** Runs a block several times on the same exchange. */
final class Loop extends Step {
    private final @Nullable Expression count;
    private final @Nullable Predicate whileTrue;
    private final boolean copy;
    private final RouteCode block;

    Loop(@Nullable Expression count, @Nullable Predicate whileTrue, boolean copy, RouteCode block) {
        this.count = count;
        this.whileTrue = whileTrue;
        this.copy = copy;
        this.block = block;
    }

    /** Which turn it is, and what there was before the loop. */
    private static final class Turn {
        final int count;
        final int outerIndex;
        final @Nullable DefaultExchange before;
        int index;

        Turn(int count, int outerIndex, @Nullable DefaultExchange before) {
            this.count = count;
            this.outerIndex = outerIndex;
            this.before = before;
        }
    }

    @Override
    int run(DefaultExchange exchange) {
        int turns = Integer.MAX_VALUE;
        if (count != null) {
            Integer value = count.evaluate(exchange, Integer.class);
            if (value == null) {
                throw new IllegalArgumentException("loop(...) got no number to count to");
            }
            turns = value;
            exchange.setProperty(Exchange.LOOP_SIZE, value);
        }
        return turn(exchange, new Turn(turns, exchange.getLoopIndex(), copy ? exchange.copy() : null));
    }

    @Override
    int resume(DefaultExchange exchange, @Nullable Object state) {
        Turn turn = (Turn) state;
        assert turn != null;
        turn.index++;
        return turn(exchange, turn);
    }

    private int turn(DefaultExchange exchange, Turn turn) {
        while (!exchange.isTroubled() && goesOn(exchange, turn)) {
            if (turn.before != null) {
                exchange.copyFrom(turn.before);
            }
            exchange.setLoopIndex(turn.index);
            if (!block.run(exchange, 0)) {
                return suspended(exchange, turn);
            }
            turn.index++;
        }
        exchange.setLoopIndex(turn.outerIndex);
        return next;
    }

    private boolean goesOn(DefaultExchange exchange, Turn turn) {
        return turn.index < turn.count && (whileTrue == null || whileTrue.matches(exchange));
    }
}
