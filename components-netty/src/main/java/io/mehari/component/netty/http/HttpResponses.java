package io.mehari.component.netty.http;

import io.mehari.component.netty.socket.Sockets;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpContentCompressor;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.ssl.SslHandler;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Completes and writes the responses of a server. */
final class HttpResponses {
    private static final long LINGER_SECONDS = 2;

    private HttpResponses() {}

    /** Sets the headers of the server. */
    static void complete(FullHttpResponse response, @Nullable HttpRequest request, boolean keepAlive) {
        HttpHeaders headers = response.headers();
        int status = response.status().code();
        boolean head = request != null && request.method().equals(HttpMethod.HEAD);
        int length = response.content().readableBytes();
        if (status >= 200 && status != 204 && status != 304 && (length > 0 || !head)) {
            headers.set(HttpHeaderNames.CONTENT_LENGTH, length);
        }
        if (status == 204) {
            headers.remove(HttpHeaderNames.CONTENT_LENGTH);
        }
        HttpRules.addDate(headers);
        if (!keepAlive) {
            headers.set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
        } else if (request != null && request.protocolVersion().equals(HttpVersion.HTTP_1_0)) {
            headers.set(HttpHeaderNames.CONNECTION, HttpHeaderValues.KEEP_ALIVE);
        }
        if (head || status == 204 || status == 304) {
            response.content().clear();
        }
    }

    static ChannelFuture write(FullHttpResponse response, @Nullable HttpRequest request, Channel channel) {
        if (request == null) { // the compressor refuses an answer without a request
            ChannelHandlerContext compressor = channel.pipeline().context(HttpContentCompressor.class);
            if (compressor != null) {
                return compressor.writeAndFlush(response);
            }
        }
        return channel.writeAndFlush(response);
    }

    /** Closes for writing, and reads a moment more: else a client that still sends could get a reset, no answer. */
    static void linger(Channel channel) {
        if (channel instanceof DuplexChannel duplex) {
            if (channel.pipeline().get("tls") instanceof SslHandler tls) {
                var unused = tls.closeOutbound().addListener(said -> {
                    var unusedToo = duplex.shutdownOutput();
                });
            } else {
                var unused = duplex.shutdownOutput();
            }
            var later = channel.eventLoop().schedule(() -> Sockets.close(channel), LINGER_SECONDS, TimeUnit.SECONDS);
            channel.closeFuture().addListener(closed -> later.cancel(false));
        } else {
            Sockets.close(channel);
        }
    }
}
