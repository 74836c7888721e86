package io.mehari;

import io.mehari.spi.internal.Problem;
import io.mehari.spi.internal.SafeText;
import org.jspecify.annotations.Nullable;

/**
 * The superclass of what Mehari throws. To handle all of it, catch this. Constructors take a text before the exchange,
 * and the cause last.
 */
public class RuntimeRoutingException extends RuntimeException {
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

    /** As usual, with the code of the page of problems. */
    @Override
    @SuppressWarnings("OverrideThrowableToString") // its usual text is a part of it
    public String toString() {
        return Problem.Text.of(this, super.toString());
    }
}
