package io.mehari.impl.engine;

import io.mehari.Exchange;
import io.mehari.InvalidOptionException;
import io.mehari.spi.EndpointOption;
import io.mehari.spi.EndpointOptions;
import io.mehari.spi.SafeText;
import java.io.File;
import java.io.InputStream;
import java.io.Reader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The text of a message in a log: {@code Exchange[Headers: {a=1}, BodyType: String, Body: hello]}. */
public final class MessageText {
    /*
     * Showing a message does not change it: a stream is not read, a file is not opened, and a value that cannot be
     * converted is shown by its toString(). Text from a message is on one line unless an option asks for several, so
     * that no message can fake lines of the log.
     */
    static final EndpointOption<Boolean> SHOW_ALL = shows("showAll", false, "everything below");
    static final EndpointOption<Boolean> SHOW_EXCHANGE_ID = shows("showExchangeId", false, "the exchange's id");
    static final EndpointOption<Boolean> SHOW_EXCHANGE_PATTERN =
            shows("showExchangePattern", false, "the pattern: InOnly or InOut");
    static final EndpointOption<Boolean> SHOW_PROPERTIES = shows("showProperties", false, "the exchange's properties");
    static final EndpointOption<Boolean> SHOW_HEADERS = shows("showHeaders", false, "the headers");
    static final EndpointOption<Boolean> SHOW_BODY_TYPE = shows("showBodyType", true, "the body's class");
    static final EndpointOption<Boolean> SHOW_BODY =
            shows("showBody", true, "the body; streams and files are not read");
    static final EndpointOption<Boolean> SHOW_EXCEPTION =
            shows("showException", false, "the exception, or the one that is being handled");
    static final EndpointOption<Boolean> MULTILINE =
            EndpointOption.of("multiline", Boolean.class, false, "show each item on a line of its own");
    static final EndpointOption<Boolean> PLAIN =
            EndpointOption.of("plain", Boolean.class, false, "show only the body, with nothing around it");
    static final EndpointOption<Boolean> SKIP_BODY_LINE_SEPARATOR = EndpointOption.of(
            "skipBodyLineSeparator",
            Boolean.class,
            true,
            "remove line breaks from the body, so that it fits on one line");
    static final EndpointOption<Integer> MAX_CHARS = EndpointOption.of(
            "maxChars", Integer.class, 10_000, "cut the text of each item after this many characters; 0 for no limit");

    private static final List<EndpointOption<?>> OPTIONS = List.of(
            SHOW_ALL,
            SHOW_EXCHANGE_ID,
            SHOW_EXCHANGE_PATTERN,
            SHOW_PROPERTIES,
            SHOW_HEADERS,
            SHOW_BODY_TYPE,
            SHOW_BODY,
            SHOW_EXCEPTION,
            MULTILINE,
            PLAIN,
            SKIP_BODY_LINE_SEPARATOR,
            MAX_CHARS);

    private static final List<String> ENDPOINTS =
            List.of(Exchange.FAILURE_ENDPOINT, Exchange.RECIPIENT_LIST_ENDPOINT, Exchange.TO_ENDPOINT);

    private static final String OPENING = "Exchange[";
    private static final Pattern LINE_BREAK = Pattern.compile("\\R");

    private final boolean exchangeId;
    private final boolean exchangePattern;
    private final boolean properties;
    private final boolean headers;
    private final boolean bodyType;
    private final boolean body;
    private final boolean exception;
    private final boolean multiline;
    private final boolean plain;
    private final boolean bodyOnOneLine;
    private final int maxChars;

    public MessageText(String uri, EndpointOptions options) {
        boolean all = options.get(SHOW_ALL);
        exchangeId = all || options.get(SHOW_EXCHANGE_ID);
        exchangePattern = all || options.get(SHOW_EXCHANGE_PATTERN);
        properties = all || options.get(SHOW_PROPERTIES);
        headers = all || options.get(SHOW_HEADERS);
        bodyType = all || options.get(SHOW_BODY_TYPE);
        body = all || options.get(SHOW_BODY);
        exception = all || options.get(SHOW_EXCEPTION);
        multiline = options.get(MULTILINE);
        plain = options.get(PLAIN);
        bodyOnOneLine = options.get(SKIP_BODY_LINE_SEPARATOR);
        maxChars = options.get(MAX_CHARS);
        if (maxChars < 0) {
            throw new InvalidOptionException(
                    uri, "option maxChars must be 0 or more, not " + maxChars + "; showBody=false shows no body", null);
        }
    }

    private static EndpointOption<Boolean> shows(String name, boolean byDefault, String what) {
        return EndpointOption.of(name, Boolean.class, byDefault, "show " + what);
    }

    public static List<EndpointOption<?>> andOptions(List<EndpointOption<?>> others) {
        List<EndpointOption<?>> all = new ArrayList<>(others);
        all.addAll(OPTIONS);
        return List.copyOf(all);
    }

    // ---- the text

    public String of(Exchange exchange) {
        if (plain) {
            return body(exchange);
        }
        StringBuilder text = new StringBuilder(OPENING);
        if (exchangeId) {
            add(text, "Id", SafeText.of(exchange.getExchangeId()));
        }
        if (exchangePattern) {
            add(text, "ExchangePattern", exchange.getPattern().name());
        }
        if (properties) {
            add(text, "Properties", oneLine(entries(shown(exchange.getAllProperties()))));
        }
        if (headers) {
            add(text, "Headers", oneLine(entries(exchange.getHeaders())));
        }
        if (bodyType) {
            add(text, "BodyType", typeOf(exchange.getBody()));
        }
        if (body) {
            add(text, "Body", body(exchange));
        }
        if (exception) {
            addException(text, exchange);
        }
        return text.append(multiline ? System.lineSeparator() + "]" : "]").toString();
    }

    private void add(StringBuilder text, String name, String value) {
        if (multiline) {
            text.append(System.lineSeparator()).append("  ");
        } else if (text.length() > OPENING.length()) {
            text.append(", ");
        }
        text.append(name).append(": ").append(value);
    }

    private void addException(StringBuilder text, Exchange exchange) {
        Object failure = exchange.getException();
        failure = failure == null ? exchange.getProperty(Exchange.EXCEPTION_CAUGHT) : failure;
        if (failure instanceof Throwable throwable) {
            add(text, "ExceptionType", throwable.getClass().getTypeName());
            add(text, "ExceptionMessage", oneLine(cut(String.valueOf(throwable.getMessage()))));
        }
    }

    /** Properties that contain the URI of an endpoint are shown without its secrets. */
    private static Map<String, @Nullable Object> shown(Map<String, @Nullable Object> properties) {
        Map<String, @Nullable Object> shown = new LinkedHashMap<>(properties);
        for (String name : ENDPOINTS) {
            shown.computeIfPresent(name, (same, uri) -> SafeText.uri(String.valueOf(uri)));
        }
        return shown;
    }

    private String entries(Map<String, @Nullable Object> entries) {
        return cut(entries.isEmpty() ? "{}" : textOf(entries));
    }

    private static String typeOf(@Nullable Object body) {
        if (body == null) {
            return "null";
        }
        String name = body.getClass().getTypeName();
        return name.startsWith("java.lang.") ? name.substring("java.lang.".length()) : name;
    }

    private String body(Exchange exchange) {
        Object value = exchange.getBody();
        if (value == null) {
            return "[Body is null]";
        }
        if (value instanceof InputStream || value instanceof Reader) {
            return "[Body is a stream: " + value.getClass().getTypeName() + "]";
        }
        if (value instanceof File || value instanceof Path) {
            return "[Body is a file: " + SafeText.of(value, 1000) + "]";
        }
        String text = cut(value instanceof byte[] ? converted(exchange, value) : textOf(value));
        return bodyOnOneLine
                ? oneLine(text)
                : SafeText.escapeWithinLines(LINE_BREAK.matcher(text).replaceAll("\n"));
    }

    private static String converted(Exchange exchange, Object value) {
        String text = exchange.getContext().getTypeConverter().tryConvertTo(String.class, exchange, value);
        return text == null ? textOf(value) : text;
    }

    private static String textOf(Object value) {
        try {
            return String.valueOf(value);
        } catch (RuntimeException e) {
            return "[its toString failed: " + e + "]";
        }
    }

    private String cut(String text) {
        return maxChars == 0 || text.length() <= maxChars
                ? text
                : text.substring(0, maxChars) + "... [cut after " + maxChars + " of " + text.length() + " characters]";
    }

    private static String oneLine(String text) {
        return SafeText.escape(LINE_BREAK.matcher(text).replaceAll(""));
    }
}
