package io.mehari.component.netty.http;

import io.mehari.Exchange;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpUtil;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** Bodies as bytes, and their character sets. */
final class HttpText {
    private static final HexFormat HEX = HexFormat.of().withUpperCase();

    private HttpText() {}

    /** The text with everything that is not ASCII percent-encoded in UTF-8, for a path or a query. */
    static String ascii(String text) {
        int i = 0;
        while (i < text.length() && text.charAt(i) < 0x80) {
            i++;
        }
        if (i == text.length()) {
            return text;
        }
        StringBuilder encoded = new StringBuilder(text.length() + 32);
        for (byte each : text.getBytes(StandardCharsets.UTF_8)) {
            if (each >= 0) {
                encoded.append((char) each);
            } else {
                encoded.append('%').append(HEX.toHexDigits(each));
            }
        }
        return encoded.toString();
    }

    static void setCharset(Exchange exchange, HttpHeaders headers) {
        String type = headers.get(HttpHeaderNames.CONTENT_TYPE);
        if (type != null && type.length() < 256) {
            Charset charset = HttpUtil.getCharset(type, null);
            if (charset != null) {
                exchange.setProperty(Exchange.CHARSET_NAME, charset.name());
            }
        }
    }

    /** Whether the body is sent as text: a text, a number or a boolean. */
    static boolean isText(@Nullable Object body) {
        return body instanceof CharSequence || body instanceof Number || body instanceof Boolean;
    }

    /**
     * The bytes of a body. Text is in UTF-8, unless the header Content-Type of the exchange has another character set.
     *
     * @param received the headers of the request, whose Content-Type is not that of the reply; null if there is no
     *     request
     */
    static byte[] bytes(Exchange exchange, @Nullable Object body, HttpHeaderFilter.@Nullable Received received)
            throws Exception {
        if (body == null) {
            return new byte[0];
        }
        if (body instanceof byte[] bytes) {
            return bytes;
        }
        if (isText(body)) {
            Object type = exchange.getHeader(Exchange.CONTENT_TYPE);
            boolean came = type != null && (received != null && received.has(Exchange.CONTENT_TYPE, type));
            Charset charset = type == null || came ? null : HttpUtil.getCharset(type.toString(), null);
            return body.toString().getBytes(charset == null ? StandardCharsets.UTF_8 : charset);
        }
        return exchange.getMandatoryBody(byte[].class);
    }
}
