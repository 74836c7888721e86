package io.mehari.impl.text;

import io.mehari.Exchange;
import io.mehari.Expression;
import io.mehari.spi.internal.SafeText;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A text with placeholders such as {@code ${body}} and {@code ${header.name}}. */
public final class TextTemplate implements Expression, Late.Composed {
    private static final int MAX_LOGGED = 10_000;

    private final List<Expression> parts;
    private final String shown;
    private final boolean plain; // whether there is text outside of placeholders
    private final boolean logged;

    public TextTemplate(List<Expression> parts, String shown, boolean plain, boolean logged) {
        this.parts = parts;
        this.shown = shown;
        this.plain = plain;
        this.logged = logged;
    }

    /**
     * Reads a text of {@code simple}, without the spaces around it.
     *
     * @throws IllegalArgumentException if it is not understood, with the place in it
     */
    public static Expression parse(String text) {
        return BasicValue.isLate(text) ? Late.of(text, TextTemplate::parse) : read(text.strip(), false);
    }

    /** Reads a text for a log, in which {@link SafeText} escapes and cuts the values. */
    public static Expression forLog(String text) {
        return BasicValue.isLate(text) ? Late.of(text, TextTemplate::forLog) : read(text, true);
    }

    private static Expression read(String text, boolean logged) {
        TextReader reader = new TextReader(text, logged);
        TextTemplate known = reader.read();
        if (known != null) {
            return known;
        }
        if (TextLanguage.FOUND == null) {
            throw reader.refusal();
        }
        return TextLanguage.FOUND.text(text, logged);
    }

    /** Whether the text is a single placeholder. */
    boolean isOneValue() {
        return parts.size() == 1 && !plain;
    }

    @Override
    public List<Expression> parts() {
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
        return shown;
    }
}
