package io.mehari.report;

/** A command line has a mistake; the message says what to write instead. */
public final class BadOption extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    /** With that message. */
    public BadOption(String message) {
        super(message);
    }
}
