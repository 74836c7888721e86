package io.mehari;

import org.jspecify.annotations.Nullable;

/** No endpoint could be made of a URI: an unknown scheme or option, or a value that does not fit. */
public class ResolveEndpointFailedException extends RuntimeRoutingException {
    private static final long serialVersionUID = 1L;

    private final String uri;

    public ResolveEndpointFailedException(String uri, String reason, @Nullable Throwable cause) {
        super("Cannot resolve endpoint " + uri + ": " + reason, cause);
        this.uri = uri;
    }

    public final String getUri() {
        return uri;
    }
}
