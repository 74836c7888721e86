package io.mehari.simple;

import io.mehari.impl.text.Lookalike;
import io.mehari.spi.internal.SafeText;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A text of {@code simple}, read once from left to right, and the refusal of what is not understood in it. */
final class Scan {
    private static final int SHOWN = 60; // characters before and after the position

    private static final List<String> NOT_IN_PLAIN_NAMES =
            List.of("!", ",", ":", "&&", "||", " > ", " < ", " >= ", " <= ", " = ", " == ", " =~ ", " ~~ ", " + ");

    private final String text;
    private final String hint;
    private final int end;
    private int at;

    /** @param hint what every refusal ends with */
    Scan(String text, String hint) {
        this(text, hint, 0, text.length());
    }

    private Scan(String text, String hint, int from, int end) {
        this.text = text;
        this.hint = hint;
        this.at = from;
        this.end = end;
    }

    /** A part of the same text, so that positions in messages are those in the whole. */
    Scan part(int from, int to) {
        return new Scan(text, hint, from, to);
    }

    int at() {
        return at;
    }

    boolean isDone() {
        return at == end;
    }

    /** The text from this position to the current one. */
    String since(int from) {
        return text.substring(from, at);
    }

    boolean isNext(String token) {
        return token.length() <= end - at && text.startsWith(token, at);
    }

    /** Whether one of these characters is next. */
    boolean isNextOf(String characters) {
        return at < end && characters.indexOf(text.charAt(at)) >= 0;
    }

    boolean isNextSpace() {
        return at < end && Character.isWhitespace(text.charAt(at));
    }

    /** Reads the token if it is next. */
    boolean skip(String token) {
        boolean next = isNext(token);
        at += next ? token.length() : 0;
        return next;
    }

    void skipSpaces() {
        while (isNextSpace()) {
            at++;
        }
    }

    /** Returns to an earlier position. */
    void back(int to) {
        at = to;
    }

    char read() {
        return text.charAt(at++);
    }

    /** Reads up to one of these characters, or to the end. */
    String until(String characters) {
        int from = at;
        while (at < end && characters.indexOf(text.charAt(at)) < 0) {
            at++;
        }
        return since(from);
    }

    /** Reads up to a space, or to the end. */
    String untilSpace() {
        int from = at;
        while (at < end && !isNextSpace()) {
            at++;
        }
        return since(from);
    }

    /** Reads the letters, digits, underscores and hyphens that are next. */
    String identifier() {
        int from = at;
        while (at < end && (Character.isLetterOrDigit(text.charAt(at)) || isNextOf("_-"))) {
            at++;
        }
        return since(from);
    }

    /** Reads what is between quotes; a quote is next. */
    Scan quoted() {
        int from = at;
        int close = text.indexOf(read(), at);
        if (close < 0 || close >= end) {
            throw refusal(from, "a quote is not closed");
        }
        at = close + 1;
        return part(from + 1, close);
    }

    /** Reads what is between quotes, or else up to one of these characters. */
    String quotedOr(String characters) {
        return isNextOf("'\"") ? quoted().rest() : until(characters);
    }

    /** Refuses a name without brackets that is rather an expression, and would always be null. */
    String plainName(int from, String name) {
        for (String each : NOT_IN_PLAIN_NAMES) {
            if (name.contains(each)) {
                throw refusal(
                        from + name.indexOf(each),
                        "a name has no '" + each.strip() + "', unless it is in brackets, as in ${header['a:b']}."
                                + " Operators come after the placeholder, as in ${header.amount} > 100 or"
                                + " ${header.customer} ?: 'nobody'");
            }
        }
        return name;
    }

    /** Reads a name up to one of these characters. */
    String name(String characters) {
        int from = at;
        return name(from, until(characters));
    }

    /** Reads the name of a header or a property up to one of these characters. */
    String name(String characters, boolean isHeader) {
        int from = at;
        return name(from, until(characters), isHeader);
    }

    /** Refuses names of headers and properties that cannot be meant. */
    String name(int from, String name, boolean isHeader) {
        String remedy = Lookalike.remedyOfName(name(from, name), isHeader);
        if (remedy != null) {
            throw refusal(from, remedy);
        }
        return name;
    }

    /** Refuses names that cannot be meant: empty ones, and ones with spaces around them. */
    private String name(int from, String name) {
        if (name.isBlank() || !name.equals(name.strip())) {
            throw refusal(
                    from,
                    "a name is missing, has spaces around it, is not closed with '}', or is a placeholder in a"
                            + " placeholder");
        }
        return name;
    }

    /** All that is not read yet. */
    String rest() {
        return text.substring(at, end);
    }

    /** The refusal of a placeholder without its dollar; null if a text is meant at this brace. */
    @Nullable
    IllegalArgumentException lookalike(int brace) {
        String remedy = Lookalike.remedy(text, brace);
        return remedy == null ? null : refusal(brace, remedy);
    }

    IllegalArgumentException refusal(String why) {
        return refusal(at, why);
    }

    IllegalArgumentException refusal(int position, String why) {
        return refusal(position, why + hint, null);
    }

    /** A refusal that shows the text with a caret at the position, or without it if the text has a password. */
    IllegalArgumentException refusal(int position, String why, @Nullable Throwable cause) {
        String place = SafeText.uri(text);
        if (SafeText.withoutSecrets(text).equals(text)) {
            String before = SafeText.escape(text.substring(Math.max(0, position - SHOWN), position));
            String after = SafeText.escape(text.substring(position, Math.min(text.length(), position + SHOWN)));
            place = before + after + "\n    " + " ".repeat(before.length()) + "^";
        }
        return new IllegalArgumentException(
                "simple, character " + (position + 1) + ": " + why + "\n    " + place, cause);
    }
}
