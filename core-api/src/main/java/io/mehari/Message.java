package io.mehari;

import java.io.InputStream;
import java.io.Reader;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A body and headers. Header names are case-insensitive: two names are equal if they are equal after A-Z is folded to
 * a-z; no other character is folded. The first spelling of a name is kept, and headers keep their insertion order. A
 * null name is refused. A null value is allowed, and is not the same as an absent header.
 *
 * <p>A message and its exchange are one object; {@link #getExchange()} returns it. Only Mehari extends this class.
 */
public abstract class Message {

    protected Message() {}

    // ---- the exchange and the id

    /** This object as an exchange. */
    public abstract Exchange getExchange();

    /** The id of the exchange, unless {@link #setMessageId} has set another one. */
    public abstract String getMessageId();

    /** Gives the message an id of its own, which copies inherit; null removes it again. */
    public abstract void setMessageId(@Nullable String messageId);

    // ---- body

    /**
     * The body itself. If it is a stream, what is read from it is not kept for who reads it next: use {@link
     * #getBody(Class) getBody(InputStream.class)}, which begins at its beginning each time.
     */
    public abstract @Nullable Object getBody();

    public abstract void setBody(@Nullable Object body);

    /**
     * The body converted to that type; null if it is null, or if no conversion is known. For {@code boolean.class} a
     * null body is false.
     *
     * @throws TypeConversionException if a conversion is known but fails for this value
     */
    public final <T> @Nullable T getBody(Class<T> type) {
        return convert(type, getBody());
    }

    /**
     * The body.
     *
     * @throws InvalidPayloadException if the body is null
     */
    public final Object getMandatoryBody() throws InvalidPayloadException {
        Object body = getBody();
        if (body == null) {
            throw new InvalidPayloadException(getExchange(), Object.class);
        }
        return body;
    }

    /**
     * The body converted to that type.
     *
     * @throws InvalidPayloadException if the body is null or cannot be converted
     */
    public final <T> T getMandatoryBody(Class<T> type) throws InvalidPayloadException {
        Object body = getBody();
        if (type.isInstance(body) && isNoStream(type)) {
            return type.cast(body);
        }
        try {
            return converter().mandatoryConvertTo(type, getExchange(), body);
        } catch (NoTypeConversionAvailableException | TypeConversionException e) {
            throw new InvalidPayloadException(getExchange(), type, e);
        }
    }

    /**
     * Sets the body, converted to that type. If the body is null, it is set to null.
     *
     * @throws NoTypeConversionAvailableException if no conversion to that type is known
     */
    public final void setBody(@Nullable Object body, Class<?> type) {
        setBody(
                body == null || type.isInstance(body)
                        ? body
                        : converter().mandatoryConvertTo(type, getExchange(), body));
    }

    // ---- headers

    /**
     * The value of the header; null if it is absent or null. To tell these apart, use {@code getHeaders().containsKey}.
     */
    public abstract @Nullable Object getHeader(String name);

    /** The value of the header, or the default if it is absent or null. */
    public final @Nullable Object getHeaderOrDefault(String name, @Nullable Object defaultValue) {
        Object value = getHeader(name);
        return value != null ? value : defaultValue;
    }

    /** The value of the header. If it is absent or null, the value of the supplier, which is called only then. */
    public final @Nullable Object getHeaderOrElse(String name, Supplier<? extends @Nullable Object> defaultValue) {
        Object value = getHeader(name);
        return value != null ? value : defaultValue.get();
    }

    /**
     * The value of the header converted to that type; null if it is absent or null, or if no conversion is known. For
     * {@code boolean.class} an absent or null header is false.
     */
    public final <T> @Nullable T getHeader(String name, Class<T> type) {
        Object value = getHeader(name);
        try {
            return convert(type, value);
        } catch (RuntimeException e) { // a class of Mehari here would be loaded with this one
            throw TypeConversionException.ofHeader(name, e);
        }
    }

    /** The value of the header converted to that type, or else the default converted to it. */
    public final <T> @Nullable T getHeader(String name, @Nullable Object defaultValue, Class<T> type) {
        Object value = getHeader(name);
        T converted = value == null ? null : convert(type, value);
        return converted != null ? converted : convert(type, defaultValue);
    }

    /** Sets a header. An existing header keeps its position and spelling. */
    public abstract void setHeader(String name, @Nullable Object value);

    /** Removes a header and returns its value; null if it was absent or null. */
    public abstract @Nullable Object removeHeader(String name);

    /**
     * Removes the headers that match the pattern and none of the exclusions. A pattern is a name, or the beginning of a
     * name followed by {@code *}, or a regular expression for the whole name. Patterns are case-insensitive.
     *
     * @return whether any header was removed
     */
    public abstract boolean removeHeaders(String pattern, String... excludePatterns);

    public abstract boolean hasHeaders();

    /**
     * A live view of the headers. A change to it changes this message and no other, even if the view was obtained
     * before the message was copied. Look-ups are case-insensitive; {@code equals} and {@code hashCode} are
     * case-sensitive, as {@code java.util.Map} requires.
     */
    public abstract Map<String, @Nullable Object> getHeaders();

    /**
     * Replaces all headers with those of the map. If it contains a null name, it is refused before any header changes.
     */
    public abstract void setHeaders(Map<String, ? extends @Nullable Object> headers);

    // ---- copies and conversion

    /** Creates a copy of the whole exchange; see {@link Exchange#copy()}. */
    public abstract Message copy();

    /**
     * Copies body, headers and message id from the other message. The headers are shared until either side changes
     * them.
     */
    public abstract void copyFrom(Message message);

    @SuppressWarnings("unchecked") // checked by isInstance
    final <T> @Nullable T convert(Class<T> type, @Nullable Object value) {
        if (value == null) {
            return type == boolean.class ? (T) Boolean.valueOf(false) : null; // a condition is never null
        }
        if (type.isInstance(value) && isNoStream(type)) {
            return (T) value;
        }
        return converter().convertTo(type, getExchange(), value);
    }

    /** A stream that is asked for as one begins at its beginning: the converter sees to that. */
    private static boolean isNoStream(Class<?> type) {
        return type != InputStream.class && type != Reader.class;
    }

    private TypeConverter converter() {
        return getExchange().getContext().getTypeConverter();
    }
}
