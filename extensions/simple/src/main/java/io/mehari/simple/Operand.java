package io.mehari.simple;

import io.mehari.Expression;
import io.mehari.impl.text.BasicValue;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One side of an operator: a placeholder, a text in quotes, a number, true, false or null.
 *
 * @param value null, a boolean, a number, a text, or an expression for a placeholder or a text with placeholders
 * @param text the text in the quotes, or the word
 * @param at its position
 */
record Operand(@Nullable Object value, String text, int at, String shown) {
    private static final Pattern NUMBER = Pattern.compile("[+-]?\\d{1,18}(\\.\\d{1,18})?");

    static Operand read(Scan scan) {
        int at = scan.at();
        if (Functions.start(scan)) {
            Functions.Value function = Functions.read(scan, true);
            return end(scan, new Operand(function.expression(), "", at, function.shown()));
        } else if (scan.isNextOf("'\"")) {
            Scan quoted = scan.quoted();
            String text = quoted.rest();
            boolean template = text.contains("${") || text.contains("$simple{");
            String quote = text.contains("'") ? "\"" : "'";
            Object value = template ? SimpleText.quoted(quoted) : text;
            return end(scan, new Operand(value, text, at, quote + value + quote));
        }
        String word = scan.untilSpace();
        return new Operand(word(scan, at, word), word, at, word);
    }

    private static Operand end(Scan scan, Operand operand) {
        if (!scan.isDone() && !scan.isNextSpace()) {
            throw scan.refusal("a space is missing after a value");
        }
        return operand;
    }

    private static @Nullable Object word(Scan scan, int at, String word) {
        if (NUMBER.matcher(word).matches()) {
            return word.contains(".") ? (Object) Double.valueOf(word) : Long.valueOf(word);
        }
        return switch (word) {
            case "null" -> null;
            case "true" -> true;
            case "false" -> false;
            case "" -> throw scan.refusal(at, "a value is missing");
            default -> throw scan.refusal(at, "not a value: a text is quoted, as in 'express'");
        };
    }

    Expression expression() {
        return value instanceof Expression each ? each : BasicValue.constant(value);
    }

    /** A value that is no literal null; a placeholder may have the value null. */
    Object some(Scan scan) {
        if (value == null) {
            throw scan.refusal(at, "null can only be here after == or !=");
        }
        return value;
    }

    /** A text that is known when the route is described. */
    String literal(Scan scan) {
        if (some(scan) instanceof Expression) {
            throw scan.refusal(at, "no placeholder can be here: use a lambda");
        }
        return text;
    }
}
