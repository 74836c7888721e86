package io.mehari.impl.engine;

import io.mehari.impl.exchange.AbstractExchange;
import org.jspecify.annotations.Nullable;

/** The code of a route of a context with a number other than 0. Writes the number on the stack. */
class NumberedCode extends RouteCode {
    /*
     * The number is written in digits of base 4, the lowest first: each digit is a call of the method of its name, and
     * WithinRoute reads the names of the frames. So a message costs no memory, and no thread has to remember where it
     * is. In a program with one context this class is not loaded, and RouteCode.execute() has no other implementation.
     */
    static final Object FRESH = new Object();
    static final Object TROUBLED = new Object();

    private final int number;

    NumberedCode(int number, Step[] steps, FailureHandlers handlers, int entrySteps) {
        super(steps, handlers, entrySteps);
        this.number = number;
    }

    /** A method, so that a caller that never calls it does not load this class. */
    static RouteCode make(int number, Step[] steps, FailureHandlers handlers, int entrySteps) {
        return new NumberedCode(number, steps, handlers, entrySteps);
    }

    @Override
    int enterTroubled(AbstractExchange exchange) {
        return write(exchange, 0, TROUBLED, number);
    }

    @Override
    public int execute(AbstractExchange exchange, int from) {
        return write(exchange, from, FRESH, number);
    }

    @Override
    public int resume(AbstractExchange exchange, int at, @Nullable Object state) {
        return write(exchange, at, state, number);
    }

    private int write(AbstractExchange exchange, int at, @Nullable Object state, int rest) {
        if (rest == 0) {
            return state == FRESH
                    ? super.execute(exchange, at)
                    : state == TROUBLED ? super.enterTroubled(exchange) : super.resume(exchange, at, state);
        }
        return switch (rest & 3) {
            case 0 -> zero(exchange, at, state, rest >>> 2);
            case 1 -> one(exchange, at, state, rest >>> 2);
            case 2 -> two(exchange, at, state, rest >>> 2);
            default -> three(exchange, at, state, rest >>> 2);
        };
    }

    private int zero(AbstractExchange exchange, int at, @Nullable Object state, int rest) {
        return write(exchange, at, state, rest);
    }

    private int one(AbstractExchange exchange, int at, @Nullable Object state, int rest) {
        return write(exchange, at, state, rest);
    }

    private int two(AbstractExchange exchange, int at, @Nullable Object state, int rest) {
        return write(exchange, at, state, rest);
    }

    private int three(AbstractExchange exchange, int at, @Nullable Object state, int rest) {
        return write(exchange, at, state, rest);
    }

    /** Whether a method writes the first digit, so that its frame is the last one of a number. */
    static boolean isFirst(String method) {
        return method.equals("execute") || method.equals("resume") || method.equals("enterTroubled");
    }

    /** The digit that a method stands for; -1 if it is none. */
    static int digit(String method) {
        return switch (method) {
            case "zero" -> 0;
            case "one" -> 1;
            case "two" -> 2;
            case "three" -> 3;
            default -> -1;
        };
    }
}
