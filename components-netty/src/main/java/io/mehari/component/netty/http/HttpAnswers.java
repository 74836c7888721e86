package io.mehari.component.netty.http;

import io.mehari.component.netty.ConnectionLostException;
import io.mehari.component.netty.socket.SocketEndpoint;
import io.mehari.spi.internal.AsciiCase;
import io.mehari.spi.internal.SafeText;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.FullHttpMessage;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.util.ReferenceCountUtil;
import java.util.List;

/**
 * Collects the parts of an answer. Interim answers (statuses 100 to 199) are dropped: the answer to the request comes
 * after them. What is not an answer in HTTP/1 fails the request.
 */
final class HttpAnswers extends HttpObjectAggregator {
    private static final int SWITCHING_PROTOCOLS = 101;

    private final SocketEndpoint endpoint;
    private final HttpAnswerDecoder decoder;

    private boolean interim;

    HttpAnswers(SocketEndpoint endpoint, int maxBody, HttpAnswerDecoder decoder) {
        super(maxBody);
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
        int status = answer.status().code();
        if (status == SWITCHING_PROTOCOLS) {
            throw broken("has the status 101, another protocol, for which the request did not ask");
        }
        if (HttpStatusClass.INFORMATIONAL.contains(status)) {
            return true;
        }
        List<String> codings = answer.headers().getAll(HttpHeaderNames.TRANSFER_ENCODING);
        if (!codings.isEmpty() && (codings.size() > 1 || !AsciiCase.equal(codings.get(0), "chunked"))) {
            throw broken("has the Transfer-Encoding " + SafeText.of(codings.toString())
                    + ", for which the request did not ask");
        }
        return false;
    }

    @Override
    protected void handleOversizedMessage(ChannelHandlerContext context, HttpMessage start) {
        throw broken("has more than " + maxContentLength() + " bytes (chunkedMaxContentLength)");
    }

    private ConnectionLostException broken(String how) {
        return new ConnectionLostException(endpoint + ": the answer " + how, null);
    }

    /** Sets the length of what has come. An answer that has no body, such as one to HEAD, keeps what it gives. */
    @Override
    protected void finishAggregation(FullHttpMessage whole) throws Exception {
        if (!decoder.isContentAlwaysEmpty(whole)) {
            super.finishAggregation(whole);
        }
    }

    /** The headers may give a length that is not sent, as in the answer to HEAD. */
    @Override
    protected boolean isContentLengthInvalid(HttpMessage start, int most) {
        return !decoder.isContentAlwaysEmpty(start) && super.isContentLengthInvalid(start, most);
    }
}
