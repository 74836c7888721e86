package io.mehari.component.netty.http;

import io.mehari.Exchange;
import io.mehari.ExchangePattern;
import io.mehari.Processor;
import io.mehari.component.netty.NettyConstants;
import io.mehari.component.netty.socket.BlockedLoop;
import io.mehari.component.netty.socket.PeerCertificate;
import io.mehari.component.netty.socket.RoutePool;
import io.mehari.component.netty.socket.UnsentReplies;
import io.mehari.connector.Admission;
import io.mehari.connector.ReceivingConsumer;
import io.mehari.spi.ExchangeOwner;
import io.mehari.spi.internal.Log;
import io.mehari.spi.internal.RereadStream;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import java.io.InputStream;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Passes the requests for a path to a route. */
final class HttpConsumer extends ReceivingConsumer<HttpEndpoint> {
    private static final int FAILED = 500;
    private static final int OK = 200;
    private static final int NO_CONTENT = 204;
    private static final byte[] NO_BYTES = {};

    private final HttpSettings settings;
    private final HttpPath path;
    private final BlockedLoop blockedLoop;
    private final UnsentReplies unsent = new UnsentReplies(this, log());
    private volatile Admission gate;
    private volatile @Nullable HttpServer server;

    /** Null before the first start, and with runOnEventLoop. After a stop it rejects tasks. */
    private volatile @Nullable RoutePool pool;

    private volatile boolean open;
    private volatile boolean closing;

    /** Whether it was open when it began to close, and not suspended. */
    private volatile boolean wasOpen;

    private volatile long closingUntil;
    private volatile boolean stopped;

    /** The number of requests whose answers are not yet written. */
    private final AtomicInteger taken = new AtomicInteger();

    /** The number of these requests that wait for the route. */
    private final AtomicInteger waiting = new AtomicInteger();

    HttpConsumer(HttpEndpoint endpoint, Processor processor) {
        super(endpoint, processor, "netty-http");
        this.settings = endpoint.settings();
        this.path = new HttpPath(settings.path, settings.options.get(HttpOptions.MATCH_ON_URI_PREFIX));
        this.blockedLoop = new BlockedLoop(name());
        this.gate = new Admission(settings.maxInFlight);
    }

    HttpPath path() {
        return path;
    }

    boolean isOpen() {
        return open;
    }

    /** Whether this consumer is stopping or stopped: unlike a suspended consumer, it will take no more requests. */
    boolean isClosing() {
        return closing;
    }

    boolean hasStopped() {
        return stopped;
    }

    /**
     * Whether it stops, and takes requests that were sent before: one of each connection if the port is closed. If
     * other routes use the port, those of a moment, because they may be about to stop, too.
     */
    boolean takesLastRequests() {
        HttpServer joined = server;
        return wasOpen
                && closing
                && !stopped
                && joined != null
                && (joined.isAnnounced() || System.nanoTime() - closingUntil < 0);
    }

    Admission gate() {
        return gate;
    }

    UnsentReplies unsent() {
        return unsent;
    }

    void arrived() {
        taken.incrementAndGet();
        waiting.incrementAndGet();
    }

    void dropped() {
        waiting.decrementAndGet();
        taken.decrementAndGet();
    }

    void left() {
        taken.decrementAndGet();
    }

    @Nullable
    RoutePool pool() {
        return pool;
    }

    /** Whether the route takes requests of that method. A route that takes GET also takes HEAD. */
    boolean takes(String method) {
        Set<String> methods = settings.methods;
        if (methods == null) {
            return !method.equals("TRACE") && !method.equals("OPTIONS");
        }
        return methods.contains(method) || (method.equals("HEAD") && methods.contains("GET"));
    }

    boolean streamsBodies() {
        return settings.streamsBodies;
    }

    // ---- life

    @Override
    public synchronized void start() {
        RoutePool before = pool;
        if ((before == null || before.isShutdown()) && !settings.runOnEventLoop) {
            pool = endpoint.newPool(name());
        }
        stopped = false;
        closing = false;
        wasOpen = false;
        server = endpoint.servers().join(this);
        open = true;
    }

    /** The port stays open, and answers 503 or 404, depending on the options. */
    @Override
    public void suspend() {
        open = false;
    }

    /** Accepts no more requests. Closes the port if no other open route uses it. */
    @Override
    public synchronized void closeIntake() {
        closingUntil = System.nanoTime() + HttpServer.ANNOUNCED_NANOS;
        wasOpen = wasOpen || open;
        closing = true;
        open = false;
        HttpServer joined = server;
        if (joined != null) {
            endpoint.servers().closeIntake(joined);
        }
    }

    @Override
    public synchronized void stop() {
        open = false;
        closing = true;
        stopped = true;
        Admission last = gate;
        gate = new Admission(settings.maxInFlight);
        last.admitAll(); // they are answered with 503
        HttpServer joined = server;
        if (joined != null) {
            endpoint.servers().leave(this, joined);
            server = null;
        }
        RoutePool threads = pool;
        if (threads != null) {
            threads.shutdown();
        }
    }

    @Override
    public int getPendingExchangesSize() {
        return waiting.get();
    }

    @Override
    public boolean hasTaken() { // in this order: a batch leaves the gate when its answers are counted
        HttpServer joined = server;
        return taken.get() > 0 || gate.taken() > 0 || (closing && joined != null && joined.isAnnouncing());
    }

    // ---- a request

    /** Runs the route. Returns false if the connection is notified later that the route is done. */
    boolean process(HttpServerConnection connection, HttpCall call) {
        waiting.decrementAndGet();
        Exchange exchange = endpoint.createExchange();
        exchange.setPattern(ExchangePattern.InOut);
        HttpRequest request = call.request();
        HttpHeaderFilter.Received received = request == null ? null : fill(exchange, request, call);
        exchange.setHeader(NettyConstants.REMOTE_ADDRESS, connection.channel().remoteAddress());
        PeerCertificate.addTo(exchange, connection.channel());
        ExchangeOwner end = end(connection, call, received, exchange);
        if (!settings.runOnEventLoop) {
            return call(exchange, end);
        }
        long begin = System.nanoTime();
        boolean done = call(exchange, end);
        blockedLoop.returned(System.nanoTime() - begin);
        return done;
    }

    private HttpHeaderFilter.Received fill(Exchange exchange, HttpRequest request, HttpCall call) {
        String query = HttpRules.rawQuery(request.uri());
        HttpHeaders headers = request.headers();
        boolean asHeaders = query != null && settings.options.get(HttpOptions.QUERY_AS_HEADERS);
        HttpHeaderFilter.UriValues uriValues =
                HttpHeaderFilter.UriValues.of(asHeaders ? query : null, headers, call.pathValues());
        HttpHeaderFilter.Received received = new HttpHeaderFilter.Received(headers, uriValues);
        RequestBody stream = call.stream();
        exchange.setBody(
                stream != null ? stream : settings.streamsBodies ? InputStream.nullInputStream() : call.body());
        HttpHeaderFilter.read(headers, exchange);
        uriValues.addTo(exchange);
        String rawPath = HttpRules.rawPath(request.uri());
        exchange.setHeader(NettyConstants.HTTP_METHOD, request.method().name());
        exchange.setHeader(NettyConstants.HTTP_URI, rawPath);
        exchange.setHeader(NettyConstants.HTTP_PATH, path.rest(rawPath));
        if (query != null) {
            exchange.setHeader(NettyConstants.HTTP_QUERY, query);
        }
        HttpText.setCharset(exchange, headers);
        return received;
    }

    private ExchangeOwner end(
            HttpServerConnection connection,
            HttpCall call,
            HttpHeaderFilter.@Nullable Received received,
            Exchange exchange) {
        return new ExchangeOwner(exchange) {
            @Override
            @SuppressWarnings("CatchingUnchecked") // such as an OutOfMemoryError: the next request must follow
            public void done(boolean doneSync) {
                try {
                    FullHttpResponse response = response(exchange, received);
                    release(); // law K1: the completions run before the answer goes out
                    connection.send(call, response);
                } catch (Throwable e) {
                    connection.lost(call);
                    connection.broken(e);
                }
                if (!doneSync) {
                    connection.goOn();
                }
            }
        };
    }

    @SuppressWarnings("CatchingUnchecked") // a body may throw anything when it is converted
    private FullHttpResponse response(Exchange exchange, HttpHeaderFilter.@Nullable Received received) {
        Throwable failure = exchange.getException();
        if (failure == null) {
            try {
                return isUnanswered(exchange, NettyConstants.HTTP_RESPONSE_CODE, "a request is answered with 500")
                        ? new DefaultFullHttpResponse(
                                HttpVersion.HTTP_1_1, HttpResponseStatus.INTERNAL_SERVER_ERROR, Unpooled.EMPTY_BUFFER)
                        : success(exchange, received);
            } catch (Throwable e) {
                exchange.removeProperty(Exchange.FAILURE_ROUTE_ID); // the place of a failure that was handled
                failure = e;
            }
        }
        Log.warn(
                log(),
                this + ": a request failed" + Log.place(exchange)
                        + ", no error handler handled it, and it is answered with 500 [MH-56]",
                failure);
        HttpResponseStatus status = HttpResponseStatus.valueOf(FAILED);
        FullHttpResponse response = new DefaultFullHttpResponse(
                HttpVersion.HTTP_1_1, status, Unpooled.wrappedBuffer(HttpRules.text(status)));
        response.headers().set(HttpHeaderNames.CONTENT_TYPE, "text/plain");
        return response;
    }

    private FullHttpResponse success(Exchange exchange, HttpHeaderFilter.@Nullable Received received) throws Exception {
        Object body = exchange.getBody();
        Object came = body instanceof RereadStream reread ? reread.source() : body;
        byte[] bytes = came instanceof RequestBody ? NO_BYTES : HttpText.bytes(exchange, body, received);
        Integer given = exchange.getHeader(NettyConstants.HTTP_RESPONSE_CODE, Integer.class);
        int status = given != null ? given : body == null ? NO_CONTENT : OK;
        if (status < OK || status > 999) {
            throw new IllegalArgumentException(
                    NettyConstants.HTTP_RESPONSE_CODE + " must be from 200 to 999, not " + status);
        }
        ByteBuf content = Unpooled.wrappedBuffer(bytes);
        FullHttpResponse response =
                new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.valueOf(status), content);
        HttpHeaderFilter.write(exchange, response.headers(), received);
        if (bytes.length == 0) {
            HttpHeaderFilter.writeLength(exchange, response.headers(), received);
        }
        if (bytes.length > 0 && !response.headers().contains(HttpHeaderNames.CONTENT_TYPE)) {
            response.headers()
                    .set(
                            HttpHeaderNames.CONTENT_TYPE,
                            HttpText.isText(body) ? "text/plain; charset=utf-8" : "application/octet-stream");
        }
        return response;
    }
}
