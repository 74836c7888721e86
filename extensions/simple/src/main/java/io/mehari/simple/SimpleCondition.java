package io.mehari.simple;

import io.mehari.Exchange;
import io.mehari.Expression;
import io.mehari.Predicate;
import io.mehari.impl.text.Condition;
import io.mehari.impl.text.Late;
import io.mehari.spi.internal.Values;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.PatternSyntaxException;

/**
 * A condition of {@code simple}: comparisons such as {@code ${header.type} == 'express'}, joined by {@code &&} or by
 * {@code ||}. It is read when the route is described, not for each message.
 */
final class SimpleCondition implements Predicate, Late.Composed {
    /*
     * Camel evaluates && and || from left to right, unlike Java. So a text with both is refused: each reader might
     * expect something else.
     */
    private static final String HOW = ". This text is not a condition: write one as in \"${header.type} == 'express'\","
            + " with spaces around ==, !=, =~, !=~, >, >=, <, <=, ~~, contains, startsWith, endsWith, regex, in, is or"
            + " range (those from ~~ on also with ! before them); several are joined by && or by ||, not by both. For"
            + " others use a method such as header(\"type\").isEqualTo(\"express\"), or a lambda";

    private static final String OPERATORS = " == != =~ !=~ > >= < <= ~~ contains startsWith endsWith regex in is range"
            + " !~~ !contains !startsWith !endsWith !regex !in !is !range ";

    private final Predicate predicate;
    private final String shown;

    private SimpleCondition(Predicate predicate, String shown) {
        this.predicate = predicate;
        this.shown = shown;
    }

    /**
     * Reads a condition.
     *
     * @throws IllegalArgumentException if the text is not a condition
     */
    static Predicate parse(String text) {
        Scan scan = new Scan(text.strip(), HOW);
        List<Predicate> parts = new ArrayList<>();
        StringBuilder shown = new StringBuilder();
        String joint = "";
        for (boolean more = true; more; more = !scan.isDone()) {
            parts.add(comparison(scan, shown));
            joint = joint(scan, joint, shown);
        }
        Predicate[] joined = parts.toArray(Predicate[]::new);
        Predicate all = joined.length == 1 ? joined[0] : Values.CORE.joined(joint.equals("&&"), joined);
        return new SimpleCondition(all, shown.toString());
    }

    /** Whether an operator is next, with a space after it. */
    static boolean isNextOperator(Scan scan) {
        int at = scan.at();
        String word = scan.untilSpace();
        scan.back(at);
        return !word.isEmpty() && OPERATORS.contains(" " + word + " ");
    }

    /** Reads && or ||, or nothing at the end. */
    private static String joint(Scan scan, String before, StringBuilder shown) {
        scan.skipSpaces();
        if (scan.isDone()) {
            return before;
        }
        int at = scan.at();
        String joint = scan.untilSpace();
        if (!joint.equals("&&") && !joint.equals("||")) {
            throw scan.refusal(at, "&& or || is missing");
        } else if (!before.isEmpty() && !joint.equals(before)) {
            throw scan.refusal(at, "&& and || are in one condition");
        }
        scan.skipSpaces();
        if (scan.isDone()) {
            throw scan.refusal("a comparison is missing");
        }
        shown.append(' ').append(joint).append(' ');
        return joint;
    }

    private static Predicate comparison(Scan scan, StringBuilder shown) {
        Operand left = Operand.read(scan);
        scan.skipSpaces();
        int at = scan.at();
        String operator = operator(scan);
        if (operator.isEmpty() && left.value() instanceof Boolean known) {
            shown.append(left.shown());
            return exchange -> known;
        } else if (!OPERATORS.contains(" " + operator + " ")) {
            throw scan.refusal(at, operator.isEmpty() ? "an operator is missing" : "not an operator");
        }
        scan.skipSpaces();
        Operand right = Operand.read(scan);
        String words = left.shown() + " " + operator + " " + right.shown();
        shown.append(words);
        boolean not = operator.length() > 2 && operator.startsWith("!");
        String plain = not ? operator.substring(1) : operator;
        Predicate predicate = predicate(scan, left.expression(), plain, right, words);
        return not ? Values.CORE.not(predicate) : predicate;
    }

    private static String operator(Scan scan) {
        String operator = scan.untilSpace();
        if (!operator.equals("starts") && !operator.equals("ends")) {
            return operator;
        }
        scan.skipSpaces();
        return scan.skip("with") ? operator + "With" : operator;
    }

    private static Predicate predicate(Scan scan, Expression value, String operator, Operand right, String words) {
        return switch (operator) {
            case "==", "!=", "=~" -> Condition.of(value, operator, right.value(), words);
            case "regex" -> regex(scan, value, right, words);
            case "in" -> {
                Object all = right.some(scan) instanceof Expression each
                        ? each
                        : right.text().split(",", -1);
                yield Condition.of(value, operator, all, words);
            }
            case "is" -> {
                Class<?> type = Sources.type(scan, right.at(), right.literal(scan));
                yield Condition.of(value, "instanceof", type, words);
            }
            case "range" -> range(scan, value, right, words);
            default -> Condition.of(value, operator, right.some(scan), words);
        };
    }

    private static Predicate regex(Scan scan, Expression value, Operand right, String words) {
        try {
            return Condition.of(value, "regex", right.literal(scan), words);
        } catch (PatternSyntaxException e) {
            throw scan.refusal(right.at(), "not a regular expression: " + e.getDescription());
        } catch (StackOverflowError e) {
            throw scan.refusal(right.at(), "a regular expression with too many groups in groups");
        }
    }

    private static Predicate range(Scan scan, Expression value, Operand right, String words) {
        String[] bounds = right.literal(scan).split("\\.\\.", -1);
        try {
            if (bounds.length == 2) {
                return Values.CORE.joined(
                        true,
                        Condition.of(value, ">=", Long.valueOf(bounds[0]), words),
                        Condition.of(value, "<=", Long.valueOf(bounds[1]), words));
            }
        } catch (NumberFormatException e) {
            // refused below
        }
        throw scan.refusal(right.at(), "not a range of whole numbers, such as '1..9'");
    }

    @Override
    public boolean matches(Exchange exchange) {
        return predicate.matches(exchange);
    }

    @Override
    public Object parts() {
        return predicate;
    }

    /** The text, which means the same if it is read again. */
    @Override
    public String toString() {
        return shown;
    }
}
