package io.mehari.component.netty;

import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpRequestEncoder;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseDecoder;
import io.netty.handler.codec.http.HttpStatusClass;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Decodes the answers to requests that are sent one at a time. */
final class HttpAnswerDecoder extends HttpResponseDecoder {
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

    /** Whether no body follows, whatever the headers say. */
    @Override
    protected boolean isContentAlwaysEmpty(HttpMessage answer) {
        return HttpMethod.HEAD.equals(asked)
                || HttpStatusClass.INFORMATIONAL.contains(
                        ((HttpResponse) answer).status().code())
                || super.isContentAlwaysEmpty(answer);
    }
}
