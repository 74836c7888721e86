package io.mehari.impl.component;

import io.mehari.Exchange;
import io.mehari.impl.text.BasicValue;
import io.mehari.spi.EndpointOption;
import io.mehari.spi.EndpointOptions;
import io.mehari.spi.OptionSet;
import io.mehari.spi.internal.RereadStream;
import io.mehari.spi.internal.SafeFailure;
import io.mehari.spi.internal.SafeText;
import java.io.BufferedInputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.Reader;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The text of a message in a log: {@code Exchange[Headers: {a=1}, BodyType: String, Body: hello]}. */
final class MessageText {
    /*
     * Showing a message does not change it: a stream is not read, unless showStreams asks for it, and then it begins
     * again; a file is not opened, and a value that cannot be converted is shown by its toString(). Text from a message
     * is on one line, so that no message can fake lines of the log.
     */
    static final OptionSet OPTIONS = new OptionSet();

    private static final EndpointOption<Boolean> SHOW_ALL = shows("showAll", false, "everything below");
    private static final List<EndpointOption<Boolean>> ALL = new ArrayList<>();
    private static final EndpointOption<Boolean> EXCHANGE_ID = item("ExchangeId", false, "the exchange's id");
    private static final EndpointOption<Boolean> EXCHANGE_PATTERN =
            item("ExchangePattern", false, "the pattern: InOnly or InOut");
    private static final EndpointOption<Boolean> ROUTE_ID = item("RouteId", false, "the id of the current route");
    private static final EndpointOption<Boolean> PROPERTIES = item("Properties", false, "the exchange's properties");
    private static final EndpointOption<Boolean> HEADERS = item("Headers", false, "the headers");
    private static final EndpointOption<Boolean> BODY_TYPE = item("BodyType", true, "the body's class");
    private static final EndpointOption<Boolean> BODY = item("Body", true, "the body; streams and files are not read");
    private static final EndpointOption<Boolean> EXCEPTION =
            item("Exception", false, "the exception, or the one that is being handled");
    private static final EndpointOption<Boolean> CAUGHT_EXCEPTION =
            item("CaughtException", false, "the exception that is being handled");
    private static final EndpointOption<Boolean> STACK_TRACE =
            shows("showStackTrace", false, "the stack trace of a shown exception, on lines of its own");
    private static final EndpointOption<Boolean> STREAMS = shows(
            "showStreams",
            false,
            "the first maxChars bytes of an InputStream, which then begins again for the next step");
    private static final EndpointOption<Boolean> PLAIN = shows("plain", false, "the body alone");
    private static final EndpointOption<Boolean> MULTILINE =
            shows("multiline", false, "each item on a line of its own");
    private static final EndpointOption<Integer> MAX_CHARS = OPTIONS.atLeast(
            0, "maxChars", 10_000, "cut the text of each item after this many characters; 0 for no limit");

    private static final List<String> ENDPOINTS =
            List.of(Exchange.FAILURE_ENDPOINT, Exchange.RECIPIENT_LIST_ENDPOINT, Exchange.TO_ENDPOINT);

    private static final String OPENING = "Exchange[";
    private static final int MOST_OF_STREAM = 1_000_000;
    private static final Pattern LINE_BREAK = Pattern.compile("\\R");

    private final Set<EndpointOption<?>> shown = new HashSet<>();
    private final int maxChars;

    MessageText(EndpointOptions options) {
        for (EndpointOption<?> each : OPTIONS.list()) {
            if (Boolean.TRUE.equals(options.get(each))) {
                shown.add(each);
            }
        }
        if (shown.contains(SHOW_ALL)) {
            shown.addAll(ALL);
        }
        maxChars = options.get(MAX_CHARS);
    }

    private static EndpointOption<Boolean> shows(String name, boolean byDefault, String what) {
        return OPTIONS.of(name, byDefault, "show " + what);
    }

    private static EndpointOption<Boolean> item(String name, boolean byDefault, String what) {
        EndpointOption<Boolean> item = shows("show" + name, byDefault, what);
        ALL.add(item);
        return item;
    }

    // ---- the text

    String of(Exchange exchange) {
        if (shown.contains(PLAIN)) {
            return body(exchange);
        }
        StringBuilder text = new StringBuilder(OPENING);
        if (shown.contains(EXCHANGE_ID)) {
            add(text, "Id", SafeText.of(exchange.getExchangeId()));
        }
        if (shown.contains(EXCHANGE_PATTERN)) {
            add(text, "ExchangePattern", exchange.getPattern().name());
        }
        if (shown.contains(ROUTE_ID)) {
            add(text, "RouteId", SafeText.of(String.valueOf(BasicValue.routeId(exchange))));
        }
        if (shown.contains(PROPERTIES)) {
            add(text, "Properties", oneLine(entries(withoutSecrets(exchange.getAllProperties()))));
        }
        if (shown.contains(HEADERS)) {
            add(text, "Headers", oneLine(entries(exchange.getHeaders())));
        }
        if (shown.contains(BODY_TYPE)) {
            add(text, "BodyType", typeOf(exchange.getBody()));
        }
        if (shown.contains(BODY)) {
            add(text, "Body", body(exchange));
        }
        addException(text, exchange);
        return text.append(shown.contains(MULTILINE) ? System.lineSeparator() + "]" : "]")
                .toString();
    }

    private void add(StringBuilder text, String name, String value) {
        if (shown.contains(MULTILINE)) {
            text.append(System.lineSeparator()).append("  ");
        } else if (text.length() > OPENING.length()) {
            text.append(", ");
        }
        text.append(name).append(": ").append(value);
    }

    private void addException(StringBuilder text, Exchange exchange) {
        Object failure = shown.contains(EXCEPTION)
                ? BasicValue.exception(exchange)
                : shown.contains(CAUGHT_EXCEPTION) ? exchange.getProperty(Exchange.EXCEPTION_CAUGHT) : null;
        if (failure instanceof Throwable throwable) {
            add(text, "ExceptionType", throwable.getClass().getTypeName());
            add(text, "ExceptionMessage", oneLine(cut(String.valueOf(throwable.getMessage()))));
            if (shown.contains(STACK_TRACE)) {
                StringWriter trace = new StringWriter();
                SafeFailure.of(throwable).printStackTrace(new PrintWriter(trace));
                add(text, "StackTrace", trace.toString());
            }
        }
    }

    /** Properties that contain the URI of an endpoint are shown without its secrets. */
    private static Map<String, @Nullable Object> withoutSecrets(Map<String, @Nullable Object> properties) {
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
        if (shown.contains(STREAMS) && value instanceof InputStream stream) {
            return beginning(exchange, stream);
        }
        if (value instanceof InputStream || value instanceof Reader) {
            return "[Body is a stream: " + value.getClass().getTypeName() + "]";
        }
        if (value instanceof File || value instanceof Path) {
            return "[Body is a file: " + SafeText.of(value, 1000) + "]";
        }
        return oneLine(cut(value instanceof byte[] ? converted(exchange, value) : textOf(value)));
    }

    /** Reads as much as is shown; the next step begins again. Not closed, since that would close the body. */
    private String beginning(Exchange exchange, InputStream body) {
        int most = maxChars == 0 ? MOST_OF_STREAM : maxChars;
        byte[] bytes;
        try {
            if (body instanceof RereadStream) {
                bytes = ((InputStream) exchange.getExchangeExtension().reread(body)).readNBytes(most);
            } else {
                InputStream stream = body.markSupported() ? body : new BufferedInputStream(body);
                exchange.setBody(stream);
                stream.mark(most);
                bytes = stream.readNBytes(most);
                stream.reset();
            }
        } catch (IOException e) {
            return "[Body is a stream that cannot be read: " + SafeText.of(e) + "]";
        }
        return oneLine(new String(bytes, StandardCharsets.UTF_8));
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
