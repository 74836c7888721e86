package io.mehari;

import io.mehari.spi.SafeText;
import org.jspecify.annotations.Nullable;

/** The superclass of most of Mehari's unchecked exceptions. */
public class RuntimeRoutingException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public RuntimeRoutingException(String message) {
        super(SafeText.message(message));
    }

    public RuntimeRoutingException(String message, @Nullable Throwable cause) {
        super(SafeText.message(message), cause);
    }
}
