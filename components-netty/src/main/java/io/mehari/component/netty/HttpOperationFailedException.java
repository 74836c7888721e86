package io.mehari.component.netty;

import io.mehari.RuntimeRoutingException;
import io.mehari.spi.internal.Problem;
import io.mehari.spi.internal.SafeText;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A server has answered with a status that is not a success. */
@Problem("MH-32")
public class HttpOperationFailedException extends RuntimeRoutingException {
    private final int statusCode;
    private final transient Map<String, String> responseHeaders;
    private final byte[] responseBody;

    public HttpOperationFailedException(
            String endpoint, int statusCode, String reason, Map<String, String> headers, byte[] body) {
        super(endpoint + ": the server has answered " + statusCode + " " + SafeText.of(reason)
                + remedy(statusCode, headers) + "; set throwExceptionOnFailure=false to get such answers as messages");
        this.statusCode = statusCode;
        this.responseHeaders = Map.copyOf(headers);
        this.responseBody = body;
    }

    private static String remedy(int statusCode, Map<String, String> headers) {
        String allowed = headers.get("allow");
        return switch (statusCode) {
            case 404 -> ": check the path";
            case 405 -> allowed == null ? ": check the method" : ": this path takes " + SafeText.of(allowed);
            case 413 ->
                ": its body is longer than the server takes; a server of Mehari takes longer ones with"
                        + " chunkedMaxContentLength or disableStreamCache=true";
            default -> "";
        };
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
