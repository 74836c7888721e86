package io.mehari;

import io.mehari.spi.SafeText;

/** A conversion failed for this value. */
public class TypeConversionException extends RuntimeRoutingException {
    private static final long serialVersionUID = 1L;

    private final Class<?> type;

    public TypeConversionException(Object value, Class<?> type, Throwable cause) {
        super(
                "Cannot convert to " + type.getTypeName() + ": " + SafeText.describe(value) + " ("
                        + SafeText.of(cause, 1000) + ")",
                cause);
        this.type = type;
    }

    /** The requested type. */
    public final Class<?> getToType() {
        return type;
    }
}
