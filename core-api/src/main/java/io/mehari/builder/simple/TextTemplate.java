package io.mehari.builder.simple;

import io.mehari.Exchange;
import io.mehari.Expression;
import io.mehari.spi.internal.SafeText;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A text with placeholders such as {@code ${body}} and {@code ${header.name}}. */
public final class TextTemplate implements Expression {
    private static final int MAX_LOGGED = 10_000;

    private final List<Expression> parts = new ArrayList<>();
    private final StringBuilder shown = new StringBuilder();
    private final boolean logged;
    private boolean plain; // whether there is text outside of placeholders
    private @Nullable IllegalArgumentException lookalike; // the first one

    private TextTemplate(boolean logged) {
        this.logged = logged;
    }

    /**
     * Reads a text of {@code simple}, without the spaces around it.
     *
     * @throws IllegalArgumentException if it is not understood, with the place in it
     */
    public static Expression parse(String text) {
        if (BasicValue.isLate(text)) {
            return Late.of(text, TextTemplate::parse);
        }
        TextTemplate template = new TextTemplate(false);
        Scan scan = new Scan(text.strip(), "");
        if (scan.isNext("$init{")) {
            throw scan.refusal("blocks of $init{ are not known: set variables as properties of the exchange before");
        }
        template.read(scan, true);
        return template;
    }

    /** Reads a text for a log, in which {@link SafeText} escapes and cuts the values. */
    public static Expression forLog(String text) {
        if (BasicValue.isLate(text)) {
            return Late.of(text, TextTemplate::forLog);
        }
        TextTemplate template = new TextTemplate(true);
        template.read(new Scan(text, ""), true);
        return template;
    }

    /** Reads a text in the quotes of a condition, where only placeholders are special. */
    static TextTemplate quoted(Scan scan) {
        TextTemplate template = new TextTemplate(false);
        template.read(scan, false);
        return template;
    }

    private void read(Scan scan, boolean all) {
        StringBuilder text = new StringBuilder();
        while (!scan.isDone()) {
            if (Functions.start(scan)) {
                addText(text);
                addValue(Functions.read(scan, all));
                if (all) {
                    readOperator(scan);
                }
            } else {
                readCharacter(scan, all, text);
            }
        }
        addText(text);
        if (lookalike != null && !isCondition()) {
            throw lookalike;
        }
    }

    private void readCharacter(Scan scan, boolean escapes, StringBuilder text) {
        int at = scan.at();
        char next = scan.read();
        if (escapes && next == '\\' && scan.isNextOf("ntr}")) {
            text.append("\n\t\r}".charAt("ntr}".indexOf(scan.read())));
        } else {
            if (escapes && next == '{' && lookalike == null) {
                lookalike = Lookalike.refusal(scan, at);
            }
            text.append(next);
        }
        shown.append(scan.since(at));
    }

    /** Reads {@code ?:} and the other values. It is only understood after a single placeholder, as in Camel. */
    private void readOperator(Scan scan) {
        int at = scan.at();
        scan.skipSpaces();
        boolean first = !logged && !plain && parts.size() == 1;
        if (first && SimpleCondition.isNextOperator(scan) && isChoice(scan.rest())) {
            throw scan.refusal(at, "a choice of two values by ? and : is not known: use choice(), or a lambda");
        }
        boolean chained = scan.at() > at && (scan.isNext("~>") || scan.isNext("?~>"));
        if (chained || (scan.at() > at && scan.isNext("?:") && (plain || parts.size() > 1))) {
            throw scan.refusal("not understood here: ?: must come after the first placeholder of a text, with nothing"
                    + " before, and ~> is not known");
        }
        if (scan.at() > at && scan.isNext("?:")) {
            addOthers(scan);
        } else {
            scan.back(at);
        }
    }

    private static boolean isChoice(String rest) {
        int question = rest.indexOf(" ? ");
        return question >= 0 && rest.indexOf(" : ", question) >= 0;
    }

    private void addOthers(Scan scan) {
        List<Expression> values = new ArrayList<>(parts);
        parts.clear();
        while (scan.skip("?:")) {
            scan.skipSpaces();
            Operand other = Operand.read(scan);
            Object value = other.some(scan);
            boolean known = !(value instanceof Expression);
            values.add(
                    known ? BasicValue.constant(other.text()) : other.expression()); // a number is a text, as in Camel
            shown.append(" ?: ").append(value instanceof TextTemplate ? other.literal(scan) : other.shown());
            scan.skipSpaces();
        }
        if (!scan.isDone()) {
            throw scan.refusal("not understood after ?: and its value");
        }
        parts.add(new FirstOf(values));
    }

    private void addText(StringBuilder text) {
        if (text.length() > 0) {
            parts.add(BasicValue.constant(text.toString()));
            plain = true;
            text.setLength(0);
        }
    }

    private void addValue(Functions.Value value) {
        parts.add(value.expression());
        shown.append(value.shown());
    }

    /** Whether the text can be a condition, in whose quotes a brace is a brace. */
    private boolean isCondition() {
        try {
            return !logged && SimpleCondition.of(this) != null;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /** Whether the text is a single placeholder. */
    boolean isOneValue() {
        return parts.size() == 1 && !plain;
    }

    List<Expression> parts() {
        return parts;
    }

    /** The value of a single placeholder, or a text. */
    @Override
    public @Nullable Object evaluate(Exchange exchange) {
        if (parts.size() == 1) {
            Object value = parts.get(0).evaluate(exchange);
            return logged && value != null ? text(exchange, parts.get(0), value) : value;
        }
        StringBuilder text = new StringBuilder();
        for (Expression part : parts) {
            Object value = part.evaluate(exchange);
            if (value != null) {
                text.append(text(exchange, part, value));
            }
        }
        return text.toString();
    }

    @Nullable
    String text(Exchange exchange, Expression part, Object value) {
        if (value instanceof InputStream || value instanceof Reader) {
            Object reader = exchange.getExchangeExtension().reread(value);
            if (reader == value) {
                return "[stream " + value.getClass().getName() + "]"; // reading it would consume it
            }
            return logged
                    ? SafeText.of(beginning(exchange, reader), MAX_LOGGED)
                    : exchange.getContext().getTypeConverter().convertTo(String.class, exchange, reader);
        }
        if (logged && (value instanceof File || value instanceof Path)) {
            return "[file " + SafeText.of(value, 1000) + "]"; // its text would be all that is in it
        }
        if (!logged) {
            return exchange.getContext().getTypeConverter().convertTo(String.class, exchange, value);
        }
        String text = exchange.getContext().getTypeConverter().tryConvertTo(String.class, exchange, value);
        return BasicValue.known(part) != null ? text : SafeText.of(text == null ? value : text, MAX_LOGGED);
    }

    /** As much of a stream as is logged. A log fails no message. */
    private static String beginning(Exchange exchange, Object stream) {
        char[] text = new char[MAX_LOGGED + 1];
        int length = 0;
        try (Reader reader =
                exchange.getContext().getTypeConverter().mandatoryConvertTo(Reader.class, exchange, stream)) {
            for (int count = 0; count >= 0 && length < text.length; length += Math.max(count, 0)) {
                count = reader.read(text, length, text.length - length);
            }
            return new String(text, 0, length);
        } catch (IOException e) {
            return "[stream: " + e.getMessage() + "]";
        }
    }

    /** The text, which means the same if it is read again. */
    @Override
    public String toString() {
        return shown.toString();
    }
}
