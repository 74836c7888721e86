package io.mehari.component.netty.http;

import io.mehari.InvalidOptionException;
import io.mehari.component.netty.socket.BufferedBytes;
import io.mehari.component.netty.socket.Listener;
import io.mehari.component.netty.socket.ServerConnection;
import io.mehari.component.netty.socket.SocketOptions;
import io.mehari.component.netty.socket.UnsentReplies;
import io.mehari.spi.EndpointOption;
import io.mehari.spi.internal.Log;
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
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** A port that several routes share. Each route takes the requests that match its path and its methods. */
final class HttpServer {
    /** How long a stop takes requests on connections that are open. */
    static final long ANNOUNCED_NANOS = TimeUnit.MILLISECONDS.toNanos(300);

    private static final Set<String> EVERYTHING = Set.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS");

    /** Options that apply to the port, and not to a single route. */
    static final List<EndpointOption<?>> SHARED_OPTIONS = Stream.of(HttpOptions.PORT, SocketOptions.PORT)
            .flatMap(each -> each.list().stream())
            .toList();

    private final HttpSettings settings;
    private final Listener listener;
    private final AtomicInteger pending = new AtomicInteger();

    /** Sorted, with the most specific path first. Replaced as a whole, so that no request misses a route. */
    private volatile List<HttpConsumer> routes = List.of();

    private final Set<HttpServerConnection> connections = ConcurrentHashMap.newKeySet();
    private final BufferedBytes buffered;
    private final Log badInput = new Log("io.mehari.endpoint.netty-http");
    private final UnsentReplies unsent = new UnsentReplies("HTTP server", "io.mehari.endpoint.netty-http");

    /** The port is closed. Each answer says that its connection closes. */
    private volatile boolean announced;

    HttpServer(HttpSettings settings, EventLoopGroup loops) {
        this.settings = settings;
        this.buffered = new BufferedBytes(settings, "HTTP server", connections);
        this.listener = new Listener(settings, "HTTP server", loops, this::connect);
    }

    void connect(Channel channel) {
        HttpServerConnection connection = new HttpServerConnection(this, settings);
        connections.add(connection);
        channel.closeFuture().addListener(closed -> connections.remove(connection));
        ChannelPipeline pipeline = channel.pipeline();
        pipeline.addLast(
                connection.intake(),
                new StrictRequestDecoder(settings, connection.intake()),
                new HttpResponseEncoder());
        if (settings.options.get(HttpOptions.COMPRESSION)) {
            pipeline.addLast(new HttpContentCompressor());
        }
        pipeline.addLast(connection);
        if (announced) { // after it was added: until then, closeIntakeIfUnused() has no effect on it
            connection.closeSoon(ANNOUNCED_NANOS);
        }
    }

    /** The options of the port that are not the same; empty if they all are. */
    List<String> differences(HttpSettings other) {
        List<String> differences = new ArrayList<>();
        if (other.tls != settings.tls) {
            differences.add("https");
        }
        for (EndpointOption<?> each : SHARED_OPTIONS) {
            if (!Objects.equals(settings.options.find(each), other.options.find(each))) {
                differences.add(each.name());
            }
        }
        return differences;
    }

    Listener listener() {
        return listener;
    }

    BufferedBytes buffered() {
        return buffered;
    }

    AtomicInteger pending() {
        return pending;
    }

    Log badInput() {
        return badInput;
    }

    UnsentReplies unsent() {
        return unsent;
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
        announced = false;
        if (!routes.contains(added)) {
            List<HttpConsumer> more = new ArrayList<>(routes);
            more.add(added);
            more.sort((one, other) -> one.path().compareWith(other.path()));
            routes = List.copyOf(more);
        }
    }

    private static boolean sharesMethod(HttpConsumer one, HttpConsumer other) {
        Set<String> ownMethods = one.getEndpoint().settings().methods;
        Set<String> its = other.getEndpoint().settings().methods;
        return ownMethods == null || its == null || ownMethods.stream().anyMatch(its::contains);
    }

    /** Removes a route. If it was the last, closes the port and returns true. The caller has the component's lock. */
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
     * answer. Those that are not used get a moment for one more request, which may be on its way. The caller has the
     * component's lock.
     */
    void closeIntakeIfUnused() {
        if (routes.stream().allMatch(HttpConsumer::isClosing)) {
            listener.close();
            announced = true;
            connections.forEach(each -> each.closeSoon(ANNOUNCED_NANOS));
        }
    }

    /**
     * Whether the port is closed, and a connection may have another request, which was sent before that, or an answer
     * that its client is still reading.
     */
    boolean isAnnouncing() {
        return announced && connections.stream().anyMatch(each -> each.isAwaited() || each.hasUnread());
    }

    boolean isAnnounced() {
        return announced;
    }

    private void close() {
        listener.close();
        connections.forEach(ServerConnection::discard);
        listener.closeConnections();
    }

    // ---- a request

    HttpCall find(HttpRequest request, String[] path, boolean keepAlive) {
        if (request.uri().equals("*")) { // OPTIONS, for the server as a whole
            return HttpCall.answer(request, 204, String.join(", ", new TreeSet<>(EVERYTHING)), keepAlive);
        }
        String method = request.method().name();
        Set<String> allowed = Set.of();
        boolean suspended = false;
        for (HttpConsumer each : routes) {
            Map<String, String> values = each.path().match(path);
            if (values == null) {
                continue;
            }
            if (!each.isOpen() && !each.takesLastRequests()) {
                suspended |= each.getEndpoint().settings().options.get(HttpOptions.SEND_503_WHEN_SUSPENDED);
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
