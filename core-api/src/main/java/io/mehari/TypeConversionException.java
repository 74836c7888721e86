package io.mehari;

/** A conversion is known but failed on this value. */
public class TypeConversionException extends RuntimeRoutingException {
    private static final long serialVersionUID = 1L;

    private final Class<?> type;

    public TypeConversionException(Object value, Class<?> type, Throwable cause) {
        super(
                "Cannot convert to " + type.getTypeName() + ": " + Shortened.describe(value) + " ("
                        + Shortened.cause(cause) + ")",
                cause);
        this.type = type;
    }

    /** The type that was asked for. */
    public final Class<?> getToType() {
        return type;
    }
}
