package io.mehari.report;

/** A mistake in a command line. The message says what to write instead. */
public final class BadOption extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    /** Creates an exception with that message. */
    public BadOption(String message) {
        super(message);
    }
}
