package io.mehari.component.camel;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.apache.camel.Exchange;

/** A body and headers as one line. */
record Line(String body, Map<String, String> headers) {
    static final Charset CHARSET = StandardCharsets.UTF_8;

    /** The answer to a message that failed. */
    static final Line REFUSED = new Line("\0", Map.of());

    /** Of the message, without the names that no component of Camel sends. */
    static Line of(Exchange exchange) {
        Map<String, String> headers = new LinkedHashMap<>();
        exchange.getMessage().getHeaders().forEach((name, value) -> {
            if (passes(name)) {
                headers.put(name, String.valueOf(value));
            }
        });
        return new Line(String.valueOf(exchange.getMessage().getBody(String.class)), headers);
    }

    /** Components of Camel filter their own prefix, and know nothing of Mehari's. */
    private static boolean passes(String name) {
        return !name.toLowerCase(Locale.ROOT).startsWith("camel");
    }

    void copyTo(Exchange exchange) {
        exchange.getMessage().setBody(body);
        headers.forEach((name, value) -> {
            if (passes(name)) {
                exchange.getMessage().setHeader(name, value);
            }
        });
    }

    byte[] bytes() {
        StringBuilder line = new StringBuilder(URLEncoder.encode(body, CHARSET));
        headers.forEach((name, value) -> line.append('&')
                .append(URLEncoder.encode(name, CHARSET))
                .append('=')
                .append(URLEncoder.encode(value, CHARSET)));
        return line.append('\n').toString().getBytes(CHARSET);
    }

    /** The next whole line; null at the end. */
    static Line read(InputStream from) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int next = from.read(); next >= 0; next = from.read()) {
            if (next == '\n') {
                return parse(line.toString(CHARSET));
            }
            line.write(next);
        }
        return null;
    }

    static Line parse(String line) {
        String[] parts = line.split("&", -1);
        Map<String, String> headers = new LinkedHashMap<>();
        for (int i = 1; i < parts.length; i++) {
            int equals = parts[i].indexOf('=');
            headers.put(
                    URLDecoder.decode(parts[i].substring(0, equals), CHARSET),
                    URLDecoder.decode(parts[i].substring(equals + 1), CHARSET));
        }
        return new Line(URLDecoder.decode(parts[0], CHARSET), headers);
    }

    /** The headers, with their names in lower case. */
    Map<String, String> lowered() {
        Map<String, String> lowered = new LinkedHashMap<>();
        headers.forEach((name, value) -> lowered.put(name.toLowerCase(Locale.ROOT), value));
        return lowered;
    }
}
