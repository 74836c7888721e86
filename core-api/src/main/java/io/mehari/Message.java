package io.mehari;

import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A body and its headers. Header names are equal when they are equal after A-Z is folded to a-z, nothing else being
 * folded; the first spelling is kept, and headers stand in the order in which they came. A null name is refused; a null
 * value is a value, distinct from an absent header.
 *
 * <p>A message is the first part of the one object that travels a route: {@link #getExchange()} is that same object.
 * Only Mehari extends this class.
 */
public abstract class Message {

    protected Message() {}

    // ---- the object this is a part of

    /** This object as an exchange. */
    public abstract Exchange getExchange();

    /** The exchange's id, unless {@link #setMessageId} gave the message one of its own. */
    public abstract String getMessageId();

    /** Gives the message an id of its own, which copies take over; null takes it away again. */
    public abstract void setMessageId(@Nullable String messageId);

    // ---- body

    public abstract @Nullable Object getBody();

    public abstract void setBody(@Nullable Object body);

    /**
     * The body as that type; null when it is null, or when no conversion is known.
     *
     * @throws TypeConversionException when a conversion is known but fails on this value
     */
    public final <T> @Nullable T getBody(Class<T> type) {
        return convert(type, getBody());
    }

    /** The body, which must not be null. */
    public final Object getMandatoryBody() throws InvalidPayloadException {
        Object body = getBody();
        if (body == null) {
            throw new InvalidPayloadException(getExchange(), Object.class);
        }
        return body;
    }

    /** The body as that type; it must be there and must convert. */
    public final <T> T getMandatoryBody(Class<T> type) throws InvalidPayloadException {
        Object body = getBody();
        if (type.isInstance(body)) {
            return type.cast(body);
        }
        try {
            return converter().mandatoryConvertTo(type, getExchange(), body);
        } catch (NoTypeConversionAvailableException | TypeConversionException e) {
            throw new InvalidPayloadException(getExchange(), type, e);
        }
    }

    /** Sets the body converted to that type, or as it is where no conversion is known. */
    public final <T> void setBody(@Nullable Object body, Class<T> type) {
        T converted = convert(type, body);
        setBody(converted != null ? converted : body);
    }

    // ---- headers

    /** The header's value; null when absent or null, which {@code getHeaders().containsKey} tells apart. */
    public abstract @Nullable Object getHeader(String name);

    /** The header's value, or the default where the header is absent or null. */
    public final @Nullable Object getHeader(String name, @Nullable Object defaultValue) {
        Object value = getHeader(name);
        return value != null ? value : defaultValue;
    }

    /** The header's value, or the supplier's where the header is absent or null; it is asked only then. */
    public final @Nullable Object getHeader(String name, Supplier<? extends @Nullable Object> defaultValue) {
        Object value = getHeader(name);
        return value != null ? value : defaultValue.get();
    }

    /** The header's value as that type; null when absent, null, or when no conversion is known. */
    public final <T> @Nullable T getHeader(String name, Class<T> type) {
        return convert(type, getHeader(name));
    }

    /** The header's value as that type, or the default converted to it. */
    public final <T> @Nullable T getHeader(String name, @Nullable Object defaultValue, Class<T> type) {
        T value = convert(type, getHeader(name));
        return value != null ? value : convert(type, defaultValue);
    }

    /** Sets a header; one that is there keeps its place and its spelling. */
    public abstract void setHeader(String name, @Nullable Object value);

    /** Removes a header and gives its value back; null when it was absent or null. */
    public abstract @Nullable Object removeHeader(String name);

    /** Removes the headers whose names match; see {@link #removeHeaders(String, String...)}. */
    public final boolean removeHeaders(String pattern) {
        return removeHeaders(pattern, new String[0]);
    }

    /**
     * Removes the headers that match the pattern and none of the exclusions. A pattern is a name, or a name's beginning
     * followed by {@code *}, or a regular expression for the whole name; case does not count.
     *
     * @return whether any was removed
     */
    public abstract boolean removeHeaders(String pattern, String... excludePatterns);

    public abstract boolean hasHeaders();

    /**
     * A live view: what is written to it is written to this message, and only to this message, also when it was
     * obtained before a copy was taken. Its {@code equals} and {@code hashCode} heed the spelling, as a
     * {@code java.util.Map} must; look-ups do not.
     */
    public abstract Map<String, @Nullable Object> getHeaders();

    /** Replaces all headers by those of the map; a null name in it is refused before any header changes. */
    public abstract void setHeaders(Map<String, ? extends @Nullable Object> headers);

    // ---- the whole

    /** A copy of the whole exchange; see {@link Exchange#copy()}. */
    public abstract Message copy();

    /** Takes over body, headers and message id of the other; headers stay shared until one side writes. */
    public abstract void copyFrom(Message message);

    @SuppressWarnings("unchecked") // isInstance has just said so
    final <T> @Nullable T convert(Class<T> type, @Nullable Object value) {
        if (value == null || type.isInstance(value)) {
            return (T) value;
        }
        return converter().convertTo(type, getExchange(), value);
    }

    private TypeConverter converter() {
        return getExchange().getContext().getTypeConverter();
    }
}
