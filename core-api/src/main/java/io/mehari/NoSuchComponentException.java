package io.mehari;

/** There is no component for the scheme of a URI. */
public class NoSuchComponentException extends ResolveEndpointFailedException {
    private static final long serialVersionUID = 1L;

    public NoSuchComponentException(String uri, String reason) {
        super(uri, reason, null);
    }
}
