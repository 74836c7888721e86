package io.mehari;

import io.mehari.spi.internal.Problem;
import io.mehari.spi.internal.SafeText;
import org.jspecify.annotations.Nullable;

/** The body is missing, or cannot be converted to the required type. */
@Problem("MH-14")
public class InvalidPayloadException extends RoutingExchangeException {
    public InvalidPayloadException(Exchange exchange, Class<?> type) {
        this(exchange, type, null);
    }

    public InvalidPayloadException(Exchange exchange, Class<?> type, @Nullable Throwable cause) {
        super(
                "The body of exchange " + exchange.getExchangeId() + " must be a " + type.getTypeName() + " but is "
                        + SafeText.describe(exchange.getBody()) + reason(exchange, cause),
                exchange,
                cause);
    }

    private static String reason(Exchange exchange, @Nullable Throwable cause) {
        if (cause == null || exchange.getBody() == null) {
            return "";
        } else if (cause instanceof TypeConversionException && cause.getCause() != null) {
            return " (" + SafeText.of(cause.getCause(), 1000) + ")";
        }
        return cause instanceof NoTypeConversionAvailableException none
                ? "; no conversion is known: "
                        + (none.getToType() == byte[].class ? "make a text of it before, such as JSON, or " : "")
                        + "add one with TypeConverterRegistry.addTypeConverter"
                : " (" + SafeText.of(cause, 1000) + ")";
    }
}
