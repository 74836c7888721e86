package io.mehari.component.netty.http;

import io.mehari.component.netty.socket.RoutePool;
import io.mehari.component.netty.socket.ServerConnection;
import io.mehari.component.netty.socket.SocketOptions;
import io.mehari.component.netty.socket.Sockets;
import io.mehari.component.netty.socket.TlsWords;
import io.mehari.connector.Admission;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.handler.codec.TooLongFrameException;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpContent;
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
import java.util.Objects;
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
    private static final String CUT = "The client has closed the connection before its whole body had come";

    private final HttpServer server;
    private final HttpSettings settings;
    private @Nullable HttpCall collecting;
    private final CollectedBody body;
    private boolean refusing;

    /** The answer to the request that is in the route. Written when the batch is back on the event loop. */
    private @Nullable Answer kept;

    /** The body that a route reads while it arrives; null if all of it has come. */
    private @Nullable RequestBody streaming;

    private volatile boolean closesSoon;
    private volatile boolean awaited = true;

    /** An answer with {@code Connection: close} was given. Later requests are dropped: they would get no answer. */
    private boolean ended;

    HttpServerConnection(HttpServer server, HttpSettings settings) {
        super(settings, server.buffered(), server.pending(), settings.options.millis(HttpOptions.IDLE_TIMEOUT), false);
        this.server = server;
        this.settings = settings;
        this.body = new CollectedBody(settings.maxBody, this::mayGrow);
    }

    // ---- reading a request

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        try {
            HttpObject part = (HttpObject) message;
            if (refusing) {
                passedOn();
                return;
            }
            if (part.decoderResult().isFailure()) {
                if (streaming != null) {
                    breakBody(
                            "The rest of the body is not valid HTTP",
                            part.decoderResult().cause());
                    return;
                }
                refuse(part, statusOf(part, part.decoderResult().cause()));
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

    private static int statusOf(HttpObject part, Throwable failure) {
        if (failure instanceof TooLongHttpLineException) {
            return part instanceof HttpRequest ? 414 : 400; // else it is the line before a chunk
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
            if (HttpUtil.is100ContinueExpected(request)) {
                expect(context, found);
            }
            if (streams && !refusing) {
                stream(found);
            }
        }
    }

    private void stream(HttpCall call) {
        if (!server.buffered().takeWindow(RequestBody.WINDOW)) {
            refuse(call, 503);
            return;
        }
        RequestBody coming = new RequestBody(this, () -> server.buffered().giveWindow(RequestBody.WINDOW));
        collecting = null;
        streaming = coming;
        arrivedForRoute(call.withStream(coming));
    }

    /** The rest of a body will not come. The request still gets an answer, and no further request is read. */
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
    public boolean mayRead() {
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
    public boolean hasRoom() {
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
            passedOn();
            return;
        }
        HttpCall call = collecting;
        int refused = more == 0 || call == null ? 0 : body.add(part);
        if (call != null && refused != 0) {
            refuse(call, refused);
        }
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
        collecting = null;
        byte[] whole = body.take();
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
        body.clear();
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
    public void readTimedOut(ChannelHandlerContext context) {
        if (streaming != null) {
            breakBody(
                    "Nothing of the body has come for " + settings.options.millis(SocketOptions.READ_TIMEOUT)
                            + " ms (readTimeout)",
                    null);
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
    public boolean answersAtOnce(Object message) {
        HttpCall call = (HttpCall) message;
        if (ended) {
            dropped(call);
            return true;
        }
        HttpConsumer consumer = call.consumer();
        if (consumer != null && !consumer.hasStopped()) {
            return false;
        }
        HttpResponseStatus status = HttpResponseStatus.valueOf(consumer == null ? call.status() : 503);
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
    public @Nullable RoutePool pool(Object first) {
        HttpConsumer consumer = ((HttpCall) first).consumer();
        return consumer == null ? null : consumer.pool();
    }

    @Override
    public Admission gate(Object first) {
        return Objects.requireNonNull(((HttpCall) first).consumer()).gate();
    }

    /** A request whose answer nobody can read does not enter the route. */
    @Override
    public boolean needsReader() {
        return true;
    }

    @Override
    public int batchSize() {
        return 1; // the next one may be for another route
    }

    @Override
    public boolean process(Object message) {
        HttpCall call = (HttpCall) message;
        HttpConsumer consumer = call.consumer();
        entersRoute();
        return consumer == null || consumer.process(this, call);
    }

    // ---- answers

    /** Stores the route's answer to the current request. Called on any thread, before the route is done with it. */
    void send(HttpCall call, FullHttpResponse response) {
        replyMade(response.content().readableBytes());
        kept = new Answer(call, response, finish(call));
    }

    /** @param whole whether the whole body of the request has come */
    private record Answer(HttpCall call, FullHttpResponse response, boolean whole) {}

    @Override
    public void writeKept() {
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
    public void dropKept() {
        Answer answer = kept;
        if (answer != null) {
            kept = null;
            drop(answer);
            left(answer.call());
        }
    }

    /** The request has entered the route, but its answer is lost. */
    @Override
    public void lost(Object message) {
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

    private void write(Answer answer) {
        if (!isOpen()) {
            drop(answer); // the other side has closed the connection, or the context has stopped
            return;
        }
        HttpCall call = answer.call();
        FullHttpResponse response = answer.response();
        int status = response.status().code();
        boolean keepAlive = call.keepAlive() && answer.whole() && !closesSoon && status != 408;
        if (!keepAlive) {
            ended = true;
            awaited = false;
        }
        HttpResponses.complete(response, call.request(), keepAlive);
        int bytes = response.content().readableBytes();
        HttpConsumer consumer = call.consumer();
        var written = HttpResponses.write(response, call.request(), channel())
                .addListener(consumer == null ? server.unsent() : consumer.unsent());
        if (call.access() != null) {
            SocketAddress remote = channel().remoteAddress();
            written.addListener(done -> HttpAccess.end(call, remote, status, bytes, done.isSuccess()));
        }
        if (!keepAlive) {
            written.addListener(
                    refusing || closesSoon || !answer.whole()
                            ? (ChannelFutureListener) done -> HttpResponses.linger(done.channel())
                            : ChannelFutureListener.CLOSE);
        }
    }

    /** Ends the stream of a body. Returns whether all of it has come, so that another request can be read. */
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
    public void dropped(Object message) {
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
     * The connection closes after the next answer, which says so; or after that time if no request comes. The time
     * ends after another look at the socket: a request that was there before is seen.
     */
    void closeSoon(long nanos) {
        closesSoon = true;
        onLoop(() -> {
            var later = channel().eventLoop().schedule(this::awaitNoMore, nanos, TimeUnit.NANOSECONDS);
            channel().closeFuture().addListener(closed -> later.cancel(false));
        });
    }

    private void awaitNoMore() {
        awaited = false;
        if (!isUsed()) {
            closeAtStop();
        }
    }

    boolean isAwaited() {
        return awaited;
    }

    /** Closes for writing first: a client that sends at this moment sees an end, and no reset. */
    @Override
    public void closeAtStop() {
        if (!ended) {
            ended = true;
            var unused = channel().writeAndFlush(Unpooled.EMPTY_BUFFER).addListener((ChannelFutureListener)
                    done -> HttpResponses.linger(done.channel()));
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable failure) {
        Sockets.close(context.channel());
        if (!(failure instanceof java.io.IOException)) {
            String words = TlsWords.ofServer(failure);
            String closed =
                    "HTTP server: the connection from " + context.channel().remoteAddress() + " is closed [MH-62]";
            server.badInput()
                    .warnOnceAMinute(words == null ? closed : closed + ": " + words, words == null ? failure : null);
        }
    }
}
