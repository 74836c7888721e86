package io.mehari;

import io.mehari.spi.internal.Problem;
import io.mehari.spi.internal.SafeText;
import org.jspecify.annotations.Nullable;

/** No endpoint could be created from a URI: its scheme or an option is unknown, or a value is invalid. */
@Problem("MH-6")
public class ResolveEndpointFailedException extends RuntimeRoutingException {
    private final String uri;

    public ResolveEndpointFailedException(String uri, String reason, @Nullable Throwable cause) {
        super(
                "Cannot resolve endpoint " + (uri.isBlank() ? "''" : SafeText.uri(uri)) + ": "
                        + SafeText.withoutSecretsOf(uri, SafeText.message(reason)),
                cause);
        this.uri = SafeText.uri(uri);
    }

    /** The URI without secrets, and cut if it is long. */
    public final String getUri() {
        return uri;
    }
}
