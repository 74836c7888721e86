package io.mehari;

import io.mehari.spi.internal.Problem;

/** A URI has an option that its endpoint does not know. */
@Problem("MH-4")
public class UnknownOptionException extends ResolveEndpointFailedException {
    private static final long serialVersionUID = 1L;

    public UnknownOptionException(String uri, String reason) {
        super(uri, reason, null);
    }
}
