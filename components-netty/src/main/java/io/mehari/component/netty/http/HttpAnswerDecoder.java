package io.mehari.component.netty.http;

import io.mehari.spi.internal.SafeText;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpRequestEncoder;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseDecoder;
import io.netty.handler.codec.http.HttpStatusClass;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Decodes the answers to requests that are sent one at a time. */
final class HttpAnswerDecoder extends HttpResponseDecoder {
    private static final Pattern STATUS = Pattern.compile("[1-9][0-9]{2}");

    private @Nullable HttpMethod asked;

    HttpAnswerDecoder(HttpSettings settings) {
        super(StrictRequestDecoder.config(settings));
    }

    /** Encodes requests, and tells the decoder their methods. */
    HttpRequestEncoder encoder() {
        return new HttpRequestEncoder() {
            @Override
            protected void encode(ChannelHandlerContext context, Object message, List<Object> out) throws Exception {
                if (message instanceof HttpRequest request) {
                    asked = request.method();
                }
                super.encode(context, message, out);
            }
        };
    }

    /** Netty would accept other versions, and any number as the status. */
    @Override
    protected HttpMessage createMessage(String[] firstLine) {
        boolean known = firstLine[0].equals("HTTP/1.1") || firstLine[0].equals("HTTP/1.0");
        if (!known || !STATUS.matcher(firstLine[1]).matches()) {
            throw new IllegalArgumentException("The answer begins with "
                    + SafeText.of(String.join(" ", firstLine))
                    + ", and not with HTTP/1.1 or HTTP/1.0 and a status from 100 to 999");
        }
        return super.createMessage(firstLine);
    }

    /** Netty would ignore the length, as some proxies do and others do not: they would see other answers. */
    @Override
    protected void handleTransferEncodingChunkedWithContentLength(HttpMessage message) {
        throw new IllegalArgumentException("The answer has both a Content-Length and a Transfer-Encoding");
    }

    /** Whether no body follows, whatever the headers say. */
    @Override
    protected boolean isContentAlwaysEmpty(HttpMessage answer) {
        return HttpMethod.HEAD.equals(asked)
                || HttpStatusClass.INFORMATIONAL.contains(
                        ((HttpResponse) answer).status().code())
                || super.isContentAlwaysEmpty(answer);
    }
}
