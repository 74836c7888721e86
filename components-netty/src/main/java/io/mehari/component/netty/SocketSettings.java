package io.mehari.component.netty;

import io.mehari.InvalidOptionException;
import io.mehari.spi.EndpointOption;
import io.mehari.spi.EndpointOptions;
import java.net.InetSocketAddress;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The common options of network endpoints from one URI, checked. */
class SocketSettings {
    final String uri;
    final EndpointOptions options;
    final String host;
    final int port;
    final int maxInFlight;
    final int maxConnections;
    final int maximumPoolSize;
    final boolean runOnEventLoop;
    final long readTimeoutMillis;
    final long writeTimeoutMillis;
    final int connectTimeoutMillis;
    final long requestTimeoutMillis;
    final int poolMaxTotal;
    final int poolMaxIdle;
    final long evictAfterMillis;
    final boolean tls;

    SocketSettings(String uri, HostPort address, EndpointOptions options, boolean tls) {
        this.uri = uri;
        this.options = options;
        this.host = address.host();
        this.port = address.port();
        this.tls = tls;
        maxInFlight = atLeast(SocketOptions.MAX_IN_FLIGHT, 1);
        maxConnections = atLeast(SocketOptions.MAX_CONNECTIONS, 1);
        maximumPoolSize = atLeast(SocketOptions.MAXIMUM_POOL_SIZE, 1);
        runOnEventLoop = options.get(SocketOptions.RUN_ON_EVENT_LOOP);
        readTimeoutMillis = millis(SocketOptions.READ_TIMEOUT, 1);
        writeTimeoutMillis = millis(SocketOptions.WRITE_TIMEOUT, 1);
        connectTimeoutMillis = (int) Math.min(Integer.MAX_VALUE, millis(SocketOptions.CONNECT_TIMEOUT, 1));
        requestTimeoutMillis = millis(SocketOptions.REQUEST_TIMEOUT, 0);
        poolMaxTotal = atLeast(SocketOptions.PRODUCER_POOL_MAX_TOTAL, 1);
        poolMaxIdle = atLeast(SocketOptions.PRODUCER_POOL_MAX_IDLE, 0);
        evictAfterMillis = millis(SocketOptions.PRODUCER_POOL_MIN_EVICTABLE_IDLE, 1);
        atLeast(SocketOptions.SEND_BUFFER_SIZE, 1_024);
        atLeast(SocketOptions.RECEIVE_BUFFER_SIZE, 1_024);
        checkKeys();
    }

    private void checkKeys() {
        boolean certificate = options.isSet(SocketOptions.CERTIFICATE_FILE);
        check(
                certificate == options.isSet(SocketOptions.KEY_FILE),
                "certificateFile and keyFile belong together: give both or none");
        boolean files = certificate || options.isSet(SocketOptions.TRUST_FILE);
        check(
                !files || !options.isSet(SocketOptions.SSL_CONTEXT),
                "sslContext excludes certificateFile, keyFile and trustFile: the context has them already");
        check(
                tls || (!files && !options.isSet(SocketOptions.SSL_CONTEXT)),
                "it names keys or certificates, but does not use TLS: add ssl=true, or write https:");
    }

    /** The address to listen on. */
    InetSocketAddress bindAddress() {
        return host.equals("0.0.0.0") || host.equals("*")
                ? new InetSocketAddress(port)
                : new InetSocketAddress(host, port);
    }

    final SendCompletion completion(boolean sync) {
        SendCompletion given = options.find(SocketOptions.COMPLETION);
        return given != null ? given : sync ? SendCompletion.Reply : SendCompletion.Accepted;
    }

    final @Nullable String onSendFailure() {
        return options.find(SocketOptions.ON_SEND_FAILURE);
    }

    final int atLeast(EndpointOption<Integer> option, int least) {
        int value = options.get(option);
        check(value >= least, option + " must be at least " + least + ", not " + value);
        return value;
    }

    final long millis(EndpointOption<Duration> option, long least) {
        long value = options.get(option).toMillis();
        check(value >= least, option + " must be at least " + least + " ms, not " + value + " ms");
        return value;
    }

    final void check(boolean condition, String message) {
        if (!condition) {
            throw new InvalidOptionException(uri, message, null);
        }
    }

    record HostPort(String host, int port) {
        /** Parses {@code host:port}, or {@code [::1]:port}. */
        static HostPort parse(String uri, String text, int defaultPort) {
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
