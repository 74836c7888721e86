package io.mehari.component.netty;

import io.mehari.AsyncCallback;
import io.mehari.Consumer;
import io.mehari.Exchange;
import io.mehari.ExchangePattern;
import io.mehari.Processor;
import io.mehari.spi.HeaderFilter;
import io.mehari.spi.Log;
import io.mehari.spi.RouteProcessor;
import io.mehari.spi.ShutdownAware;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.QueryStringDecoder;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Passes the requests for a path to a route. */
final class HttpConsumer implements Consumer, ShutdownAware {
    private static final int FAILED = 500;
    private static final int OK = 200;
    private static final int NO_CONTENT = 204;
    private static final byte[] NO_BYTES = {};

    private final HttpEndpoint endpoint;
    private final HttpSettings settings;
    private final Processor processor;
    private final RouteCaller route;
    private final HttpPath path;
    private final String name;
    private final BlockedLoop blockedLoop;
    private @Nullable HttpServer server;

    /** Null before the first start, and with runOnEventLoop. After a stop it rejects tasks. */
    private volatile @Nullable ExecutorService pool;

    private volatile boolean open;
    private volatile boolean closing;
    private volatile boolean stopped;

    /** The number of requests whose answers are not yet written. */
    private final AtomicInteger taken = new AtomicInteger();

    /** The number of these requests that wait for the route. */
    private final AtomicInteger waiting = new AtomicInteger();

    HttpConsumer(HttpEndpoint endpoint, Processor processor) {
        this.endpoint = endpoint;
        this.settings = endpoint.settings();
        this.processor = processor;
        this.route = new RouteCaller(processor, endpoint.getExchangeFactory());
        this.path = new HttpPath(settings.path, settings.matchesPrefix);
        this.name = processor instanceof RouteProcessor named ? named.getRouteId() : "netty-http";
        this.blockedLoop = new BlockedLoop(name);
    }

    @Override
    public HttpEndpoint getEndpoint() {
        return endpoint;
    }

    @Override
    public Processor getProcessor() {
        return processor;
    }

    HttpPath path() {
        return path;
    }

    String name() {
        return name;
    }

    boolean isOpen() {
        return open;
    }

    /** Whether this consumer is stopping or stopped: unlike a suspended consumer, it will take no more requests. */
    boolean isClosing() {
        return closing;
    }

    /** Whether its requests must not enter the route any more. */
    boolean hasStopped() {
        return stopped;
    }

    /** A request has come. */
    void arrived() {
        taken.incrementAndGet();
        waiting.incrementAndGet();
    }

    /** A request will not enter the route. */
    void dropped() {
        waiting.decrementAndGet();
        taken.decrementAndGet();
    }

    /** The answer to a request was written or could not be written. */
    void left() {
        taken.decrementAndGet();
    }

    @Nullable
    Executor executor() {
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
        ExecutorService before = pool;
        if ((before == null || before.isShutdown()) && !settings.runOnEventLoop) {
            pool = endpoint.pools().newPool("netty-" + name, settings.maximumPoolSize, settings.maxInFlight);
        }
        stopped = false;
        closing = false;
        server = endpoint.component().join(this);
        open = true;
    }

    /** The port stays open, and answers 503 or 404, depending on the options. */
    @Override
    public void suspend() {
        open = false;
    }

    @Override
    public void resume() {
        start();
    }

    /** Accepts no more requests. Closes the port if no other open route uses it. */
    @Override
    public synchronized void closeIntake() {
        open = false;
        closing = true;
        if (server != null) {
            endpoint.component().closeIntake(server);
        }
    }

    @Override
    public synchronized void stop() {
        open = false;
        closing = true;
        stopped = true;
        if (server != null) {
            endpoint.component().leave(this, server);
            server = null;
        }
        ExecutorService last = pool;
        if (last != null) {
            last.shutdown();
        }
    }

    @Override
    public int getPendingExchangesSize() {
        return waiting.get();
    }

    /** True until the answers are written. The route counts a message as done a moment earlier. */
    @Override
    public boolean isBusy() {
        return hasTaken();
    }

    @Override
    public boolean hasTaken() {
        return taken.get() > 0;
    }

    // ---- a request

    /** Runs the route. Returns false if the connection is notified later that the route is done. */
    boolean process(HttpServerConnection connection, HttpCall call) {
        waiting.decrementAndGet();
        Exchange exchange = endpoint.createExchange();
        int lease = route.exchanges.lease(exchange);
        exchange.setPattern(ExchangePattern.InOut);
        HttpRequest request = call.request();
        HttpHeaderFilter.Received received = request == null ? null : fill(exchange, request, call);
        exchange.setHeader(NettyConstants.REMOTE_ADDRESS, connection.channel().remoteAddress());
        PeerCertificate.addTo(exchange, connection.channel());
        End end = new End(connection, call, received, exchange, lease);
        if (!settings.runOnEventLoop) {
            return route.call(exchange, end);
        }
        long begin = System.nanoTime();
        boolean done = route.call(exchange, end);
        blockedLoop.returned(System.nanoTime() - begin);
        return done;
    }

    private HttpHeaderFilter.Received fill(Exchange exchange, HttpRequest request, HttpCall call) {
        HttpHeaderFilter.Received received = new HttpHeaderFilter.Received(request.headers());
        RequestBody stream = call.stream();
        exchange.setBody(
                stream != null ? stream : settings.streamsBodies ? InputStream.nullInputStream() : call.body());
        HttpHeaderFilter.read(request.headers(), exchange);
        String query = HttpRules.rawQuery(request.uri());
        if (query != null) {
            addQuery(exchange, query, request.headers(), received);
        }
        call.pathValues().forEach((part, value) -> received.addFromUri(exchange, part, value));
        String rawPath = HttpRules.rawPath(request.uri());
        exchange.setHeader(NettyConstants.HTTP_METHOD, request.method().name());
        exchange.setHeader(NettyConstants.HTTP_URI, rawPath);
        exchange.setHeader(NettyConstants.HTTP_PATH, path.rest(rawPath));
        if (query != null) {
            exchange.setHeader(NettyConstants.HTTP_QUERY, query);
        }
        HttpText.setCharset(exchange, request.headers());
        return received;
    }

    /** Adds the values of the query as headers. They never replace a header that was sent. */
    private static void addQuery(
            Exchange exchange, String query, HttpHeaders headers, HttpHeaderFilter.Received received) {
        QueryStringDecoder decoder = new QueryStringDecoder("?" + query, true);
        Map<String, List<String>> parameters;
        try {
            parameters = decoder.parameters();
        } catch (IllegalArgumentException e) {
            return; // not encoded correctly: the route can read it from the header with the whole query
        }
        for (Map.Entry<String, List<String>> each : parameters.entrySet()) {
            String parameter = each.getKey();
            if (!parameter.isEmpty() && HeaderFilter.passes(parameter) && !headers.contains(parameter)) {
                List<String> values = each.getValue();
                received.addFromUri(exchange, parameter, values.size() == 1 ? values.get(0) : List.copyOf(values));
            }
        }
    }

    private final class End implements AsyncCallback {
        private final HttpServerConnection connection;
        private final HttpCall call;
        private final HttpHeaderFilter.@Nullable Received received;
        private final Exchange exchange;
        private final int lease;

        End(
                HttpServerConnection connection,
                HttpCall call,
                HttpHeaderFilter.@Nullable Received received,
                Exchange exchange,
                int lease) {
            this.connection = connection;
            this.call = call;
            this.received = received;
            this.exchange = exchange;
            this.lease = lease;
        }

        @Override
        @SuppressWarnings("CatchingUnchecked") // such as an OutOfMemoryError: the next request must follow
        public void done(boolean doneSync) {
            try {
                FullHttpResponse response = response(exchange, received);
                route.exchanges.release(exchange, lease); // law K1: the completions run before the answer goes out
                connection.send(call, response);
            } catch (Throwable e) {
                connection.lost(call);
                connection.broken(e);
            }
            if (!doneSync) {
                connection.goOn();
            }
        }
    }

    @SuppressWarnings("CatchingUnchecked") // a body may throw anything when it is converted
    private FullHttpResponse response(Exchange exchange, HttpHeaderFilter.@Nullable Received received) {
        Throwable failure = exchange.getException();
        if (failure == null) {
            try {
                return success(exchange, received);
            } catch (Throwable e) {
                failure = e;
            }
        }
        Log.warn(
                HttpConsumer.class,
                "Route " + name + " from " + endpoint + ": a request failed, no error handler handled it, and it is"
                        + " answered with 500",
                failure);
        HttpResponseStatus status = HttpResponseStatus.valueOf(FAILED);
        FullHttpResponse response = new DefaultFullHttpResponse(
                HttpVersion.HTTP_1_1, status, Unpooled.wrappedBuffer(HttpRules.text(status)));
        response.headers().set(HttpHeaderNames.CONTENT_TYPE, "text/plain");
        return response;
    }

    private FullHttpResponse success(Exchange exchange, HttpHeaderFilter.@Nullable Received received) throws Exception {
        Object body = exchange.getBody();
        byte[] bytes = body instanceof RequestBody ? NO_BYTES : HttpText.bytes(exchange, body, received);
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
        if (bytes.length > 0 && !response.headers().contains(HttpHeaderNames.CONTENT_TYPE)) {
            response.headers()
                    .set(
                            HttpHeaderNames.CONTENT_TYPE,
                            HttpText.isText(body) ? "text/plain; charset=utf-8" : "application/octet-stream");
        }
        return response;
    }
}
