package io.mehari;

import io.mehari.spi.internal.Problem;
import io.mehari.spi.internal.SafeText;

/** A conversion failed for this value. */
@Problem("MH-13")
public class TypeConversionException extends RuntimeRoutingException {
    private final Class<?> type;

    public TypeConversionException(Object value, Class<?> type, Throwable cause) {
        super(
                "Cannot convert to " + type.getTypeName() + ": " + SafeText.describe(value) + " ("
                        + SafeText.of(cause, 1000) + ")",
                cause);
        this.type = type;
    }

    /** A failed conversion, with the header that it was; other failures as they are. */
    static RuntimeException ofHeader(String name, RuntimeException failure) {
        return failure instanceof TypeConversionException e
                ? new TypeConversionException("Header " + name, e)
                : failure;
    }

    /** The same failure, with words before it that say which value it was, such as "Header n". */
    public TypeConversionException(String what, TypeConversionException failure) {
        super(what + ": " + failure.getMessage(), failure.getCause());
        type = failure.type;
    }

    /** The requested type. */
    public final Class<?> getToType() {
        return type;
    }
}
