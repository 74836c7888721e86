package io.mehari.component.netty;

import io.mehari.Exchange;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpUtil;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Bodies as bytes, and their character sets. */
final class HttpText {
    private HttpText() {}

    /** Sets the character set of the body, if the headers contain it. */
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
