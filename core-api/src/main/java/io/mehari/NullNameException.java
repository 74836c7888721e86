package io.mehari;

import io.mehari.spi.internal.Problem;

/** The name of a header or a property was null. */
@Problem("MH-15")
public class NullNameException extends NullPointerException {
    public NullNameException(String message) {
        super(message);
    }

    /** As usual, with the code of the page of problems. */
    @Override
    @SuppressWarnings("OverrideThrowableToString") // its usual text is a part of it
    public String toString() {
        return Problem.Text.of(this, super.toString());
    }
}
