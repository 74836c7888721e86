package io.mehari.builder;

import io.mehari.Predicate;
import io.mehari.spi.SafeText;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A condition of the {@code simple} language: comparisons such as {@code ${header.type} == 'express'}, joined by {@code
 * &&} or by {@code ||}.
 */
final class SimpleCondition {
    /*
     * The text is parsed when the route is described, not for each message. Camel evaluates && and || from left to
     * right, unlike Java. So a text with both is refused: each reader might expect something else.
     */
    private static final Pattern TOKEN = Pattern.compile("\\s*(?:(?<function>\\$\\{[^}]*\\})"
            + "|'(?<single>[^']*)'|\"(?<double>[^\"]*)\"|(?<word>[^\\s'\"]+))(?=\\s|$)");
    private static final Pattern NUMBER = Pattern.compile("[+-]?\\d{1,18}");
    private static final Pattern FRACTION = Pattern.compile("[+-]?\\d{1,18}\\.\\d{1,18}");

    private record Token(Kind kind, String text) {
        boolean isWord(String word) {
            return kind == Kind.WORD && text.equals(word);
        }
    }

    private enum Kind {
        FUNCTION,
        QUOTED,
        WORD
    }

    private final String source;
    private final List<Token> tokens;

    private SimpleCondition(String source, List<Token> tokens) {
        this.source = source;
        this.tokens = tokens;
    }

    /**
     * Reads a condition.
     *
     * @throws IllegalArgumentException if the text is not a condition
     */
    static Predicate parse(String text) {
        return new SimpleCondition(text, tokens(text)).all();
    }

    private static List<Token> tokens(String text) {
        List<Token> tokens = new ArrayList<>();
        Matcher matcher = TOKEN.matcher(text);
        int at = 0;
        for (; matcher.find() && matcher.start() == at; at = matcher.end()) {
            tokens.add(token(matcher));
        }
        if (!text.substring(at).isBlank()) {
            throw refusal(text);
        }
        return tokens;
    }

    private static Token token(Matcher matcher) {
        if (matcher.group("function") != null) {
            return new Token(Kind.FUNCTION, matcher.group("function"));
        }
        if (matcher.group("word") != null) {
            return new Token(Kind.WORD, matcher.group("word"));
        }
        String quoted = matcher.group("single");
        return new Token(Kind.QUOTED, quoted != null ? quoted : Objects.requireNonNull(matcher.group("double")));
    }

    private static IllegalArgumentException refusal(String text) {
        return new IllegalArgumentException("simple(\"" + SafeText.of(text)
                + "\") is not a condition: write one as in \"${header.type} == 'express'\", with spaces around ==, !=,"
                + " >, >=, <, <=, =~, contains, !contains, startsWith, endsWith, regex, !regex, in or !in; several are"
                + " joined by && or by ||, not by both. For others use a method such as"
                + " header(\"type\").isEqualTo(\"express\"), or a lambda");
    }

    private Predicate all() {
        List<Predicate> parts = new ArrayList<>();
        String joint = null;
        for (int at = 0; ; at += 4) {
            parts.add(comparison(at));
            if (at + 3 == tokens.size()) {
                break;
            }
            Token next = tokens.get(at + 3);
            boolean known = next.isWord("&&") || next.isWord("||");
            if (!known || (joint != null && !next.isWord(joint))) {
                throw refusal(source);
            }
            joint = next.text;
        }
        Predicate[] joined = parts.toArray(Predicate[]::new);
        return joined.length == 1
                ? joined[0]
                : "&&".equals(joint) ? PredicateBuilder.and(joined) : PredicateBuilder.or(joined);
    }

    /** The comparison that begins with this token: a function, an operator and a value. */
    private Predicate comparison(int at) {
        if (at + 3 > tokens.size() || tokens.get(at).kind != Kind.FUNCTION || tokens.get(at + 1).kind != Kind.WORD) {
            throw refusal(source);
        }
        return predicate(function(tokens.get(at).text), tokens.get(at + 1).text, tokens.get(at + 2));
    }

    private Predicate predicate(ValueBuilder left, String operator, Token right) {
        return switch (operator) {
            case "==" -> left.isEqualTo(value(right));
            case "!=" -> left.isNotEqualTo(value(right));
            case "=~" -> left.isEqualToIgnoreCase(value(right));
            case ">" -> left.isGreaterThan(some(right));
            case ">=" -> left.isGreaterThanOrEqualTo(some(right));
            case "<" -> left.isLessThan(some(right));
            case "<=" -> left.isLessThanOrEqualTo(some(right));
            case "contains" -> left.contains(literal(right));
            case "startsWith" -> left.startsWith(literal(right));
            case "endsWith" -> left.endsWith(literal(right));
            case "regex" -> left.regex(literal(right));
            case "in" -> left.in((Object[]) literal(right).split(",", -1));
            case "!contains", "!regex", "!in" -> PredicateBuilder.not(predicate(left, operator.substring(1), right));
            default -> throw refusal(source);
        };
    }

    private static ValueBuilder function(String text) {
        String words = text.substring("${".length(), text.length() - "}".length());
        return new ValueBuilder(TextTemplate.parse(text).oneValue(), words);
    }

    /** The meaning of a token: null, a boolean, a number, a text or an expression. */
    private @Nullable Object value(Token token) {
        String text = token.text;
        if (token.kind != Kind.WORD) {
            return token.kind == Kind.FUNCTION ? function(text) : text.contains("${") ? TextTemplate.parse(text) : text;
        }
        return switch (text) {
            case "null" -> null;
            case "true" -> true;
            case "false" -> false;
            default -> number(text);
        };
    }

    private Object number(String text) {
        if (NUMBER.matcher(text).matches()) {
            return Long.valueOf(text);
        }
        if (FRACTION.matcher(text).matches()) {
            return Double.valueOf(text);
        }
        throw refusal(source); // a text is quoted
    }

    private Object some(Token token) {
        Object value = value(token);
        if (value == null) {
            throw refusal(source); // nothing is greater or less than null
        }
        return value;
    }

    /** A text that is known when the route is described. */
    private String literal(Token token) {
        if (token.kind == Kind.FUNCTION || token.text.contains("${")) {
            throw refusal(source);
        }
        return token.text;
    }
}
