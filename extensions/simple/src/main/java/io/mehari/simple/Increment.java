package io.mehari.simple;

import io.mehari.Exchange;
import io.mehari.Expression;
import io.mehari.RuntimeRoutingException;
import io.mehari.spi.internal.SafeText;

/** {@code ${header.n}++}: one more, or one less, as a value of the same type. */
record Increment(Expression value, int step) implements Expression {

    /** The value with the {@code ++} or {@code --} that is next; the value itself if there is none. */
    static Expression read(Scan scan, Expression value) {
        int at = scan.at();
        int step = scan.skip("++") ? 1 : scan.skip("--") ? -1 : 0;
        if (step != 0 && (scan.isDone() || scan.isNextSpace())) {
            return new Increment(value, step);
        }
        scan.back(at); // in Camel, too, they are text if something else comes after them
        return value;
    }

    @Override
    public Object evaluate(Exchange exchange) {
        Object number = value.evaluate(exchange);
        try {
            if (number instanceof Integer whole) {
                return Math.addExact(whole, step);
            } else if (number instanceof Long whole) {
                return Math.addExact(whole, step);
            } else if (number instanceof String text) {
                return String.valueOf(Math.addExact(Long.parseLong(text.strip()), step));
            }
        } catch (ArithmeticException | NumberFormatException e) {
            // refused below
        }
        throw new RuntimeRoutingException(
                (step > 0 ? "++" : "--") + " needs a whole number, not " + SafeText.describe(number));
    }
}
