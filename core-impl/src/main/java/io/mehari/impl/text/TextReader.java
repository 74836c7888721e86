package io.mehari.impl.text;

import io.mehari.Exchange;
import io.mehari.Expression;
import io.mehari.spi.internal.SafeText;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads a text whose placeholders the core knows. */
final class TextReader {
    /*
     * What is read here means the same to mehari-simple, which is not asked then. So this reads nothing that might mean
     * more there: another placeholder, an escape, a value in braces without a dollar, an operator after a placeholder.
     */
    private static final String KNOWN = "this needs " + TextLanguage.ARTIFACT + ": add it, or use ${body}, ${headers},"
            + " ${header.name}, ${exchangeProperty.name}, ${exception.message}, ${id} and ${routeId} alone, and set a"
            + " header with a lambda before for anything else: setHeader(\"x\", exchange -> ...)";

    private final String text;
    private final boolean logged;
    private final List<Expression> parts = new ArrayList<>();
    private boolean plain; // whether there is text outside of placeholders
    private int at;
    private String why = KNOWN;

    TextReader(String text, boolean logged) {
        this.text = text;
        this.logged = logged;
    }

    /** The text; null if there is more in it. */
    @Nullable
    TextTemplate read() {
        for (int start = text.indexOf("${"); start >= 0; start = text.indexOf("${", at)) {
            Expression value = readText(start) ? readValue() : null;
            if (value == null) {
                return null;
            }
            parts.add(value);
            if (isOperatorNext()) {
                return null;
            }
        }
        return readText(text.length()) ? new TextTemplate(parts, text, plain, logged) : null;
    }

    /** Why the text was not read, and where. */
    IllegalArgumentException refusal() {
        return new IllegalArgumentException(
                "simple, character " + (at + 1) + ": " + why + "\n    " + SafeText.uri(text));
    }

    // ---- text

    private boolean readText(int end) {
        int from = at;
        for (; at < end; at++) {
            if (isSpecial()) {
                return false;
            }
        }
        if (from < end) {
            parts.add(BasicValue.constant(text.substring(from, end)));
            plain = true;
        }
        return true;
    }

    /** Whether more than a text begins here. */
    private boolean isSpecial() {
        String remedy = text.charAt(at) == '{' ? Lookalike.remedy(text, at) : null;
        why = remedy == null ? KNOWN : remedy + ". If this is a condition, add " + TextLanguage.ARTIFACT;
        boolean escaped = text.charAt(at) == '\\' && at + 1 < text.length() && "ntr}".indexOf(text.charAt(at + 1)) >= 0;
        return remedy != null || escaped || text.startsWith("$simple{", at) || text.startsWith("$init{", at);
    }

    // ---- placeholders

    private @Nullable Expression readValue() {
        int end = text.indexOf('}', at);
        if (end < 0) {
            why = "a placeholder is not closed with '}'";
            return null;
        }
        Expression value = value(text.substring(at + 2, end));
        at = value == null ? at : end + 1;
        return value;
    }

    private @Nullable Expression value(String name) {
        return switch (name) {
            case "body" -> BasicValue.body();
            case "headers" -> Exchange::getHeaders;
            case "exception.message" -> BasicValue::exceptionMessage;
            case "id" -> Exchange::getMessageId;
            case "routeId" -> BasicValue::routeId;
            default -> named(name);
        };
    }

    private @Nullable Expression named(String value) {
        boolean header = value.startsWith("header.");
        String name = value.substring(value.indexOf('.') + 1);
        if (!(header || value.startsWith("exchangeProperty.")) || !isName(name)) {
            return null;
        }
        String remedy = Lookalike.remedyOfName(name, header);
        if (remedy != null) {
            why = remedy;
            return null;
        }
        return header ? BasicValue.header(name) : BasicValue.property(name);
    }

    private static boolean isName(String name) {
        boolean is = !name.isEmpty();
        for (int i = 0; i < name.length() && is; i++) {
            is = Character.isLetterOrDigit(name.charAt(i)) || "_-".indexOf(name.charAt(i)) >= 0;
        }
        return is;
    }

    /** Whether something may be an operator of the placeholder before it. */
    private boolean isOperatorNext() {
        int next = at;
        while (next < text.length() && Character.isWhitespace(text.charAt(next))) {
            next++;
        }
        int question = parts.size() == 1 && !logged ? text.indexOf(" ? ", at) : -1;
        return text.startsWith("?:", next)
                || text.startsWith("?~>", next)
                || text.startsWith("~>", next)
                || isStep(at + 2)
                || (question >= 0 && text.indexOf(" : ", question) >= 0);
    }

    private boolean isStep(int end) {
        boolean step = text.startsWith("++", at) || text.startsWith("--", at);
        return step && (end == text.length() || Character.isWhitespace(text.charAt(end)));
    }
}
