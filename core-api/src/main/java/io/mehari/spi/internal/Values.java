package io.mehari.spi.internal;

import io.mehari.Expression;
import io.mehari.Predicate;
import io.mehari.Processor;
import io.mehari.RoutingContext;
import org.jspecify.annotations.Nullable;

/** What reads, evaluates and compares the values, texts and conditions of routes, which this jar only describes. */
public interface Values {
    /** That of the core, found by its name: a {@code ServiceLoader} would make each start longer. */
    Values CORE = find();

    private static Values find() {
        try {
            return Class.forName("io.mehari.impl.text.CoreValues", true, Values.class.getClassLoader())
                    .asSubclass(Values.class)
                    .getDeclaredConstructor()
                    .newInstance();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("A route needs the artifact io.mehari:mehari-core-impl: add it", e);
        }
    }

    /** The body, converted to this type; null for the body as it is. */
    Expression body(@Nullable Class<?> type);

    Expression header(String name);

    Expression property(String name);

    /**
     * Always this value. In a text, names in double braces stand for other texts.
     *
     * @throws IllegalArgumentException if it is a placeholder for a value of the message, which would stay as it is
     */
    Expression constant(@Nullable Object value);

    /**
     * Reads a text of {@code simple}.
     *
     * @throws IllegalArgumentException if it is not understood, with the place in it
     */
    Expression simple(String text);

    /** Reads a text for a log, in which {@link SafeText} escapes and cuts the values. */
    Expression log(String text);

    /** The text of a value in pieces; see {@code tokenize} of the route language. */
    Expression pieces(Expression value, String token, int group);

    /**
     * Finds a method of a bean.
     *
     * @param step {@code bean} or {@code method}, for messages
     * @param bean an object, or a class: an object of it is created, unless the method is static
     * @param wanted the name of the method, which may be followed by types in parentheses; null for the only one
     * @throws IllegalArgumentException if there is no such method, if there are several, or if it cannot be called
     */
    Method method(String step, Object bean, @Nullable String wanted);

    /** A method of a bean, as a step and as an expression. */
    interface Method extends Expression, Processor {
        /** The object; null if the method is static. */
        @Nullable
        Object bean();
    }

    /**
     * The condition that an operator means, such as {@code ==}, {@code contains} or {@code is null}.
     *
     * @param right what the value is compared with; an expression is evaluated for each message
     * @param words the whole condition, for error messages
     */
    Predicate condition(Expression left, String operator, @Nullable Object right, String words);

    Predicate not(Predicate predicate);

    /** Whether all match, or else any. */
    Predicate joined(boolean all, Predicate... predicates);

    /**
     * The condition that a text of {@code simple} contains; null for other values, and for single placeholders.
     *
     * @throws IllegalArgumentException if the text is not a condition
     */
    @Nullable
    Predicate conditionIn(Expression value);

    /** Whether a value counts as true, where a condition is expected. */
    boolean isTrue(@Nullable Object value);

    /** Refuses a value that has a name in double braces without a value in the context. */
    void check(@Nullable Object value, RoutingContext context);

    /** What to write instead of a name that begins with Camel; null if the name can be meant. */
    @Nullable
    String remedyOf(String name, boolean isHeader);
}
