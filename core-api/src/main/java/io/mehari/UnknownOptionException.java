package io.mehari;

import io.mehari.spi.internal.Problem;

/** A URI has an option that its endpoint does not know. */
@Problem("MH-4")
public class UnknownOptionException extends ResolveEndpointFailedException {
    public UnknownOptionException(String uri, String reason) {
        super(uri, reason, null);
    }
}
