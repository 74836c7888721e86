package io.mehari.component.netty;

import io.mehari.Component;
import io.mehari.Endpoint;
import io.mehari.InvalidOptionException;
import io.mehari.spi.EndpointOption;
import io.mehari.spi.EndpointOptions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * {@code netty-http:http://host:port/path}, or {@code https}. A route that starts there receives requests. A route that
 * sends there sends requests.
 */
public final class NettyHttpComponent extends Component {
    private static final String HTTP = "http:";
    private static final String HTTPS = "https:";

    private final EventLoops loops = new EventLoops("http");
    private final Map<String, HttpServer> servers = new HashMap<>();

    public NettyHttpComponent() {}

    /**
     * The number of threads that serve the sockets. They are created when they are needed. The default is the number of
     * processors, but at most 4. Set it before the context starts.
     */
    public void setWorkerCount(int workerCount) {
        loops.setThreads(workerCount);
    }

    /**
     * Whether sockets use Netty's native transport for Linux (epoll) instead of the JDK's selector. The default is
     * false. It needs {@code io.netty:netty-transport-native-epoll} with the classifier of the machine; a route that
     * starts without it fails. Set it before the context starts.
     */
    public void setNativeTransport(boolean nativeTransport) {
        loops.setNativeTransport(nativeTransport);
    }

    @Override
    public String getScheme() {
        return "netty-http";
    }

    @Override
    public List<EndpointOption<?>> getOptions() {
        return HttpOptions.ALL;
    }

    @Override
    public Endpoint createEndpoint(String uri, String remaining, EndpointOptions options) {
        boolean tls = remaining.startsWith(HTTPS);
        String address =
                tls || remaining.startsWith(HTTP) ? remaining.substring(remaining.indexOf(':') + 1) : remaining;
        String plain = address.startsWith("//") ? address.substring(2) : address;
        int slash = plain.indexOf('/');
        String host = slash < 0 ? plain : plain.substring(0, slash);
        String path = slash < 0 ? "" : plain.substring(slash);
        HttpSettings settings =
                new HttpSettings(uri, SocketSettings.HostPort.parse(uri, host, tls ? 443 : 80), path, options, tls);
        return new HttpEndpoint(getContext(), uri, loops, this, settings);
    }

    // ---- servers, which routes share by host and port

    synchronized HttpServer join(HttpConsumer consumer) {
        HttpSettings settings = consumer.getEndpoint().settings();
        String address = settings.host + ":" + settings.port + (settings.port == 0 ? " " + settings.path : "");
        HttpServer known = servers.get(address);
        if (known == null) {
            known = new HttpServer(settings, loops.get());
            servers.put(address, known);
        } else if (!known.agreesWith(settings)) {
            throw new InvalidOptionException(
                    settings.uri,
                    "another route uses " + address + " with other options of the port: give both the same of "
                            + HttpServer.SHARED_OPTIONS + " and TLS",
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

    /** Ends the threads. */
    @Override
    public void stop() {
        loops.stop();
    }
}
