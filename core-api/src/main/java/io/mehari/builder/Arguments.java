package io.mehari.builder;

import io.mehari.spi.internal.AsciiCase;
import io.mehari.spi.internal.SafeText;
import io.mehari.spi.internal.Values;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Refuses null arguments of the route language: when a route is described, not when a message comes. */
final class Arguments {
    static final String PROCESSOR = "a Processor, such as exchange -> ...";
    static final String EXPRESSION = "an Expression, such as body(), constant(value) or exchange -> ...";
    static final String PREDICATE = "a Predicate, such as header(\"type\").isEqualTo(\"express\")";
    static final String URI = "a URI, such as \"direct:orders\", or an Endpoint";
    static final String NAME = "its name";
    static final String CLASS = "a class, such as String.class";
    static final String FAILURE = "a class, such as IOException.class";
    static final String EXCHANGE_PATTERN = "InOnly or InOut";
    static final String PATTERN = "a pattern, such as \"*\" for all";
    static final String TEXT = "a text, such as \"order ${header.id}\"";

    static final String STRATEGY = "an AggregationStrategy, such as AggregationStrategies.useLatest()";
    static final String REPOSITORY = "a repository, such as MemoryIdempotentRepository";
    static final String EXECUTOR = "an executor, or leave it out";
    static final String POOL = "the name of an executor in the registry, or the id of a thread pool profile";
    static final String ERROR_HANDLER = "an error handler, such as defaultErrorHandler()";
    static final String BEAN = "an object, a class, or for bean(...) also the name of an object in the registry";
    static final String METHOD = "the name of a method, such as \"price\" or \"price(String,int)\"";
    static final String CONTEXT = "the context that the routes are added to";
    static final String SCHEMES = "names of schemes, such as \"direct,seda?size\"";
    static final String VALUE = "a value to compare with";

    private Arguments() {}

    /** Returns the value, which is not null. */
    static <V> V check(@Nullable V value, String method, String parameter, String instead) {
        if (value == null) {
            throw refusal(method, parameter, "", instead);
        }
        checkMeaning(value, method, instead);
        return value;
    }

    /** Refuses what is not right, with this text. */
    static void require(boolean right, String otherwise) {
        if (!right) {
            throw new IllegalArgumentException(otherwise);
        }
    }

    /** Returns the number, which is not less than the other one. */
    static long atLeast(int least, long number, String method) {
        require(
                number >= least,
                method + "(" + number + ") "
                        + (least == 0 ? "is negative: give 0 or more" : "must be at least " + least));
        return number;
    }

    /** What {@link String#format(String, Object...)} returns. */
    static String format(String method, String parameter, String format, @Nullable Object[] args) {
        check(format, method, parameter, "a text");
        check(args, method, "args", "the arguments of the format");
        return String.format(Locale.ROOT, format, args);
    }

    /** Refuses an array that is null or has a null element. */
    static void checkAll(@Nullable Object @Nullable [] values, String method, String parameter, String instead) {
        check(values, method, parameter, instead);
        for (int i = 0; values != null && i < values.length; i++) {
            if (values[i] == null) {
                throw refusal(method, parameter, "[" + i + "]", instead);
            }
            checkMeaning(values[i], method, instead);
        }
    }

    private static void checkMeaning(@Nullable Object value, String method, String instead) {
        if (value instanceof ValueBuilder condition && instead.equals(PREDICATE)) {
            condition.condition();
        } else if (value instanceof String name && (instead.equals(NAME) || instead.equals(PATTERN))) {
            String remedy = name.startsWith("Camel") ? Values.CORE.remedyOf(name, isOfHeaders(method)) : null;
            require(remedy == null, "\"" + SafeText.of(name) + "\": " + remedy);
            if (instead.equals(PATTERN) && !name.contains("{{")) {
                checkPattern(name);
            }
            if (instead.equals(NAME)) {
                String shown = "\"" + SafeText.of(name) + "\" is no name: ";
                require(!name.isBlank(), shown + "give one that is not blank");
                require(!name.contains("${"), shown + "${...} is not replaced in a name; set it with a processor");
            }
        }
    }

    private static boolean isOfHeaders(String method) {
        return method.equals("header") || method.contains("Header");
    }

    /** Refuses what is no regular expression. */
    static Pattern regex(String method, String regex) {
        try {
            return Pattern.compile(regex);
        } catch (PatternSyntaxException e) {
            throw new IllegalArgumentException(
                    method + "(\"" + SafeText.of(regex) + "\") is no regular expression: " + e.getDescription()
                            + " at character " + (e.getIndex() + 1)
                            + "; a backslash before a character takes it literally",
                    e);
        }
    }

    private static void checkPattern(String pattern) {
        try {
            AsciiCase.matcher(pattern);
        } catch (PatternSyntaxException e) {
            throw new IllegalArgumentException(
                    "\"" + SafeText.of(pattern)
                            + "\" is no pattern: write a name, the beginning of one and *, or a regular"
                            + " expression (" + e.getDescription() + ")",
                    e);
        }
    }

    static String uri(@Nullable String uri, String method) {
        return check(uri, method, "uri", URI);
    }

    /** The lines of a URI without their indentation, joined. A URI without line ends is not changed. */
    static String onOneLine(@Nullable String given, String method) {
        String uri = uri(given, method);
        return uri.indexOf('\n') < 0 ? uri : uri.lines().map(String::strip).collect(Collectors.joining());
    }

    /** A template of a URI. If it has names in double braces, it is read when these have their values. */
    static String template(@Nullable String template, String method) {
        String uri = check(template, method, "template", "a URI, such as \"direct:${header.to}\"");
        Values.CORE.simple(uri);
        return uri;
    }

    private static IllegalArgumentException refusal(String method, String parameter, String index, String instead) {
        return new IllegalArgumentException(
                method + "(" + parameter + "): " + parameter + index + " is null; give " + instead);
    }
}
