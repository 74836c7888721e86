package io.mehari;

import io.mehari.spi.internal.Problem;
import org.jspecify.annotations.Nullable;

/** The value of a URI option is invalid, or two options exclude each other. */
@Problem("MH-5")
public class InvalidOptionException extends ResolveEndpointFailedException {
    public InvalidOptionException(String uri, String reason, @Nullable Throwable cause) {
        super(uri, reason, cause);
    }
}
