package io.mehari;

import io.mehari.spi.internal.Problem;
import io.mehari.spi.internal.SafeText;
import org.jspecify.annotations.Nullable;

/** No conversion from the value's type to the requested type is known, or the value is null. */
@Problem("MH-12")
public class NoTypeConversionAvailableException extends RoutingExchangeException {
    private final Class<?> type;

    public NoTypeConversionAvailableException(@Nullable Object value, Class<?> type) {
        super(
                value == null
                        ? "Nothing to convert to " + type.getTypeName() + ": the value is null"
                        : "No conversion to " + type.getTypeName() + " is known for " + SafeText.describe(value)
                                + ": add one with TypeConverterRegistry.addTypeConverter",
                null,
                null);
        this.type = type;
    }

    /** The requested type. */
    public final Class<?> getToType() {
        return type;
    }
}
