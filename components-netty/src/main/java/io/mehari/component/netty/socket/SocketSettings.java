package io.mehari.component.netty.socket;

import io.mehari.InvalidOptionException;
import io.mehari.connector.SendCompletion;
import io.mehari.spi.EndpointOptions;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/** The common options of network endpoints from one URI, checked. */
public class SocketSettings {
    static final int PART_OF_HEAP = 8;

    public final EndpointOptions options;
    public final String host;
    public final int port;
    public final int maxInFlight;
    public final int maxConnections;
    public final long maxBuffered;
    public final boolean runOnEventLoop;
    public final long writeTimeoutMillis;
    public final int connectTimeoutMillis;
    public final long requestTimeoutMillis;
    public final int poolMaxTotal;
    public final int poolMaxIdle;
    public final long evictAfterMillis;
    public final boolean tls;

    public SocketSettings(HostPort address, EndpointOptions options, boolean tls) {
        this.options = options;
        this.host = address.host();
        this.port = address.port();
        this.tls = tls;
        maxInFlight = options.get(SocketOptions.MAX_IN_FLIGHT);
        maxConnections = options.get(SocketOptions.MAX_CONNECTIONS);
        Integer buffered = options.find(SocketOptions.MAX_BUFFERED_BYTES);
        maxBuffered = buffered != null ? buffered : Runtime.getRuntime().maxMemory() / PART_OF_HEAP;
        runOnEventLoop = options.get(SocketOptions.RUN_ON_EVENT_LOOP);
        writeTimeoutMillis = options.millis(SocketOptions.WRITE_TIMEOUT);
        connectTimeoutMillis = (int) Math.min(Integer.MAX_VALUE, options.millis(SocketOptions.CONNECT_TIMEOUT));
        requestTimeoutMillis = options.millis(SocketOptions.REQUEST_TIMEOUT);
        poolMaxTotal = options.get(SocketOptions.PRODUCER_POOL_MAX_TOTAL);
        poolMaxIdle = options.get(SocketOptions.PRODUCER_POOL_MAX_IDLE);
        evictAfterMillis = options.millis(SocketOptions.PRODUCER_POOL_MIN_EVICTABLE_IDLE);
        checkKeys();
    }

    private void checkKeys() {
        boolean certificate = options.isSet(SocketOptions.CERTIFICATE_FILE);
        options.check(
                certificate == options.isSet(SocketOptions.KEY_FILE),
                "certificateFile and keyFile belong together: give both or none");
        boolean files = certificate || options.isSet(SocketOptions.TRUST_FILE);
        options.check(
                !files || !options.isSet(SocketOptions.SSL_CONTEXT),
                "sslContext excludes certificateFile, keyFile and trustFile: the context has them already");
        options.check(
                tls || (!files && !options.isSet(SocketOptions.SSL_CONTEXT)),
                "it names keys or certificates, but does not use TLS: add ssl=true, or write https:");
    }

    public InetSocketAddress bindAddress() {
        return host.equals("0.0.0.0") || host.equals("*")
                ? new InetSocketAddress(port)
                : new InetSocketAddress(host, port);
    }

    public final SendCompletion completion(boolean sync) {
        SendCompletion given = options.find(SocketOptions.COMPLETION);
        return given != null ? given : sync ? SendCompletion.Reply : SendCompletion.Accepted;
    }

    public final @Nullable String onSendFailure() {
        return options.find(SocketOptions.ON_SEND_FAILURE);
    }

    public record HostPort(String host, int port) {
        /** Parses {@code host:port}, or {@code [::1]:port}. */
        public static HostPort parse(String uri, String text, int defaultPort) {
            int colon = text.lastIndexOf(':');
            boolean hasPort = colon > text.lastIndexOf(']');
            String host = hasPort ? text.substring(0, colon) : text;
            if (host.startsWith("[") && host.endsWith("]")) {
                host = host.substring(1, host.length() - 1);
            }
            int port = hasPort ? number(text.substring(colon + 1)) : defaultPort;
            if (host.isEmpty() || host.indexOf('@') >= 0 || port < 0 || port > 65_535) {
                throw new InvalidOptionException(
                        uri,
                        "it must name a host and a port from 0 to 65535, as in localhost:7000, and no user or password",
                        null);
            }
            return new HostPort(host, port);
        }

        private static int number(String digits) {
            try {
                return Integer.parseInt(digits);
            } catch (NumberFormatException e) {
                return -1;
            }
        }
    }
}
