package io.mehari;

/** A URI names a scheme for which there is no component. */
public class NoSuchComponentException extends ResolveEndpointFailedException {
    private static final long serialVersionUID = 1L;

    public NoSuchComponentException(String uri, String reason) {
        super(uri, reason, null);
    }
}
