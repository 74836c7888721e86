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

    /** Its message is the text of the cause. */
    public RuntimeRoutingException(Throwable cause) {
        this(String.valueOf(cause), cause);
    }

    /** An exception to throw in place of this one: itself if it is of this type, or else one with it as the cause. */
    public static RuntimeRoutingException wrapRuntimeRoutingException(Throwable cause) {
        return cause instanceof RuntimeRoutingException same ? same : new RuntimeRoutingException(cause);
    }
}
