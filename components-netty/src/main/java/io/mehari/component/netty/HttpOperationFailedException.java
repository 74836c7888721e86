package io.mehari.component.netty;

import io.mehari.RuntimeRoutingException;
import io.mehari.spi.SafeText;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A server has answered with a status that is not a success. */
public class HttpOperationFailedException extends RuntimeRoutingException {
    private static final long serialVersionUID = 1L;

    private final int statusCode;
    private final transient Map<String, String> responseHeaders;
    private final byte[] responseBody;

    public HttpOperationFailedException(
            String endpoint, int statusCode, String reason, Map<String, String> headers, byte[] body) {
        super(endpoint + ": the server has answered " + statusCode + " " + SafeText.of(reason)
                + "; set throwExceptionOnFailure=false to get such answers as messages");
        this.statusCode = statusCode;
        this.responseHeaders = Map.copyOf(headers);
        this.responseBody = body;
    }

    public final int getStatusCode() {
        return statusCode;
    }

    /** The URI in the header Location; null if there is none. Redirects are not followed. */
    public final @Nullable String getRedirectLocation() {
        return responseHeaders.get("location");
    }

    /** The first value of each header of the answer; the names are in lower case. */
    public final Map<String, String> getResponseHeaders() {
        return responseHeaders;
    }

    /** The body of the answer. */
    public final byte[] getResponseBody() {
        return responseBody.clone();
    }
}
