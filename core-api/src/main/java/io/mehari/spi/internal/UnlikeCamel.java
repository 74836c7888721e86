package io.mehari.spi.internal;

import io.mehari.Exchange;
import org.jspecify.annotations.Nullable;

/**
 * What sends a message another way than Camel 4.22.0 would. Each is said once in a JVM, at the level of information,
 * when it happens first: a route that was ported does not do it in silence. A program that was never Camel's can turn
 * the logger off.
 */
public final class UnlikeCamel {
    /* Bits instead of an enum: if this class were used first while the heap is full, objects could not be made. */
    public static final int FRACTION = 1;
    public static final int ORDER = 1 << 1;
    public static final int TYPES = 1 << 2;
    public static final int IN_PREDICATES = 1 << 3;
    public static final int EMPTY_TOKEN = 1 << 4;
    public static final int UNCHECKED = 1 << 5;
    public static final int GROUP_SO_FAR = 1 << 6;
    public static final int NULLS = 1 << 7;
    public static final int STREAM_VALUE = 1 << 8;
    public static final int ERROR_TEXT = 1 << 9;
    public static final int ON_COMPLETION = 1 << 10;
    public static final int LIST_AS_BYTES = 1 << 11;
    public static final int NO_TEXT = 1 << 12;

    /** Its own logger, so that it can be turned off. */
    public static final String LOGGER = "io.mehari.porting";

    private static int said; // with races: at worst a line is logged twice

    private UnlikeCamel() {}

    private static String text(int what) {
        return switch (what) {
            case FRACTION -> "a fraction decided a comparison of numbers of two types; Camel cuts fractions off";
            case ORDER ->
                "values without a common order were compared by <, <=, > or >=, and none is greater unless one"
                        + " can be converted to the type of the other; Camel compares texts or names of classes, or"
                        + " fails";
            case TYPES ->
                "values of different types were compared after one was converted; Camel does not convert them, or"
                        + " takes a text that is not a Boolean for false";
            case IN_PREDICATES ->
                "in(...) has expressions, which are values here; Camel's compiler takes header(), body() and simple()"
                        + " for predicates, and asks whether one of them is true";
            case EMPTY_TOKEN ->
                "a text that begins with a token has an empty piece before it; Camel's tokenize drops that piece";
            case UNCHECKED ->
                "a clause for RuntimeException has got a failure that is a checked exception in Camel, where no such"
                        + " clause sees it";
            case GROUP_SO_FAR ->
                "a completionPredicate gets the list or the text so far; Camel gives it the first message of the group";
            case NULLS -> "null was compared with null by <, and is not less; Camel takes it for less";
            case STREAM_VALUE -> "a stream was converted by the text that it is; Camel has no such conversion";
            case LIST_AS_BYTES ->
                "a list was converted to an array of bytes, a byte for each element; Camel has no such conversion";
            case NO_TEXT ->
                "tokenize got null, which has no pieces; Camel's tokenize fails with a NullPointerException";
            case ON_COMPLETION ->
                "an onCompletion runs once for a message; in Camel it runs again for each call of its route and for the"
                        + " copy that enrich sends, and that of a builder not after a queue whose route has its own;"
                        + " its onWhen sees the message as it is, not as it was before a strategy; and with"
                        + " shareUnitOfWork() a queue does not take it";
            default ->
                "the message of an Error is part of ${exception.message}; in Camel that is the message of the exception"
                        + " around it";
        };
    }

    /** Whether it was said before: then its cause need not be looked for. */
    public static boolean isSaid(int what) {
        return (said & what) != 0;
    }

    /** Says it, unless it was said before. */
    public static void say(int what, @Nullable String place) {
        if (!isSaid(what)) {
            said |= what;
            Log.info(
                    LOGGER,
                    "Unlike in Camel: " + text(what) + (place == null ? "" : " (" + place + ")")
                            + ". This is said once; the page about porting lists it");
        }
    }

    /** Says it with the types of the values, and the route. */
    public static void say(int what, @Nullable Exchange exchange, @Nullable Object one, @Nullable Object other) {
        if (!isSaid(what)) {
            String route = exchange == null ? null : exchange.getFromRouteId();
            String types = type(one) + (other == null ? "" : " and " + type(other));
            say(what, types + (route == null ? "" : ", in route \"" + SafeText.of(route) + '"'));
        }
    }

    private static String type(@Nullable Object value) {
        return value == null
                ? "null"
                : value instanceof Class<?> type
                        ? type.getSimpleName()
                        : value.getClass().getSimpleName();
    }

    /** Says all again, each once. For tests. */
    public static void forget() {
        said = 0;
    }
}
