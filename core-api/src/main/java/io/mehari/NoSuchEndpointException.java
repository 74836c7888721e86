package io.mehari;

import io.mehari.spi.internal.Problem;

/** A URI names no endpoint, because there is no component for its scheme, or because it has none. */
@Problem("MH-3")
public class NoSuchEndpointException extends ResolveEndpointFailedException {
    public NoSuchEndpointException(String uri, String reason) {
        super(uri, reason, null);
    }
}
