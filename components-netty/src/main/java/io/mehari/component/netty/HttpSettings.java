package io.mehari.component.netty;

import io.mehari.spi.EndpointOptions;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The options of one {@code netty-http} URI, checked. */
final class HttpSettings extends SocketSettings {
    private static final int MOST_BUFFERED = 64 << 20;

    final String path;
    final @Nullable Set<String> methods;
    final boolean matchesPrefix;
    final boolean send503;
    final boolean streamsBodies;
    final int maxBody;
    final int maxInitialLine;
    final int maxHeaderSize;
    final int maxHeaders;
    final int maxChunk;
    final int maxBuffered;
    final long idleTimeoutMillis;
    final boolean compression;
    final boolean throwsOnFailure;
    final boolean bridge;
    private final int firstOk;
    private final int lastOk;

    HttpSettings(String uri, HostPort address, String path, EndpointOptions options, boolean tls) {
        super(uri, address, options, tls);
        this.path = path;
        methods = methods(options.find(HttpOptions.HTTP_METHOD_RESTRICT));
        matchesPrefix = options.get(HttpOptions.MATCH_ON_URI_PREFIX);
        send503 = options.get(HttpOptions.SEND_503_WHEN_SUSPENDED);
        streamsBodies = options.get(HttpOptions.DISABLE_STREAM_CACHE);
        maxBody = atLeast(HttpOptions.CHUNKED_MAX_CONTENT_LENGTH, 0);
        maxInitialLine = atLeast(HttpOptions.MAX_INITIAL_LINE_LENGTH, 16);
        maxHeaderSize = atLeast(HttpOptions.MAX_HEADER_SIZE, 16);
        maxHeaders = atLeast(HttpOptions.MAX_HEADERS, 1);
        maxChunk = atLeast(HttpOptions.MAX_CHUNK_SIZE, 16);
        Integer buffered = options.find(HttpOptions.MAX_BUFFERED_BYTES);
        maxBuffered = buffered != null
                ? buffered
                : (int) Math.min(MOST_BUFFERED, Runtime.getRuntime().maxMemory() / 8);
        idleTimeoutMillis = millis(HttpOptions.IDLE_TIMEOUT, 0);
        compression = options.get(HttpOptions.COMPRESSION);
        throwsOnFailure = options.get(HttpOptions.THROW_EXCEPTION_ON_FAILURE);
        bridge = options.get(HttpOptions.BRIDGE_ENDPOINT);
        String[] range = options.get(HttpOptions.OK_STATUS_CODE_RANGE).split("-", 2);
        firstOk = status(range[0]);
        lastOk = range.length == 1 ? firstOk : status(range[1]);
    }

    private static @Nullable Set<String> methods(@Nullable String text) {
        if (text == null || text.isBlank()) {
            return null;
        }
        Set<String> methods = new TreeSet<>();
        for (String each : text.split(",", -1)) {
            methods.add(each.strip());
        }
        return methods;
    }

    private int status(String text) {
        try {
            return Integer.parseInt(text.strip());
        } catch (NumberFormatException e) {
            check(false, "okStatusCodeRange must be two numbers, as in 200-299");
            return 0;
        }
    }

    boolean isOk(int status) {
        return status >= firstOk && status <= lastOk;
    }
}
