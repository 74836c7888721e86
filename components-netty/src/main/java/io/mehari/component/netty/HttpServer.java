package io.mehari.component.netty;

import io.mehari.InvalidOptionException;
import io.mehari.spi.EndpointOption;
import io.mehari.spi.Log;
import io.netty.channel.Channel;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.EventLoopGroup;
import io.netty.handler.codec.http.HttpContentCompressor;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseEncoder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** A port that several routes share. Each route takes the requests that match its path and its methods. */
final class HttpServer {
    private static final Set<String> EVERYTHING = Set.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS");

    /** Options that apply to the port, and not to a single route. */
    static final List<EndpointOption<?>> SHARED_OPTIONS = List.of(
            SocketOptions.MAX_IN_FLIGHT,
            SocketOptions.MAX_CONNECTIONS,
            SocketOptions.READ_TIMEOUT,
            SocketOptions.WRITE_TIMEOUT,
            SocketOptions.BACKLOG,
            SocketOptions.SSL_CONTEXT,
            SocketOptions.CERTIFICATE_FILE,
            SocketOptions.KEY_FILE,
            SocketOptions.TRUST_FILE,
            SocketOptions.NEED_CLIENT_AUTH,
            SocketOptions.PASSPHRASE,
            SocketOptions.ENABLED_PROTOCOLS,
            SocketOptions.KEEP_ALIVE,
            SocketOptions.TCP_NO_DELAY,
            SocketOptions.REUSE_ADDRESS,
            SocketOptions.SEND_BUFFER_SIZE,
            SocketOptions.RECEIVE_BUFFER_SIZE,
            HttpOptions.CHUNKED_MAX_CONTENT_LENGTH,
            HttpOptions.MAX_INITIAL_LINE_LENGTH,
            HttpOptions.MAX_HEADER_SIZE,
            HttpOptions.MAX_HEADERS,
            HttpOptions.MAX_CHUNK_SIZE,
            HttpOptions.MAX_BUFFERED_BYTES,
            HttpOptions.IDLE_TIMEOUT,
            HttpOptions.COMPRESSION);

    private final HttpSettings settings;
    private final Listener listener;
    private final Gate gate;
    private final AtomicInteger pending = new AtomicInteger();
    private final AtomicLong buffered = new AtomicLong();

    /** Sorted, with the most specific path first. Replaced as a whole, so that no request misses a route. */
    private volatile List<HttpConsumer> routes = List.of();

    private final Set<HttpServerConnection> connections = ConcurrentHashMap.newKeySet();
    private final Log badInput = new Log(HttpServer.class);

    HttpServer(HttpSettings settings, EventLoopGroup loops) {
        this.settings = settings;
        this.gate = new Gate(settings.maxInFlight);
        Tls tls = settings.tls ? Tls.server(settings) : null;
        this.listener = new Listener(settings, "HTTP server", loops, channel -> connect(channel, tls));
    }

    /** Fills the pipeline of a new connection. */
    void connect(Channel channel, @Nullable Tls tls) {
        if (tls != null) {
            tls.addToServer(channel);
        }
        HttpServerConnection connection = new HttpServerConnection(this, settings);
        connections.add(connection);
        channel.closeFuture().addListener(closed -> connections.remove(connection));
        ChannelPipeline pipeline = channel.pipeline();
        pipeline.addLast(
                connection.intake(),
                new StrictRequestDecoder(settings, connection.intake()),
                new HttpResponseEncoder());
        if (settings.compression) {
            pipeline.addLast(new HttpContentCompressor());
        }
        pipeline.addLast(connection);
    }

    /** Whether a route with these options can share this port. */
    boolean agreesWith(HttpSettings other) {
        return other.tls == settings.tls
                && SHARED_OPTIONS.stream()
                        .allMatch(each -> Objects.equals(settings.options.find(each), other.options.find(each)));
    }

    Listener listener() {
        return listener;
    }

    Gate gate() {
        return gate;
    }

    AtomicInteger pending() {
        return pending;
    }

    Log badInput() {
        return badInput;
    }

    /** Reserves memory for bytes of bodies that are being received; false if there is none. */
    boolean reserve(int bytes) {
        if (buffered.addAndGet(bytes) <= settings.maxBuffered) {
            return true;
        }
        buffered.addAndGet(-bytes);
        return false;
    }

    void release(int bytes) {
        buffered.addAndGet(-bytes);
    }

    // ---- routes

    /** Adds a route, and opens the port for the first one. The caller has the component's lock. */
    void add(HttpConsumer added) {
        for (HttpConsumer each : routes) {
            if (each != added && each.path().shape().equals(added.path().shape()) && sharesMethod(each, added)) {
                throw new InvalidOptionException(
                        added.getEndpoint().getEndpointUri(),
                        "another route takes the same path and methods: " + each.getEndpoint()
                                + "; give them different paths, or different methods with httpMethodRestrict",
                        null);
            }
        }
        listener.open();
        if (!routes.contains(added)) {
            List<HttpConsumer> more = new ArrayList<>(routes);
            more.add(added);
            more.sort((one, other) -> one.path().compareWith(other.path()));
            routes = List.copyOf(more);
        }
    }

    private static boolean sharesMethod(HttpConsumer one, HttpConsumer other) {
        Set<String> mine = one.getEndpoint().settings().methods;
        Set<String> its = other.getEndpoint().settings().methods;
        return mine == null || its == null || mine.stream().anyMatch(its::contains);
    }

    /**
     * Removes a route. If it was the last one, closes the port and returns true. The caller has the component's lock.
     */
    boolean remove(HttpConsumer removed) {
        routes = routes.stream().filter(each -> each != removed).toList();
        if (!routes.isEmpty()) {
            return false;
        }
        close();
        return true;
    }

    /**
     * Closes the port, unless a route uses it or is suspended and answers 503. Connections close after their next
     * answer. The caller has the component's lock.
     */
    void closeIntakeIfUnused() {
        if (routes.stream().allMatch(HttpConsumer::isClosing)) {
            listener.close();
            connections.forEach(HttpServerConnection::closeSoon);
        }
    }

    private void close() {
        listener.close();
        connections.forEach(ServerConnection::discard);
        listener.closeConnections();
    }

    // ---- a request

    /** Finds the route for a request, or the answer without a route. */
    HttpCall find(HttpRequest request, String[] path, boolean keepAlive) {
        String method = request.method().name();
        Set<String> allowed = Set.of();
        boolean suspended = false;
        for (HttpConsumer each : routes) {
            Map<String, String> values = each.path().match(path);
            if (values == null) {
                continue;
            }
            if (!each.isOpen()) {
                suspended |= each.getEndpoint().settings().send503;
            } else if (each.takes(method)) {
                return HttpCall.toRoute(request, each, values, keepAlive);
            } else {
                Set<String> its = each.getEndpoint().settings().methods;
                allowed = new TreeSet<>(allowed);
                allowed.addAll(its == null ? EVERYTHING : its);
            }
        }
        if (allowed.isEmpty()) {
            return HttpCall.answer(request, suspended ? 503 : 404, null, keepAlive);
        }
        if (allowed.contains("GET")) {
            allowed.add("HEAD");
        }
        allowed.add("OPTIONS");
        String allow = String.join(", ", allowed);
        return HttpCall.answer(request, method.equals("OPTIONS") ? 204 : 405, allow, keepAlive);
    }
}
