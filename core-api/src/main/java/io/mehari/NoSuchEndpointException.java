package io.mehari;

/** A URI names no endpoint, because there is no component for its scheme, or because it has none. */
public class NoSuchEndpointException extends ResolveEndpointFailedException {
    private static final long serialVersionUID = 1L;

    public NoSuchEndpointException(String uri, String reason) {
        super(uri, reason, null);
    }
}
