package io.mehari.component.netty;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Rules of HTTP/1.1 that Netty's decoder does not check. */
final class HttpRules {
    private static final DateTimeFormatter DATE = DateTimeFormatter.ofPattern(
                    "EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);
    private static final long SECOND_MILLIS = 1_000;

    private static volatile Stamp stamp = new Stamp(0, "");

    private record Stamp(long second, String text) {}

    private HttpRules() {}

    /** The status with which to refuse the request; 0 if the request is valid. */
    static int violation(HttpRequest request, HttpSettings settings) {
        HttpHeaders headers = request.headers();
        if (headers.size() > settings.maxHeaders) {
            return 431;
        }
        boolean first = request.protocolVersion().equals(HttpVersion.HTTP_1_0);
        if (!first && !request.protocolVersion().equals(HttpVersion.HTTP_1_1)) {
            return 505;
        }
        int hosts = headers.getAll(HttpHeaderNames.HOST).size();
        if (hosts > 1 || (hosts == 0 && !first) || !isHost(headers.get(HttpHeaderNames.HOST, ""))) {
            return 400;
        }
        if (headers.contains(HttpHeaderNames.TRANSFER_ENCODING)
                && (first || !HttpUtil.isTransferEncodingChunked(request))) {
            return first ? 400 : 501;
        }
        String method = request.method().name();
        return method.equals("CONNECT") ? 405 : 0;
    }

    /** False for a value with white space, because it may come from a folded header line. */
    private static boolean isHost(String host) {
        for (int i = 0; i < host.length(); i++) {
            char each = host.charAt(i);
            if (each <= ' ' || each >= 0x7f || each == '/' || each == '@' || each == ',') {
                return false;
            }
        }
        return true;
    }

    /** The decoded parts of the path; null if it is not a path or not encoded correctly. */
    static String @Nullable [] path(String uri) {
        String raw = rawPath(uri);
        if (!raw.startsWith("/")) {
            return null;
        }
        try {
            String[] parts = HttpPath.split(raw);
            for (int i = 0; i < parts.length; i++) {
                parts[i] = HttpPath.decode(parts[i]);
            }
            return parts;
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    /** The path as it was sent, without the query, and without scheme and host if the request has these. */
    static String rawPath(String uri) {
        int question = uri.indexOf('?');
        String path = question < 0 ? uri : uri.substring(0, question);
        int scheme = path.indexOf("://");
        if (scheme > 0 && !path.startsWith("/")) {
            int slash = path.indexOf('/', scheme + 3);
            return slash < 0 ? "/" : path.substring(slash);
        }
        return path.equals("*") ? "/" : path;
    }

    /** The query as it was sent; null if there is none. */
    static @Nullable String rawQuery(String uri) {
        int question = uri.indexOf('?');
        return question < 0 ? null : uri.substring(question + 1);
    }

    static byte[] text(HttpResponseStatus status) {
        return (status.code() + " " + status.reasonPhrase() + "\n").getBytes(StandardCharsets.US_ASCII);
    }

    /** Adds the header Date, whose text is created once a second. */
    static void addDate(HttpHeaders headers) {
        long second = System.currentTimeMillis() / SECOND_MILLIS;
        Stamp known = stamp;
        if (known.second() != second) {
            known = new Stamp(second, DATE.format(Instant.ofEpochSecond(second)));
            stamp = known;
        }
        headers.set(HttpHeaderNames.DATE, known.text());
    }
}
