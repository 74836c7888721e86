package io.mehari.simple;

import io.mehari.Exchange;
import io.mehari.Expression;
import io.mehari.InvalidPayloadException;
import io.mehari.RuntimeRoutingException;
import io.mehari.impl.text.BasicValue;
import io.mehari.spi.internal.Nearest;
import io.mehari.spi.internal.SafeText;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads what is in {@code ${...}}: the name of a value, and a path from it. */
final class Functions {
    private static final String KNOWN = " Known: ${body}, ${bodyAs(String)}, ${mandatoryBodyAs(String)},"
            + " ${header.name}, ${header[a.name]}, ${headers}, ${exchangeProperty.name}, ${id}, ${exchangeId},"
            + " ${routeId}, ${fromRouteId}, ${exception}, ${exception.message}, ${exception.stacktrace},"
            + " ${threadName}, ${date:now:yyyy-MM-dd}, ${random(1,10)}, ${sys.name}, ${env.NAME}, ${properties:name},"
            + " ${null}, ${skip(n)}, ${type:a.Class.CONSTANT}; after body, a header, a property or the"
            + " exception .size, [0], [last], [key] or .key of a map, and .name for a method getName(), isName() or"
            + " name(). For anything else, such as a method with arguments, set a header with a lambda before:"
            + " setHeader(\"x\", exchange -> ...)";
    private static final List<String> WORDS = List.of(
            "body",
            "bodyAs",
            "mandatoryBodyAs",
            "header",
            "headers",
            "exchangeProperty",
            "exception",
            "exchangeId",
            "routeId",
            "fromRouteId",
            "threadName",
            "properties",
            "random");
    private static final String NOT_IN_NAMES = ".[]()?{}$'\"\\";

    private final Scan scan;
    private final int from;

    private Functions(Scan scan) {
        this.scan = scan;
        this.from = scan.at();
    }

    /** Reads the start of a placeholder, if it is next. */
    static boolean start(Scan scan) {
        return scan.skip("${") || scan.skip("$simple{");
    }

    /** A value, and the placeholder as it is written. */
    record Value(Expression expression, String shown) {}

    /**
     * Reads what comes after the start of a placeholder, with its end.
     *
     * @param steps whether ++ or -- may come after it
     */
    static Value read(Scan scan, boolean steps) {
        Functions reader = new Functions(scan);
        scan.skip("in.");
        Expression value = reader.value(scan.identifier());
        if (value == null || !scan.isNext("}")) {
            throw reader.unknown();
        }
        scan.skip("}");
        Expression stepped = steps ? Increment.read(scan, value) : value;
        return new Value(stepped, "${" + scan.since(reader.from));
    }

    private IllegalArgumentException unknown() {
        int at = scan.at();
        if (scan.isNext("${") || scan.isNext("$simple{")) {
            return scan.refusal(
                    "a placeholder in a placeholder: use a lambda, such as exchange -> exchange.getHeader(...)");
        }
        scan.until("}");
        return scan.isDone()
                ? scan.refusal(from, "a placeholder is not closed with '}'")
                : scan.refusal(at, "${" + SafeText.of(scan.since(from)) + "} is not known" + meant() + KNOWN, null);
    }

    /** What is probably meant: the name without the spaces around it, or with one of the known words. */
    private String meant() {
        String text = scan.since(from);
        String plain = text.strip();
        int end = 0;
        while (end < plain.length() && Character.isLetterOrDigit(plain.charAt(end))) {
            end++;
        }
        String word = plain.substring(0, end);
        String known =
                word.equals("property") || word.equals("exchange") ? "exchangeProperty" : Nearest.of(word, WORDS);
        String meant = known.isEmpty() ? "" : known + plain.substring(end);
        return meant.isEmpty() || meant.equals(text) ? "." : "; did you mean ${" + SafeText.of(meant) + "}?";
    }

    /** The value of a word and what follows it; null if there is none. */
    private @Nullable Expression value(String word) {
        return switch (word) {
            case "body" -> path(BasicValue.body());
            case "bodyAs", "mandatoryBodyAs" -> bodyAs(word.startsWith("m"));
            case "header" -> named(true);
            case "headers" -> scan.isNext("}") || isSize() ? path(Exchange::getHeaders) : named(true);
            case "exchangeProperty" -> named(false);
            case "exception" -> exception();
            case "id", "messageId" -> Exchange::getMessageId;
            case "exchangeId" -> Exchange::getExchangeId;
            case "routeId" -> BasicValue::routeId;
            case "fromRouteId" -> Exchange::getFromRouteId;
            case "threadName" -> exchange -> Thread.currentThread().getName();
            case "null" -> BasicValue.constant(null);
            case "skip" -> Sources.skip(scan);
            default -> otherValue(word);
        };
    }

    private @Nullable Expression otherValue(String word) {
        return switch (word) {
            case "date" -> scan.skip(":") ? DateValue.read(scan) : null;
            case "random" -> Sources.random(scan, from);
            case "sys" -> Sources.named(scan, System::getProperty);
            case "env", "sysenv" -> Sources.named(scan, Sources::environment);
            case "properties" -> Sources.property(scan);
            case "type" -> Sources.constant(scan);
            default -> null;
        };
    }

    // ---- values of the message

    private @Nullable Expression path(Expression base) {
        if (scan.isNext("}")) {
            return base;
        }
        ValuePath path = ValuePath.read(scan, from);
        return path == null ? null : path.of(base);
    }

    private boolean isSize() {
        return scan.isNext(".size") || scan.isNext(".length"); // of others, such as .sizes, the path is the header
    }

    private @Nullable Expression named(boolean header) {
        boolean bracket = scan.skip("[");
        if (!bracket && !scan.skip(".") && !scan.skip(":")) {
            return null;
        }
        int start = scan.at();
        String name = scan.name(start, bracket ? scan.quotedOr("[]{}$'\"") : scan.until(NOT_IN_NAMES), header);
        if (!bracket) {
            scan.plainName(start, name);
        } else if (!scan.skip("]")) {
            return null;
        }
        Expression value = header ? BasicValue.header(name) : BasicValue.property(name);
        if (bracket || scan.isNext("}")) {
            return path(value);
        }
        Expression path = path(value);
        String whole = scan.since(start);
        return path == null
                ? null
                : new FirstWhole(header ? BasicValue.header(whole) : BasicValue.property(whole), path);
    }

    /** The value of a whole name with dots, such as {@code kafka.KEY}, or else what a path leads to. */
    private record FirstWhole(Expression whole, Expression path) implements Expression {
        @Override
        public @Nullable Object evaluate(Exchange exchange) {
            Object value = whole.evaluate(exchange);
            return value != null ? value : path.evaluate(exchange);
        }
    }

    private @Nullable Expression exception() {
        if (scan.isNext(".message}")) {
            scan.skip(".message");
            return BasicValue::exceptionMessage;
        } else if (scan.skip(".stacktrace")) {
            return exchange -> BasicValue.exception(exchange) instanceof Throwable failure ? stackTrace(failure) : null;
        }
        return path(BasicValue::exception);
    }

    private static String stackTrace(Throwable failure) {
        StringWriter text = new StringWriter();
        failure.printStackTrace(new PrintWriter(text));
        return text.toString();
    }

    private @Nullable Expression bodyAs(boolean mandatory) {
        Class<?> type = scan.skip("(") ? Sources.type(scan, from, Sources.argument(scan)) : null;
        if (type == null || !scan.skip(")")) {
            return null;
        }
        return path(mandatory ? exchange -> mandatoryBody(exchange, type) : BasicValue.body(type));
    }

    private static Object mandatoryBody(Exchange exchange, Class<?> type) {
        try {
            return exchange.getMandatoryBody(type);
        } catch (InvalidPayloadException e) {
            throw new RuntimeRoutingException(String.valueOf(e.getMessage()), e);
        }
    }
}
