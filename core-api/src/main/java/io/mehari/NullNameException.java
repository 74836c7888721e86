package io.mehari;

/** The name of a header or a property was null. */
public class NullNameException extends NullPointerException {
    private static final long serialVersionUID = 1L;

    public NullNameException(String message) {
        super(message);
    }
}
