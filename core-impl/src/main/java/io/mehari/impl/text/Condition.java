package io.mehari.impl.text;

import io.mehari.Exchange;
import io.mehari.Expression;
import io.mehari.Predicate;
import io.mehari.spi.internal.SafeText;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.StringJoiner;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A condition on a value. Error messages show its text, such as {@code body > 2}. */
public final class Condition implements Predicate, Late.Composed {
    private enum Operator {
        EQUAL("=="),
        NOT_EQUAL("!="),
        LESS("<"),
        AT_MOST("<="),
        GREATER(">"),
        AT_LEAST(">="),
        REGEX("regex"),
        INSTANCEOF("instanceof"),
        SAME_TEXT("=~"),
        IN("in"),
        CONTAINS("contains"),
        CONTAINS_IN_ANY_CASE("~~"),
        STARTS_WITH("startsWith"),
        ENDS_WITH("endsWith"),
        NULL("is null"),
        NOT_NULL("is not null");

        private final String written;

        Operator(String written) {
            this.written = written;
        }

        static Operator of(String written) {
            for (Operator each : values()) {
                if (each.written.equals(written)) {
                    return each;
                }
            }
            throw new IllegalArgumentException(written + " is not an operator");
        }
    }

    private final Expression left;
    private final Operator operator;
    private final @Nullable Object right;
    private final @Nullable Expression rightOfMessage;
    private final String words;

    private Condition(Expression left, Operator operator, @Nullable Object right, String words) {
        this.left = left;
        this.operator = operator;
        this.rightOfMessage = right instanceof Expression expression ? expression : null;
        this.right = switch (operator) { // a switch, so that the class behind switches is loaded before a message comes
            case REGEX -> rightOfMessage == null ? Pattern.compile(String.valueOf(right)) : right;
            default -> right;
        };
        this.words = words;
    }

    /**
     * The condition that an operator means.
     *
     * @param right what the value is compared with; an expression is evaluated for each message
     * @param words the whole condition, for error messages
     * @throws IllegalArgumentException if the operator is not known
     */
    public static Condition of(Expression left, String operator, @Nullable Object right, String words) {
        Operator meaning = Operator.of(operator);
        return new Condition(left, meaning, late(meaning, right), words);
    }

    /** Names in double braces stand for other texts in each context. */
    private static @Nullable Object late(Operator operator, @Nullable Object right) {
        if (right instanceof String text && BasicValue.isLate(text)) {
            return operator == Operator.REGEX
                    ? Late.of(text, regex -> BasicValue.constant(Pattern.compile(regex)))
                    : BasicValue.text(text);
        } else if (operator == Operator.IN && right instanceof Object[] all) {
            @Nullable Object[] each = new @Nullable Object[all.length];
            for (int i = 0; i < all.length; i++) {
                each[i] = late(Operator.EQUAL, all[i]);
            }
            return each;
        }
        return right;
    }

    @Override
    public boolean matches(Exchange exchange) {
        return switch (operator) {
            case EQUAL -> Comparing.equal(exchange, left.evaluate(exchange), right(exchange));
            case NOT_EQUAL -> !Comparing.equal(exchange, left.evaluate(exchange), right(exchange));
            case LESS, AT_MOST, GREATER, AT_LEAST -> isInOrder(exchange);
            case NULL -> left.evaluate(exchange) == null;
            case NOT_NULL -> left.evaluate(exchange) != null;
            case INSTANCEOF -> ((Class<?>) Objects.requireNonNull(right)).isInstance(left.evaluate(exchange));
            case IN -> isOneOf(exchange, left.evaluate(exchange), Comparing.plain(exchange, right(exchange)));
            case CONTAINS, CONTAINS_IN_ANY_CASE -> isPart(exchange, left.evaluate(exchange), right(exchange));
            case REGEX -> isMatch(text(exchange), right(exchange));
            case SAME_TEXT, STARTS_WITH, ENDS_WITH ->
                isLike(text(exchange), Comparing.plain(exchange, right(exchange)));
        };
    }

    /** What the value is compared with, for this message. */
    private @Nullable Object right(Exchange exchange) {
        return rightOfMessage == null ? right : rightOfMessage.evaluate(exchange);
    }

    private @Nullable String text(Exchange exchange) {
        return left.evaluate(exchange, String.class);
    }

    private boolean isInOrder(Exchange exchange) {
        Object value = left.evaluate(exchange);
        Object other = right(exchange);
        if (value == null && other == null) {
            return operator == Operator.AT_MOST || operator == Operator.AT_LEAST; // null is equal to null
        }
        Integer order = Comparing.compare(exchange, value, other);
        if (order == null) {
            return false; // the two cannot be compared
        }
        return switch (operator) {
            case LESS -> order < 0;
            case AT_MOST -> order <= 0;
            case GREATER -> order > 0;
            default -> order >= 0;
        };
    }

    private static boolean isMatch(@Nullable String text, @Nullable Object regex) {
        return text != null && regex != null && ((Pattern) regex).matcher(text).matches();
    }

    /** Null is like null, as in Camel, and like nothing else. */
    private boolean isLike(@Nullable String text, @Nullable Object wanted) {
        if (text == null || wanted == null) {
            return text == wanted;
        }
        return switch (operator) {
            case SAME_TEXT -> text.equalsIgnoreCase(wanted.toString());
            case STARTS_WITH -> text.startsWith(wanted.toString());
            default -> text.endsWith(wanted.toString());
        };
    }

    private static boolean isOneOf(Exchange exchange, @Nullable Object value, @Nullable Object all) {
        if (all == null) {
            return false;
        }
        Iterable<?> others = elements(all);
        return hasEqual(
                exchange, others != null ? others : List.of(String.valueOf(all).split(",", -1)), value);
    }

    /** The elements of an array, a collection or another Iterable; null for others, and for those that are texts. */
    private static @Nullable Iterable<?> elements(@Nullable Object value) {
        if (value instanceof Object[] array) {
            return Arrays.asList(array);
        } else if (value instanceof Iterable<?> iterable) {
            return value instanceof Path || value instanceof Throwable ? null : iterable;
        }
        boolean array = value != null && value.getClass().isArray();
        return array && !(value instanceof byte[] || value instanceof char[]) ? () -> Parts.of(value) : null;
    }

    private static boolean hasEqual(Exchange exchange, Iterable<?> all, @Nullable Object value) {
        for (Object each : all) {
            Object its = each instanceof Expression expression ? expression.evaluate(exchange) : each;
            if (Comparing.equal(exchange, value, its)) {
                return true;
            }
        }
        return false;
    }

    private boolean isPart(Exchange exchange, @Nullable Object value, @Nullable Object part) {
        Iterable<?> all = elements(value);
        if (all != null && operator == Operator.CONTAINS) {
            return hasEqual(exchange, all, part);
        }
        Object plain = Comparing.plain(exchange, part);
        if (plain == null) {
            return value == null; // null contains null, as in Camel, and nothing else does
        }
        if (value instanceof Number || value instanceof Boolean) {
            return Comparing.equal(exchange, value, plain);
        }
        String wanted = plain.toString();
        if (all != null) {
            for (Object each : all) {
                if (wanted.equalsIgnoreCase(String.valueOf(each))) {
                    return true;
                }
            }
            return false;
        }
        String text = text(exchange);
        return text != null
                && (operator == Operator.CONTAINS
                        ? text.contains(wanted)
                        : text.toLowerCase(Locale.ROOT).contains(wanted.toLowerCase(Locale.ROOT)));
    }

    @Override
    public @Nullable Object parts() {
        return Arrays.asList(left, right);
    }

    @Override
    public String toString() {
        return words;
    }

    // ---- values as conditions

    /**
     * The condition that a text of {@code simple} contains; null for other values, and for single placeholders.
     *
     * @throws IllegalArgumentException if the text is not a condition
     */
    static @Nullable Predicate inText(Expression value) {
        if (value instanceof Late late) {
            return late.asCondition();
        }
        return value instanceof TextTemplate text && !text.isOneValue() ? read(text.toString()) : null;
    }

    private static Predicate read(String text) {
        return TextLanguage.get(
                        "simple: a condition in a text",
                        "use a method such as header(\"type\").isEqualTo(\"express\"), or a lambda\n    "
                                + SafeText.uri(text))
                .condition(text);
    }

    /** The condition in a value, or else whether the value counts as true. */
    public static Predicate conditionOf(Expression value) {
        Predicate condition = inText(value);
        return condition != null ? condition : new Truth(value);
    }

    static boolean isTrue(@Nullable Object value) {
        if (value instanceof Boolean bool) {
            return bool;
        }
        if (value instanceof String text) {
            String trimmed = text.trim();
            return !trimmed.isEmpty() && !trimmed.equalsIgnoreCase("false");
        }
        return value instanceof Collection<?> collection ? !collection.isEmpty() : value != null;
    }

    /** Whether a value counts as true. */
    record Truth(Expression parts) implements Predicate, Late.Composed {
        @Override
        public boolean matches(Exchange exchange) {
            return isTrue(parts.evaluate(exchange));
        }

        @Override
        public String toString() {
            return parts.toString();
        }
    }

    // ---- conditions of conditions

    record Not(Predicate parts) implements Predicate, Late.Composed {
        @Override
        public boolean matches(Exchange exchange) {
            return !parts.matches(exchange);
        }

        @Override
        public String toString() {
            return "not (" + parts + ")";
        }
    }

    /** Several predicates, evaluated in order until one of them decides. */
    @SuppressWarnings("ArrayRecordComponent") // not compared
    record Joined(Predicate[] parts, boolean all) implements Predicate, Late.Composed {

        @Override
        public boolean matches(Exchange exchange) {
            for (Predicate each : parts) {
                if (each.matches(exchange) != all) {
                    return !all;
                }
            }
            return all;
        }

        @Override
        public String toString() {
            StringJoiner words = new StringJoiner(all ? " and " : " or ");
            for (Predicate each : parts) {
                words.add("(" + each + ")");
            }
            return words.toString();
        }
    }
}
