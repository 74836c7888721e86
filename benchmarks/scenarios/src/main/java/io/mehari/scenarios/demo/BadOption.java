package io.mehari.scenarios.demo;

/** A command line that cannot be understood; the message says what to write. */
public final class BadOption extends Exception {
    private static final long serialVersionUID = 1;

    /** With that message. */
    public BadOption(String message) {
        super(message);
    }
}
