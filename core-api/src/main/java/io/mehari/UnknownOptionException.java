package io.mehari;

/** A URI has an option that its endpoint does not know. */
public class UnknownOptionException extends ResolveEndpointFailedException {
    private static final long serialVersionUID = 1L;

    public UnknownOptionException(String uri, String reason) {
        super(uri, reason, null);
    }
}
