package io.mehari.component.netty;

import io.mehari.spi.AsciiCase;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.codec.TooLongFrameException;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpContentCompressor;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.netty.util.ReferenceCountUtil;
import java.net.SocketAddress;
import java.util.Arrays;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A connection of an HTTP server. Requests are answered one after the other, in their order. */
final class HttpServerConnection extends ServerConnection {
    /*
     * A request is collected here until it is complete. An invalid request is refused as soon as that is known, and the
     * connection reads no further request. Answers without a route wait in the same queue as requests, so that no
     * answer overtakes another. A route with streaming gets the request before its body, and reads the body from a
     * bounded buffer. If it answers before the whole body has come, the connection closes.
     */
    private static final long LINGER_SECONDS = 2;
    private static final byte[] NO_BYTES = {};

    private static final String CUT = "The client has closed the connection before its whole body had come";

    private final HttpServer server;
    private final HttpSettings settings;
    private @Nullable HttpCall collecting;
    private byte[] body = NO_BYTES;
    private int length;
    private int reserved;
    private boolean refusing;

    /** The answer to the request that is in the route. Written when the batch is back on the event loop. */
    private @Nullable Answer kept;

    /** The body that a route reads while it arrives; null if all of it has come. */
    private @Nullable RequestBody streaming;

    private volatile boolean closesSoon;

    /**
     * An answer with {@code Connection: close} was given. Later requests are not processed, because they would get no
     * answer.
     */
    private boolean ended;

    HttpServerConnection(HttpServer server, HttpSettings settings) {
        super(settings, server.gate(), server.pending(), settings.idleTimeoutMillis, false);
        this.server = server;
        this.settings = settings;
    }

    // ---- reading a request

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        try {
            HttpObject part = (HttpObject) message;
            if (refusing) {
                return;
            }
            if (part.decoderResult().isFailure()) {
                if (streaming != null) {
                    breakBody(
                            "The rest of the body is not valid HTTP",
                            part.decoderResult().cause());
                    return;
                }
                refuse(part, statusOf(part.decoderResult().cause()));
                return;
            }
            if (part instanceof HttpRequest request) {
                begin(context, request);
            }
            if (!refusing && part instanceof HttpContent content) {
                append(content.content());
                if (!refusing && part instanceof LastHttpContent) {
                    end();
                }
            }
        } finally {
            ReferenceCountUtil.release(message);
        }
    }

    private static int statusOf(Throwable failure) {
        if (failure instanceof TooLongHttpLineException) {
            return 414;
        }
        return failure instanceof TooLongHttpHeaderException || failure instanceof TooLongFrameException ? 431 : 400;
    }

    private void begin(ChannelHandlerContext context, HttpRequest request) {
        boolean keepAlive = HttpUtil.isKeepAlive(request);
        int wrong = HttpRules.violation(request, settings);
        String[] path = wrong == 0 ? HttpRules.path(request.uri()) : null;
        if (path == null) {
            refuse((HttpObject) request, wrong == 0 ? 400 : wrong);
            return;
        }
        HttpCall found = server.find(request, path, keepAlive);
        HttpConsumer consumer = found.consumer();
        long announced = HttpUtil.getContentLength(request, 0L);
        boolean hasBody = HttpUtil.isTransferEncodingChunked(request) || announced > 0;
        boolean streams = hasBody && consumer != null && consumer.streamsBodies();
        if (announced > settings.maxBody && !streams) {
            refuse(found, 413);
        } else if (consumer == null && hasBody) {
            refuse(found, found.status()); // the body is not received
        } else {
            collecting = found;
            length = 0;
            if (HttpUtil.is100ContinueExpected(request)) {
                expect(context, found);
            }
            if (streams && !refusing) {
                stream(found);
            }
        }
    }

    /** Passes the request to its route before its body has come. */
    private void stream(HttpCall call) {
        if (!server.reserve(RequestBody.WINDOW)) {
            refuse(call, 503);
            return;
        }
        RequestBody coming = new RequestBody(this, () -> server.release(RequestBody.WINDOW));
        collecting = null;
        streaming = coming;
        arrivedForRoute(call.withStream(coming));
    }

    /**
     * The rest of a body will not come. The request still gets an answer, and the connection reads no further request.
     */
    private void breakBody(String why, @Nullable Throwable cause) {
        RequestBody broken = streaming;
        if (broken != null) {
            streaming = null;
            refusing = true;
            closesSoon = true;
            broken.fail(why, cause);
        }
    }

    @Override
    boolean mayRead() {
        RequestBody coming = streaming;
        if (coming == null) {
            return true;
        }
        boolean room = coming.hasRoom();
        if (room) {
            nextPart(); // its time limit starts
        }
        return room;
    }

    /*
     * The body of the last request goes to its buffer, so that a short one is whole when the route begins. What follows
     * a refused request is dropped. If it were held back, the decoder would read again and keep all of it.
     */
    @Override
    boolean hasRoom() {
        return refusing || streaming != null || super.hasRoom();
    }

    private void expect(ChannelHandlerContext context, HttpCall call) {
        if (isBusy()) {
            refuse(call, 417); // the answer to an earlier request would come after it
        } else {
            var unused = context.writeAndFlush(new DefaultFullHttpResponse(
                    HttpVersion.HTTP_1_1, HttpResponseStatus.CONTINUE, Unpooled.EMPTY_BUFFER));
        }
    }

    private void append(ByteBuf part) {
        int more = part.readableBytes();
        if (more > 0 && streaming != null) {
            streaming.add(part);
            return;
        }
        HttpCall call = collecting;
        if (more == 0 || call == null) {
            return;
        }
        if (length + more > settings.maxBody) {
            refuse(call, 413);
            return;
        }
        if (length + more > body.length) {
            int larger = Math.min(settings.maxBody, Math.max(length + more, body.length * 2));
            if (!server.reserve(larger - reserved)) {
                refuse(call, 503);
                return;
            }
            reserved = larger;
            body = Arrays.copyOf(body, larger);
        }
        part.readBytes(body, length, more);
        length += more;
    }

    private void end() {
        RequestBody coming = streaming;
        if (coming != null) {
            streaming = null;
            lastPartCame();
            coming.end();
            return;
        }
        HttpCall call = collecting;
        if (call == null) {
            return;
        }
        byte[] whole = length == body.length ? body : Arrays.copyOf(body, length);
        forget();
        arrivedForRoute(whole.length == 0 ? call : call.withBody(whole));
    }

    private void arrivedForRoute(HttpCall call) {
        HttpConsumer consumer = call.consumer();
        arrived(call);
        if (consumer != null) {
            consumer.arrived();
        }
    }

    private void forget() {
        collecting = null;
        server.release(reserved);
        reserved = 0;
        body = NO_BYTES;
        length = 0;
    }

    private void refuse(HttpObject part, int status) {
        HttpCall call = part instanceof HttpRequest ? null : collecting;
        HttpRequest request = part instanceof HttpRequest first ? first : null;
        refuse(call == null ? HttpCall.answer(request, status, null, false) : call, status);
    }

    /** Answers, and closes the connection, because it is not known where the next request begins. */
    private void refuse(HttpCall call, int status) {
        forget();
        refusing = true;
        arrived(call.refused(status));
    }

    @Override
    void readTimedOut(ChannelHandlerContext context) {
        if (streaming != null) {
            breakBody("Nothing of the body has come for " + settings.readTimeoutMillis + " ms (readTimeout)", null);
        } else if (!refusing) {
            HttpCall call = collecting;
            refuse(call == null ? HttpCall.answer(null, 408, null, false) : call, 408);
            channelReadComplete(context);
        }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext triggered, Object event) {
        if (event == ChannelInputShutdownEvent.INSTANCE) {
            breakBody(CUT, null);
        }
        super.userEventTriggered(triggered, event);
    }

    @Override
    public void channelInactive(ChannelHandlerContext inactive) {
        forget();
        breakBody(CUT, null);
        super.channelInactive(inactive);
    }

    // ---- to the route

    @Override
    boolean answersAtOnce(Object message) {
        HttpCall call = (HttpCall) message;
        if (ended) {
            dropped(call);
            return true;
        }
        HttpConsumer consumer = call.consumer();
        if (consumer != null && !consumer.hasStopped()) {
            return false;
        }
        HttpResponseStatus status = HttpResponseStatus.valueOf(consumer == null ? call.status() : 404);
        byte[] text = call.status() == 204 ? new byte[0] : HttpRules.text(status);
        FullHttpResponse response =
                new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, status, Unpooled.wrappedBuffer(text));
        response.headers().set(HttpHeaderNames.CONTENT_TYPE, HttpHeaderValues.TEXT_PLAIN);
        if (call.allow() != null) {
            response.headers().set(HttpHeaderNames.ALLOW, call.allow());
        }
        write(new Answer(call, response, finish(call)));
        if (consumer != null) {
            consumer.dropped();
        }
        return true;
    }

    @Override
    @Nullable
    Executor executor(Object first) {
        HttpConsumer consumer = ((HttpCall) first).consumer();
        return consumer == null ? null : consumer.executor();
    }

    @Override
    int batchSize() {
        return 1; // the next one may be for another route
    }

    @Override
    boolean process(Object message) {
        HttpCall call = (HttpCall) message;
        HttpConsumer consumer = call.consumer();
        entersRoute();
        return consumer == null || consumer.process(this, call);
    }

    // ---- answers

    /**
     * Stores the route's answer to the current request. Called on any thread, before the route is done with the
     * request.
     */
    void send(HttpCall call, FullHttpResponse response) {
        kept = new Answer(call, response, finish(call));
    }

    /** @param whole whether the whole body of the request has come */
    private record Answer(HttpCall call, FullHttpResponse response, boolean whole) {}

    @Override
    void writeKept() {
        Answer answer = kept;
        if (answer != null) {
            kept = null;
            try {
                write(answer);
            } finally {
                left(answer.call());
            }
        }
    }

    @Override
    void dropKept() {
        Answer answer = kept;
        if (answer != null) {
            kept = null;
            drop(answer);
            left(answer.call());
        }
    }

    /** The request has entered the route, but its answer is lost. */
    @Override
    void lost(Object message) {
        Answer answer = kept;
        if (answer == null || answer.call() != message) { // else it is counted when the answer is written
            left((HttpCall) message);
        }
    }

    private static void left(HttpCall call) {
        HttpConsumer consumer = call.consumer();
        if (consumer != null) {
            consumer.left();
        }
    }

    private void drop(Answer answer) {
        FullHttpResponse response = answer.response();
        response.release();
        HttpAccess.end(
                answer.call(), channel().remoteAddress(), response.status().code(), 0, false);
    }

    /** Completes a response and writes it. */
    private void write(Answer answer) {
        if (!isOpen()) {
            drop(answer); // the other side has closed the connection, or the context has stopped
            return;
        }
        HttpCall call = answer.call();
        FullHttpResponse response = answer.response();
        boolean keepAlive = complete(answer);
        int status = response.status().code();
        int bytes = response.content().readableBytes();
        var written = send(call, response, channel());
        if (call.access() != null) {
            SocketAddress remote = channel().remoteAddress();
            written.addListener(done -> HttpAccess.end(call, remote, status, bytes, done.isSuccess()));
        }
        if (!keepAlive) {
            written.addListener(
                    refusing || !answer.whole()
                            ? (ChannelFutureListener) done -> linger(done.channel())
                            : ChannelFutureListener.CLOSE);
        }
    }

    private static ChannelFuture send(HttpCall call, FullHttpResponse response, Channel channel) {
        if (call.request() == null) { // the compressor refuses an answer without a request
            ChannelHandlerContext compressor = channel.pipeline().context(HttpContentCompressor.class);
            if (compressor != null) {
                return compressor.writeAndFlush(response);
            }
        }
        return channel.writeAndFlush(response);
    }

    /** Sets the headers of the server. Returns whether the connection stays open. */
    private boolean complete(Answer answer) {
        FullHttpResponse response = answer.response();
        int status = response.status().code();
        HttpRequest request = answer.call().request();
        boolean keepAlive = answer.call().keepAlive() && answer.whole() && !closesSoon && status != 408;
        if (status != 204 && status != 304 && status >= 200) {
            response.headers()
                    .set(HttpHeaderNames.CONTENT_LENGTH, response.content().readableBytes());
        }
        HttpRules.addDate(response.headers());
        if (!keepAlive) {
            ended = true;
            response.headers().set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
        } else if (request != null && request.protocolVersion().equals(HttpVersion.HTTP_1_0)) {
            response.headers().set(HttpHeaderNames.CONNECTION, HttpHeaderValues.KEEP_ALIVE);
        }
        if ((request != null && AsciiCase.equal(request.method().name(), "HEAD")) || status == 204 || status == 304) {
            response.content().clear();
        }
        return keepAlive;
    }

    /**
     * Ends the stream of a body. Returns whether all of it has come, so that the connection can read another request.
     */
    private boolean finish(HttpCall call) {
        RequestBody stream = call.stream();
        if (stream == null) {
            return true;
        }
        boolean whole = stream.finish();
        readOn(); // further bytes are dropped
        return whole;
    }

    @Override
    void dropped(Object message) {
        HttpCall call = (HttpCall) message;
        RequestBody stream = call.stream();
        if (stream != null) {
            var unused = stream.finish();
        }
        HttpConsumer consumer = call.consumer();
        if (consumer != null) {
            consumer.dropped();
        }
    }

    /**
     * Closes for writing, and reads for a moment more. Otherwise a client that still sends could get a reset instead of
     * the answer.
     */
    private static void linger(Channel channel) {
        if (channel instanceof DuplexChannel duplex && channel.pipeline().get("tls") == null) {
            var unused = duplex.shutdownOutput();
            var later = channel.eventLoop().schedule(() -> Sockets.close(channel), LINGER_SECONDS, TimeUnit.SECONDS);
            channel.closeFuture().addListener(closed -> later.cancel(false));
        } else {
            Sockets.close(channel);
        }
    }

    /** The connection closes after the next answer, which says so; or at once if no answer is due. */
    void closeSoon() {
        closesSoon = true;
        closeIfUnused();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable failure) {
        Sockets.close(context.channel());
        if (!(failure instanceof java.io.IOException)) {
            server.badInput()
                    .warnOnceAMinute(
                            "HTTP server: the connection from "
                                    + context.channel().remoteAddress() + " is closed",
                            failure);
        }
    }
}
