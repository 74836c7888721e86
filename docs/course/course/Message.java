package course;

import java.util.function.Supplier;

/** The three messages that the ladder measures, made with a stage's operations. */
public final class Message {

    static final String[] HEADERS = {"Content-Type", "X-Order", "X-Customer", "X-Trace", "Priority"};
    static final String[] PROPERTIES = {"attempt", "tenant"};
    static final String VALUE = "value";

    private Message() {}

    /** A new message with a body and nothing else, as most messages are. */
    public static <E> E plain(Stage<E> stage) {
        return stage.create(VALUE);
    }

    /** A message with five headers and two properties. */
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

    /** Copies a message with headers and properties, and reads one header and one property of the copy. */
    public static <E> Supplier<E> copies(Stage<E> stage) {
        E original = filled(stage);
        return () -> {
            E copy = stage.copy(original);
            if (stage.getHeader(copy, "content-type") != VALUE || stage.getProperty(copy, "tenant") != VALUE) {
                throw new AssertionError(
                        "A copy of " + stage.getClass() + " lacks a header or property of the original.");
            }
            return copy;
        };
    }
}
