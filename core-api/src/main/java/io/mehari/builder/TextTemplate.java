package io.mehari.builder;

import io.mehari.Exchange;
import io.mehari.Expression;
import io.mehari.InvalidPayloadException;
import io.mehari.Route;
import io.mehari.RuntimeRoutingException;
import io.mehari.spi.SafeText;
import java.io.InputStream;
import java.io.Reader;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A text with placeholders: {@code ${body}}, {@code ${header.name}}, {@code ${exchangeProperty.name}} and a few more.
 */
final class TextTemplate implements Expression {
    private static final int MAX_LOGGED = 10_000;
    private static final String CONSTANT = "type:";

    /** Of the less common placeholders, which are looked for last. */
    private static final class Patterns {
        static final Pattern BODY_AS = Pattern.compile("(bodyAs|mandatoryBodyAs)\\(([^)]+)\\)");
        static final Pattern OF_ELEMENTS = Pattern.compile("(skip|collate)\\((\\d{1,9})\\)");
        static final Pattern WITH_PATH = Pattern.compile("((?:mandatoryB|b)odyAs\\([^)]*\\)|body"
                + "|exception(?!\\.stacktrace$)|headers(?=\\.size$|\\.size\\(\\)$)"
                + "|(?:headers?|exchangeProperty)(?:[.:][^.\\[\\]()?]+|\\[[^\\]]+\\]))(.+)");
    }

    private final String source;
    private final boolean logged;
    private final List<Expression> parts = new ArrayList<>();

    private TextTemplate(String source, boolean logged) {
        this.source = source;
        this.logged = logged;
    }

    /**
     * Reads a text.
     *
     * @throws IllegalArgumentException when a placeholder is not closed or not known
     */
    static TextTemplate parse(String text) {
        return parse(text, false);
    }

    /** Reads a text for a log, in which {@link SafeText} escapes and cuts the values. */
    static TextTemplate forLog(String text) {
        return parse(text, true);
    }

    private static TextTemplate parse(String text, boolean logged) {
        Given.check(text, logged ? "log" : "simple", "text", Given.TEXT);
        TextTemplate template = new TextTemplate(text, logged);
        int at = 0;
        for (int open = text.indexOf("${"); open >= 0; open = text.indexOf("${", at)) {
            int close = text.indexOf('}', open);
            if (close < 0) {
                throw new IllegalArgumentException("A placeholder is not closed with '}': " + SafeText.uri(text));
            }
            template.addText(text.substring(at, open));
            template.addPlaceholder(placeholder(text.substring(open + 2, close)));
            at = close + 1;
        }
        template.addText(text.substring(at));
        return template;
    }

    /** Whether the text is a single placeholder. */
    boolean isOneValue() {
        return parts.size() == 1 && source.startsWith("${");
    }

    /** The value of the single placeholder, not as a text. */
    Expression oneValue() {
        return parts.get(0);
    }

    private void addText(String text) {
        if (!text.isEmpty()) {
            parts.add(BasicValue.constant(text));
        }
    }

    private void addPlaceholder(Expression value) {
        parts.add(
                !logged
                        ? value
                        : exchange -> {
                            Object found = value.evaluate(exchange);
                            return found == null ? null : SafeText.of(text(exchange, found), MAX_LOGGED);
                        });
    }

    private static @Nullable String text(Exchange exchange, Object value) {
        if (value instanceof InputStream || value instanceof Reader) {
            return "[stream " + value.getClass().getName() + "]"; // reading it would consume it
        }
        return exchange.getContext().getTypeConverter().tryConvertTo(String.class, exchange, value);
    }

    private static Expression placeholder(String name) {
        String bare = name.startsWith("in.") ? name.substring("in.".length()) : name;
        String header = argument(bare, "headers", argument(bare, "header", null));
        if (header != null && !bare.startsWith("headers.size")) {
            return BasicValue.header(header);
        }
        String property = argument(bare, "exchangeProperty", null);
        if (property != null) {
            return BasicValue.property(property);
        }
        if (bare.startsWith(CONSTANT)) {
            return BasicValue.constant(
                    constant(bare, bare.substring(CONSTANT.length()).strip()));
        }
        return known(name, bare);
    }

    /** The elements of the body without the first ones, or in lists of several; made one by one. */
    private static @Nullable Expression ofElements(String bare) {
        Matcher matcher = Patterns.OF_ELEMENTS.matcher(bare);
        if (!matcher.matches()) {
            return null;
        }
        int count = Integer.parseInt(matcher.group(2));
        if (matcher.group(1).equals("skip")) {
            return exchange -> Elements.skip(exchange.getBody(), count);
        }
        if (count == 0) {
            throw new IllegalArgumentException("${collate(0)}: a list of no elements has no end; give 1 or more");
        }
        return exchange -> Elements.collate(exchange.getBody(), count);
    }

    /** The value of a constant of an enum or of a public static field, read once. */
    private static @Nullable Object constant(String bare, String name) {
        int dot = name.lastIndexOf('.');
        try {
            return type(bare, name.substring(0, Math.max(dot, 0)))
                    .getField(name.substring(dot + 1))
                    .get(null);
        } catch (ReflectiveOperationException | NullPointerException e) {
            throw new IllegalArgumentException(
                    "${" + SafeText.of(bare) + "} is no constant: give the full name of a public class and the name of"
                            + " a public static field of it, as in ${type:java.lang.Integer.MAX_VALUE}",
                    e);
        }
    }

    private static Expression known(String name, String bare) {
        return switch (bare) {
            case "body" -> BasicValue.body();
            case "threadName" -> exchange -> Thread.currentThread().getName();
            case "headers" -> Exchange::getHeaders;
            case "id" -> Exchange::getMessageId;
            case "exchangeId" -> Exchange::getExchangeId;
            case "routeId" -> TextTemplate::routeId;
            case "fromRouteId" -> Exchange::getFromRouteId;
            case "exception" -> BasicValue::exception;
            case "exception.message" -> BasicValue::exceptionMessage;
            default -> calculated(name, bare);
        };
    }

    private static Expression calculated(String name, String bare) {
        Expression value = converted(bare);
        value = value != null ? value : ofElements(bare);
        return value != null ? value : reached(name, bare);
    }

    /** A value and a path from it, such as {@code body.size} or {@code header.x[key]}. */
    private static Expression reached(String name, String bare) {
        Matcher matcher = Patterns.WITH_PATH.matcher(bare);
        ValuePath path = matcher.matches() ? ValuePath.parse(name, matcher.group(2)) : null;
        if (path == null) {
            throw new IllegalArgumentException("${" + SafeText.of(name) + "} is not known. Known: ${body}, "
                    + "${bodyAs(String)}, ${mandatoryBodyAs(String)}, "
                    + "${header.name}, ${header[a.name]}, ${headers}, ${exchangeProperty.name}, "
                    + "${exchangeProperty[a.name]}, ${id}, ${exchangeId}, ${routeId}, ${fromRouteId}, "
                    + "${exception}, ${exception.message}, ${threadName}, ${skip(n)}, ${collate(n)},"
                    + " ${type:a.Class.CONSTANT}; after body, a header, a property or"
                    + " the exception .size, [0], [last], [key] or .key of a map, and .name for a method getName(),"
                    + " isName() or name(). For anything else, such as a method with arguments, set a header "
                    + "with a lambda before: setHeader(\"x\", exchange -> ...)");
        }
        Expression base = placeholder(matcher.group(1));
        return exchange -> path.from(base.evaluate(exchange));
    }

    /** The body as a type. */
    private static @Nullable Expression converted(String bare) {
        Matcher matcher = Patterns.BODY_AS.matcher(bare);
        if (!matcher.matches()) {
            return null;
        }
        Class<?> type = type(bare, matcher.group(2).strip());
        return matcher.group(1).equals("bodyAs") ? BasicValue.body(type) : exchange -> mandatoryBody(exchange, type);
    }

    private static Object mandatoryBody(Exchange exchange, Class<?> type) {
        try {
            return exchange.getMandatoryBody(type);
        } catch (InvalidPayloadException e) {
            throw new RuntimeRoutingException(String.valueOf(e.getMessage()), e);
        }
    }

    private static Class<?> type(String bare, String name) {
        if (name.equals("byte[]")) {
            return byte[].class;
        }
        try {
            ClassLoader loader = Thread.currentThread().getContextClassLoader();
            return Class.forName(
                    name.indexOf('.') < 0 ? "java.lang." + name : name,
                    true,
                    loader == null ? TextTemplate.class.getClassLoader() : loader);
        } catch (ClassNotFoundException e) {
            throw new IllegalArgumentException(
                    "${" + SafeText.of(bare) + "}: there is no class " + SafeText.of(name)
                            + "; give its full name, or String, Integer and the like, or byte[]",
                    e);
        }
    }

    /** The id of the current route, which may differ from the route in which the message started. */
    private static @Nullable String routeId(Exchange exchange) {
        Route route = exchange.getUnitOfWork().getRoute();
        return route == null ? null : route.getRouteId();
    }

    /** The argument of a word in {@code word.argument}, {@code word:argument} or {@code word[argument]}. */
    private static @Nullable String argument(String text, String word, @Nullable String otherwise) {
        if (!text.startsWith(word) || text.length() < word.length() + 2) {
            return otherwise;
        }
        String argument = text.substring(word.length() + 1);
        return switch (text.charAt(word.length())) {
            case '.', ':' -> isPlain(argument) ? argument : otherwise;
            case '[' ->
                argument.indexOf(']') == argument.length() - 1 && argument.length() > 1
                        ? argument.substring(0, argument.length() - 1)
                        : otherwise;
            default -> otherwise;
        };
    }

    /** Whether the name has no characters of method calls, which are not supported here. */
    private static boolean isPlain(String name) {
        for (int i = 0; i < name.length(); i++) {
            if (".[]()?".indexOf(name.charAt(i)) >= 0) {
                return false;
            }
        }
        return true;
    }

    /** The value of a single placeholder, or a text. */
    @Override
    public @Nullable Object evaluate(Exchange exchange) {
        if (parts.size() == 1) {
            return parts.get(0).evaluate(exchange);
        }
        StringBuilder text = new StringBuilder();
        for (Expression part : parts) {
            Object value = part.evaluate(exchange);
            if (value != null) {
                text.append(text(exchange, value));
            }
        }
        return text.toString();
    }

    @Override
    public String toString() {
        return source;
    }
}
