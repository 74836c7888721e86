package io.mehari.builder;

import io.mehari.Exchange;
import io.mehari.Expression;
import io.mehari.Predicate;
import org.jspecify.annotations.Nullable;

/** A condition on a value. Error messages show its text, such as {@code body > 2}. */
abstract class Condition implements Predicate {
    private static final Object NONE = new Object();

    private final ValueBuilder value;
    private final String operator;
    private final @Nullable Object other;

    Condition(ValueBuilder value, String operator) {
        this(value, operator, NONE);
    }

    Condition(ValueBuilder value, String operator, @Nullable Object other) {
        this.value = value;
        this.operator = operator;
        this.other = other;
    }

    @Override
    public final String toString() {
        return value + " " + operator + (other == NONE ? "" : " " + other);
    }

    /** Compares with a value, or with an expression, which is evaluated for each message. */
    abstract static class Comparison extends Condition {
        private final Expression left;
        private final @Nullable Object right;
        private final @Nullable Expression rightOfMessage;

        Comparison(ValueBuilder value, String operator, @Nullable Object other) {
            super(value, operator, other);
            left = value.expression();
            right = other;
            rightOfMessage = other instanceof ValueBuilder built
                    ? built.expression()
                    : other instanceof Expression expression ? expression : null;
        }

        final @Nullable Object left(Exchange exchange) {
            return left.evaluate(exchange);
        }

        final @Nullable Object right(Exchange exchange) {
            return rightOfMessage == null ? right : rightOfMessage.evaluate(exchange);
        }
    }

    static final class Equality extends Comparison {
        private final boolean wanted;

        Equality(ValueBuilder value, @Nullable Object other, boolean wanted) {
            super(value, wanted ? "==" : "!=", other);
            this.wanted = wanted;
        }

        @Override
        public boolean matches(Exchange exchange) {
            return Comparing.equal(exchange, left(exchange), right(exchange)) == wanted;
        }
    }

    /** Matches if the sign of the comparison is at least {@code lowest} and at most {@code highest}. */
    static final class Order extends Comparison {
        private final int lowest;
        private final int highest;

        Order(ValueBuilder value, String operator, Object other, int lowest, int highest) {
            super(value, operator, other);
            this.lowest = lowest;
            this.highest = highest;
        }

        @Override
        public boolean matches(Exchange exchange) {
            Integer order = Comparing.compare(exchange, left(exchange), right(exchange));
            if (order == null) {
                return false; // the two cannot be compared
            }
            int sign = Integer.signum(order);
            return lowest <= sign && sign <= highest;
        }
    }
}
