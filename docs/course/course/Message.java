package course;

import java.util.function.Supplier;

/** The three messages that the ladder measures, made with a stage's operations. */
public final class Message {

    private static final String[] HEADERS = {"Content-Type", "X-Order", "X-Customer", "X-Trace", "Priority"};
    private static final String[] PROPERTIES = {"attempt", "tenant"};
    private static final String VALUE = "value";

    private Message() {}

    /** New, with a body: what most messages are that only pass. */
    public static <E> E plain(Stage<E> stage) {
        return stage.create(VALUE);
    }

    /** With five headers and two properties. */
    public static <E> E filled(Stage<E> stage) {
        E exchange = stage.create(VALUE);
        for (String name : HEADERS) {
            stage.setHeader(exchange, name, VALUE);
        }
        for (String name : PROPERTIES) {
            stage.setProperty(exchange, name, VALUE);
        }
        return exchange;
    }

    /** Makes copies of a filled message, out of which one header and one property are read. */
    public static <E> Supplier<E> copies(Stage<E> stage) {
        E original = filled(stage);
        return () -> {
            E copy = stage.copy(original);
            if (stage.getHeader(copy, "content-type") != VALUE || stage.getProperty(copy, "tenant") != VALUE) {
                throw new AssertionError("A copy of " + stage.getClass() + " does not have what its origin has.");
            }
            return copy;
        };
    }
}
