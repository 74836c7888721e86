package io.mehari;

import org.jspecify.annotations.Nullable;

/** The root of Mehari's unchecked exceptions. */
public class RuntimeRoutingException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public RuntimeRoutingException(String message) {
        super(message);
    }

    public RuntimeRoutingException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
