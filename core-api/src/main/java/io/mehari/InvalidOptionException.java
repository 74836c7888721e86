package io.mehari;

import org.jspecify.annotations.Nullable;

/** An option's value does not fit, or two options exclude each other. */
public class InvalidOptionException extends ResolveEndpointFailedException {
    private static final long serialVersionUID = 1L;

    public InvalidOptionException(String uri, String reason, @Nullable Throwable cause) {
        super(uri, reason, cause);
    }
}
