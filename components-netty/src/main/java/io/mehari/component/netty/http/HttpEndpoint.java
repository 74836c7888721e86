package io.mehari.component.netty.http;

import io.mehari.Consumer;
import io.mehari.Exchange;
import io.mehari.Processor;
import io.mehari.RoutingContext;
import io.mehari.component.netty.ConnectionLostException;
import io.mehari.component.netty.HttpOperationFailedException;
import io.mehari.component.netty.NettyConstants;
import io.mehari.component.netty.socket.Client;
import io.mehari.component.netty.socket.ClientPool;
import io.mehari.component.netty.socket.EventLoops;
import io.mehari.component.netty.socket.SocketEndpoint;
import io.mehari.connector.HeaderFilter;
import io.mehari.spi.internal.AsciiCase;
import io.mehari.spi.internal.Log;
import io.mehari.spi.internal.SafeText;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@code netty-http}: requests over HTTP/1.1, received and sent. */
final class HttpEndpoint extends SocketEndpoint {
    private static final int HTTP_PORT = 80;
    private static final int HTTPS_PORT = 443;

    private final HttpServers servers;
    private final HttpSettings settings;

    /** A reply, copied from Netty's buffers. */
    @SuppressWarnings("ArrayRecordComponent") // replies are never compared
    private record Reply(int status, String reason, HttpHeaders headers, byte[] body, boolean keepAlive) {}

    HttpEndpoint(RoutingContext context, String uri, EventLoops loops, HttpServers servers, HttpSettings settings) {
        super(context, uri, loops, settings);
        this.servers = servers;
        this.settings = settings;
    }

    @Override
    public HttpSettings settings() {
        return settings;
    }

    HttpServers servers() {
        return servers;
    }

    @Override
    public Consumer createConsumer(Processor processor) {
        return new HttpConsumer(this, processor);
    }

    @Override
    public boolean expectsReplies() {
        return true;
    }

    @Override
    protected void checkClient() {
        settings.checkClientPath();
    }

    @Override
    protected Client newClient() {
        return new ClientPool(this, this);
    }

    // ---- the protocol of the sending side

    @Override
    public void addTo(ChannelPipeline pipeline) {
        HttpAnswerDecoder decoder = new HttpAnswerDecoder(settings);
        pipeline.addLast(decoder, decoder.encoder(), new HttpAnswers(this, settings.maxBody, decoder));
    }

    @Override
    public Object request(Exchange exchange) throws Exception {
        byte[] body = HttpText.bytes(exchange, exchange.getBody(), null);
        String given = exchange.getHeader(NettyConstants.HTTP_METHOD, String.class);
        HttpMethod method =
                given != null ? method(given) : exchange.getBody() == null ? HttpMethod.GET : HttpMethod.POST;
        if (HttpMethod.CONNECT.equals(method)) {
            throw new IllegalArgumentException(
                    this + ": the method CONNECT opens a tunnel, which this client does not use; set another one in "
                            + NettyConstants.HTTP_METHOD);
        }
        FullHttpRequest request = new DefaultFullHttpRequest(
                HttpVersion.HTTP_1_1, method, target(exchange), Unpooled.wrappedBuffer(body));
        HttpHeaders headers = request.headers();
        HttpHeaderFilter.write(exchange, headers, null);
        headers.set(HttpHeaderNames.HOST, hostHeader());
        if (body.length > 0 || HttpMethod.POST.equals(method) || HttpMethod.PUT.equals(method)) {
            headers.set(HttpHeaderNames.CONTENT_LENGTH, body.length);
            if (!headers.contains(HttpHeaderNames.CONTENT_TYPE) && HttpText.isText(exchange.getBody())) {
                headers.set(HttpHeaderNames.CONTENT_TYPE, "text/plain; charset=utf-8");
            }
        }
        return request;
    }

    private static HttpMethod method(String given) {
        try {
            return HttpMethod.valueOf(given);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    NettyConstants.HTTP_METHOD + " is " + SafeText.of(given)
                            + ", which is no method: set one such as PUT",
                    e);
        }
    }

    private String hostHeader() {
        String host = settings.host.indexOf(':') >= 0 ? "[" + settings.host + "]" : settings.host;
        boolean standard = settings.port == (settings.tls ? HTTPS_PORT : HTTP_PORT);
        return standard ? host : host + ":" + settings.port;
    }

    private String target(Exchange exchange) {
        String path = settings.path.isEmpty() ? "/" : settings.path;
        if (!settings.bridge) {
            String more = exchange.getHeader(NettyConstants.HTTP_PATH, String.class);
            if (more != null && !more.isEmpty()) {
                String rest = more.startsWith("/") ? more.substring(1) : more;
                if (HttpRules.path("/" + HttpText.ascii(rest)) == null) {
                    throw new IllegalArgumentException(NettyConstants.HTTP_PATH + " is " + SafeText.of(more)
                            + ", which leads out of the path of the URI with \"..\", has a part \".\", or is not encoded"
                            + " correctly: encode each part, as in %20");
                }
                path = path.endsWith("/") ? path + rest : path + "/" + rest;
            }
            if (exchange.getHeader(NettyConstants.HTTP_QUERY) instanceof Map<?, ?>) {
                throw new IllegalArgumentException(NettyConstants.HTTP_QUERY + " is a map: give a text such as"
                        + " item=dates&size=3, in which each value is encoded");
            }
            String query = exchange.getHeader(NettyConstants.HTTP_QUERY, String.class);
            if (query != null && !query.isEmpty()) {
                path += (path.indexOf('?') < 0 ? "?" : "&") + query;
            }
        }
        path = HttpText.ascii(path);
        for (int i = 0; i < path.length(); i++) {
            char each = path.charAt(i);
            if (each <= ' ' || each == 0x7f || each == '#') {
                throw new IllegalArgumentException("The path and query " + SafeText.of(path)
                        + " have a character that a request line does not allow, at index " + i + ": encode it, as"
                        + " in %20");
            }
        }
        return path;
    }

    @Override
    public Object decoded(Object message) throws Exception {
        FullHttpResponse response = (FullHttpResponse) message;
        try {
            DecoderResult result = response.decoderResult();
            if (result.isFailure()) {
                throw new ConnectionLostException(
                        this + ": the answer is incomplete or not valid HTTP (" + Log.describe(result.cause()) + ")",
                        result.cause());
            }
            boolean keepAlive = HttpUtil.isKeepAlive(response);
            HttpHeaderFilter.removeThoseOfTheHop(response.headers());
            return new Reply(
                    response.status().code(),
                    response.status().reasonPhrase(),
                    response.headers(),
                    ByteBufUtil.getBytes(response.content()),
                    keepAlive);
        } finally {
            response.release();
        }
    }

    @Override
    public void take(Exchange exchange, Object message) {
        Reply reply = (Reply) message;
        if (settings.throwsOnFailure && !settings.isOk(reply.status())) {
            Map<String, String> headers = new HashMap<>();
            for (Map.Entry<String, String> each : reply.headers()) {
                if (HeaderFilter.passes(each.getKey())) {
                    headers.putIfAbsent(AsciiCase.fold(each.getKey()), each.getValue());
                }
            }
            throw new HttpOperationFailedException(toString(), reply.status(), reply.reason(), headers, reply.body());
        }
        for (String name : reply.headers().names()) { // the headers of the answer, not of the request
            if (HeaderFilter.passes(name)) {
                exchange.removeHeader(name);
            }
        }
        HttpHeaderFilter.read(reply.headers(), exchange);
        HttpText.setCharset(exchange, reply.headers());
        exchange.setHeader(NettyConstants.HTTP_RESPONSE_CODE, reply.status());
        exchange.setHeader(NettyConstants.HTTP_RESPONSE_TEXT, reply.reason());
        exchange.setBody(reply.body());
    }

    @Override
    public boolean mayBeReused(@Nullable Object reply) {
        return reply instanceof Reply answer && answer.keepAlive();
    }
}
