package io.mehari.component.netty;

import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.util.ReferenceCountUtil;

/**
 * Collects the parts of an answer. Interim answers (statuses 100 to 199) are dropped: the answer to the request comes
 * after them. What is not an answer in HTTP/1 fails the request.
 */
final class HttpAnswers extends HttpObjectAggregator {
    private static final int SWITCHING_PROTOCOLS = 101;
    private static final int FIRST_STATUS = 100;
    private static final int LAST_STATUS = 999;

    private final HttpEndpoint endpoint;
    private final HttpAnswerDecoder decoder;

    /** Whether the parts belong to an interim answer. */
    private boolean interim;

    HttpAnswers(HttpEndpoint endpoint, HttpAnswerDecoder decoder) {
        super(endpoint.settings().maxBody);
        this.endpoint = endpoint;
        this.decoder = decoder;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object part) throws Exception {
        if (part instanceof HttpResponse answer) {
            interim = answer.decoderResult().isSuccess() && isInterim(answer);
        }
        if (interim) {
            ReferenceCountUtil.release(part);
        } else {
            super.channelRead(context, part);
        }
    }

    private boolean isInterim(HttpResponse answer) {
        HttpVersion version = answer.protocolVersion();
        int status = answer.status().code();
        if (!version.equals(HttpVersion.HTTP_1_1) && !version.equals(HttpVersion.HTTP_1_0)) {
            throw new ConnectionLostException(endpoint + ": the answer is in " + version + ", not in HTTP/1.1", null);
        }
        if (status == SWITCHING_PROTOCOLS || status < FIRST_STATUS || status > LAST_STATUS) {
            throw new ConnectionLostException(
                    endpoint + ": the answer has the status " + status
                            + (status == SWITCHING_PROTOCOLS
                                    ? ", another protocol, for which the request did not ask"
                                    : ", which is none of HTTP"),
                    null);
        }
        return HttpStatusClass.INFORMATIONAL.contains(status);
    }

    /** The headers may give a length that is not sent, as in the answer to HEAD. */
    @Override
    protected boolean isContentLengthInvalid(HttpMessage start, int most) {
        return !decoder.isContentAlwaysEmpty(start) && super.isContentLengthInvalid(start, most);
    }
}
