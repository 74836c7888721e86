package io.mehari.component.netty.http;

import io.mehari.Endpoint;
import io.mehari.InvalidOptionException;
import io.mehari.RoutingContext;
import io.mehari.component.netty.socket.EventLoops;
import io.mehari.component.netty.socket.SocketSettings;
import io.mehari.spi.EndpointOption;
import io.mehari.spi.EndpointOptions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The endpoints of {@code netty-http}, and their servers, which routes share by host and port. */
public final class HttpServers {
    public static final List<EndpointOption<?>> OPTIONS = HttpOptions.ALL.list();

    private static final String HTTP = "http:";
    private static final String HTTPS = "https:";

    private final EventLoops loops;
    private final Map<String, HttpServer> servers = new HashMap<>();

    public HttpServers(EventLoops loops) {
        this.loops = loops;
    }

    /**
     * Creates the endpoint of a URI.
     *
     * @param remaining {@code http://host:port/path}, or {@code https}
     */
    public Endpoint newEndpoint(RoutingContext context, String uri, String remaining, EndpointOptions options) {
        boolean tls = remaining.startsWith(HTTPS);
        String address =
                tls || remaining.startsWith(HTTP) ? remaining.substring(remaining.indexOf(':') + 1) : remaining;
        if (address.indexOf("://") >= 0) {
            throw new InvalidOptionException(uri, "its protocol must be http or https, as in http://host:port", null);
        }
        String plain = address.startsWith("//") ? address.substring(2) : address;
        int slash = plain.indexOf('/');
        String host = slash < 0 ? plain : plain.substring(0, slash);
        String path = slash < 0 ? "" : plain.substring(slash);
        HttpSettings settings =
                new HttpSettings(SocketSettings.HostPort.parse(uri, host, tls ? 443 : 80), path, options, tls);
        return new HttpEndpoint(context, uri, loops, this, settings);
    }

    synchronized HttpServer join(HttpConsumer consumer) {
        HttpSettings settings = consumer.getEndpoint().settings();
        String address = settings.host + ":" + settings.port + (settings.port == 0 ? " " + settings.path : "");
        HttpServer known = servers.get(address);
        if (known == null) {
            known = new HttpServer(settings, loops.get());
            servers.put(address, known);
        } else if (!known.differences(settings).isEmpty()) {
            throw new InvalidOptionException(
                    settings.options.uri(),
                    "another route uses " + address + " with other options of the port: give both the same "
                            + String.join(", ", known.differences(settings)),
                    null);
        }
        try {
            known.add(consumer);
        } catch (RuntimeException | Error e) {
            leave(consumer, known);
            throw e;
        }
        consumer.getEndpoint().listens(known.listener());
        return known;
    }

    synchronized void leave(HttpConsumer consumer, HttpServer server) {
        if (server.remove(consumer)) {
            servers.values().remove(server);
        }
    }

    synchronized void closeIntake(HttpServer server) {
        server.closeIntakeIfUnused();
    }
}
