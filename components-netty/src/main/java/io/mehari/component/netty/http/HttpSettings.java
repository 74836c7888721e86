package io.mehari.component.netty.http;

import io.mehari.component.netty.socket.SocketSettings;
import io.mehari.spi.EndpointOptions;
import io.mehari.spi.internal.SafeText;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The options of one {@code netty-http} URI, checked. */
final class HttpSettings extends SocketSettings {
    private static final Set<String> METHODS =
            Set.of("GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE");

    final String path;
    final @Nullable Set<String> methods;
    final boolean streamsBodies;
    final int maxBody;
    final int maxHeaders;
    final boolean throwsOnFailure;
    final boolean bridge;
    private final int firstOk;
    private final int lastOk;

    HttpSettings(HostPort address, String path, EndpointOptions options, boolean tls) {
        super(address, options, tls);
        this.path = path;
        methods = methods(options.find(HttpOptions.HTTP_METHOD_RESTRICT));
        streamsBodies = options.get(HttpOptions.DISABLE_STREAM_CACHE);
        maxBody = options.get(HttpOptions.CHUNKED_MAX_CONTENT_LENGTH);
        maxHeaders = options.get(HttpOptions.MAX_HEADERS);
        throwsOnFailure = options.get(HttpOptions.THROW_EXCEPTION_ON_FAILURE);
        bridge = options.get(HttpOptions.BRIDGE_ENDPOINT);
        String[] range = options.get(HttpOptions.OK_STATUS_CODE_RANGE).split("-", 2);
        firstOk = status(range[0]);
        lastOk = range.length == 1 ? firstOk : status(range[1]);
    }

    private @Nullable Set<String> methods(@Nullable String text) {
        if (text == null || text.isBlank()) {
            return null;
        }
        Set<String> methods = new TreeSet<>();
        for (String each : text.split(",", -1)) {
            String method = each.strip();
            if (method.isEmpty()) {
                continue;
            }
            String upper = method.toUpperCase(Locale.ROOT);
            boolean known = METHODS.contains(method) || !METHODS.contains(upper);
            options.check(
                    known && method.matches("[\\w!#$%&'*+.^`|~-]+"),
                    "httpMethodRestrict takes methods with commas between them, as in GET,POST, not "
                            + SafeText.of(method));
            methods.add(method);
        }
        options.check(!methods.isEmpty(), "httpMethodRestrict takes methods with commas between them, as in GET,POST");
        return methods;
    }

    private int status(String text) {
        try {
            return Integer.parseInt(text.strip());
        } catch (NumberFormatException e) {
            options.check(false, "okStatusCodeRange must be two numbers, as in 200-299");
            return 0;
        }
    }

    /** Refuses a path with a name for a whole part, into which a client puts no value. Other braces are data. */
    void checkClientPath() {
        for (String each : path.split("/", -1)) {
            boolean named = each.length() > 2 && each.startsWith("{") && each.endsWith("}");
            options.check(
                    !named,
                    "the part " + SafeText.of(each) + " of its path stays as it is, as only a route that starts here"
                            + " takes it for a name: put the value in its place, as with ${header.id} in toD, or set the"
                            + " header MehariHttpPath; write %7B and %7D if braces are meant");
        }
    }

    boolean isOk(int status) {
        return status >= firstOk && status <= lastOk;
    }
}
