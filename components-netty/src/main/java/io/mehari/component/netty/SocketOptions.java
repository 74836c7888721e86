package io.mehari.component.netty;

import io.mehari.spi.EndpointOption;
import java.time.Duration;
import java.util.List;
import javax.net.ssl.SSLContext;

/** The common options of network endpoints, as they are written in URIs. */
final class SocketOptions {
    private SocketOptions() {}

    // ---- both sides
    static final EndpointOption<Boolean> KEEP_ALIVE = EndpointOption.of(
            "keepAlive", Boolean.class, true, "let the operating system find connections whose other side is gone");
    static final EndpointOption<Boolean> TCP_NO_DELAY =
            EndpointOption.of("tcpNoDelay", Boolean.class, true, "send small messages without delay");
    static final EndpointOption<Boolean> REUSE_ADDRESS = EndpointOption.of(
            "reuseAddress", Boolean.class, true, "listen again on a port that was in use a moment ago");
    static final EndpointOption<Integer> SEND_BUFFER_SIZE =
            EndpointOption.of("sendBufferSize", Integer.class, 65_536, "send buffer of a socket, in bytes");
    static final EndpointOption<Integer> RECEIVE_BUFFER_SIZE =
            EndpointOption.of("receiveBufferSize", Integer.class, 65_536, "receive buffer of a socket, in bytes");

    // ---- server
    static final EndpointOption<Integer> BACKLOG = EndpointOption.optional(
            "backlog", Integer.class, "connections that the operating system keeps until they are accepted");
    static final EndpointOption<Integer> MAX_CONNECTIONS = EndpointOption.of(
            "maxConnections",
            Integer.class,
            10_000,
            "maximum number of open connections; further ones are accepted when one has closed");
    static final EndpointOption<Integer> MAX_IN_FLIGHT = EndpointOption.of(
            "maxInFlight",
            Integer.class,
            1_000,
            "maximum number of messages in the route, and of messages that completion=Queued holds; at this limit the"
                    + " server stops reading and the sender waits");
    static final EndpointOption<Integer> MAXIMUM_POOL_SIZE = EndpointOption.of(
            "maximumPoolSize", Integer.class, 16, "maximum number of threads that run the route, created when needed");
    static final EndpointOption<Boolean> RUN_ON_EVENT_LOOP = EndpointOption.of(
            "runOnEventLoop",
            Boolean.class,
            false,
            "run the route on the thread that serves the sockets; only for routes that never block");
    static final EndpointOption<Duration> READ_TIMEOUT = EndpointOption.of(
            "readTimeout",
            Duration.class,
            Duration.ofSeconds(30),
            "time limit for a whole message, from its first byte");
    static final EndpointOption<Duration> WRITE_TIMEOUT = EndpointOption.of(
            "writeTimeout",
            Duration.class,
            Duration.ofSeconds(30),
            "time after which a connection is closed whose other side does not read");

    // ---- client
    static final EndpointOption<Duration> CONNECT_TIMEOUT = EndpointOption.of(
            "connectTimeout",
            Duration.class,
            Duration.ofSeconds(10),
            "time limit for a connection attempt, TLS included");
    static final EndpointOption<Duration> REQUEST_TIMEOUT = EndpointOption.of(
            "requestTimeout",
            Duration.class,
            Duration.ofSeconds(30),
            "time limit from sending a message on its connection until its reply (completion=Reply) or until it is"
                    + " written; does not include the wait for a connection; 0: no limit");
    static final EndpointOption<SendCompletion> COMPLETION = EndpointOption.optional(
            "completion",
            SendCompletion.class,
            "when the sender continues: after the reply, after the write, or at once; default Reply, or"
                    + " Accepted if sync=false");
    static final EndpointOption<String> ON_SEND_FAILURE = EndpointOption.optional(
            "onSendFailure", String.class, "URI that gets the messages which completion=Queued could not write");
    static final EndpointOption<Integer> PRODUCER_POOL_MAX_TOTAL = EndpointOption.of(
            "producerPoolMaxTotal",
            Integer.class,
            100,
            "maximum number of connections of the pool; further senders wait for one");
    static final EndpointOption<Integer> PRODUCER_POOL_MAX_IDLE = EndpointOption.of(
            "producerPoolMaxIdle", Integer.class, 100, "maximum number of unused connections that the pool keeps");
    static final EndpointOption<Duration> PRODUCER_POOL_MIN_EVICTABLE_IDLE = EndpointOption.of(
            "producerPoolMinEvictableIdle",
            Duration.class,
            Duration.ofMinutes(5),
            "time after which an unused connection is closed");
    static final EndpointOption<Boolean> LAZY_CHANNEL_CREATION = EndpointOption.of(
            "lazyChannelCreation",
            Boolean.class,
            true,
            "connect for the first message, so that a route starts without the server; false: fail at start");

    // ---- TLS
    static final EndpointOption<Boolean> SSL = EndpointOption.of("ssl", Boolean.class, false, "use TLS");
    static final EndpointOption<SSLContext> SSL_CONTEXT = EndpointOption.optional(
            "sslContext", SSLContext.class, "keys and trusted certificates, instead of the files below");
    static final EndpointOption<String> CERTIFICATE_FILE =
            EndpointOption.optional("certificateFile", String.class, "own certificate and its chain, PEM");
    static final EndpointOption<String> KEY_FILE =
            EndpointOption.optional("keyFile", String.class, "private key of the own certificate, PEM (PKCS#8)");
    static final EndpointOption<String> PASSPHRASE =
            EndpointOption.optional("passphrase", String.class, "passphrase of keyFile");
    static final EndpointOption<String> TRUST_FILE =
            EndpointOption.optional("trustFile", String.class, "certificates to trust, PEM; default: those of the JDK");
    static final EndpointOption<Boolean> NEED_CLIENT_AUTH = EndpointOption.of(
            "needClientAuth", Boolean.class, false, "server: refuse clients without a trusted certificate");
    static final EndpointOption<Boolean> HOSTNAME_VERIFICATION = EndpointOption.of(
            "hostnameVerification",
            Boolean.class,
            true,
            "client: the certificate must be for the host of the URI; false logs a warning");
    static final EndpointOption<String> ENABLED_PROTOCOLS =
            EndpointOption.of("enabledProtocols", String.class, "TLSv1.2,TLSv1.3", "versions of TLS");

    static final List<EndpointOption<?>> COMMON = List.of(
            KEEP_ALIVE,
            TCP_NO_DELAY,
            REUSE_ADDRESS,
            SEND_BUFFER_SIZE,
            RECEIVE_BUFFER_SIZE,
            BACKLOG,
            MAX_CONNECTIONS,
            MAX_IN_FLIGHT,
            MAXIMUM_POOL_SIZE,
            RUN_ON_EVENT_LOOP,
            READ_TIMEOUT,
            WRITE_TIMEOUT,
            CONNECT_TIMEOUT,
            REQUEST_TIMEOUT,
            COMPLETION,
            ON_SEND_FAILURE,
            PRODUCER_POOL_MAX_TOTAL,
            PRODUCER_POOL_MAX_IDLE,
            PRODUCER_POOL_MIN_EVICTABLE_IDLE,
            LAZY_CHANNEL_CREATION,
            SSL,
            SSL_CONTEXT,
            CERTIFICATE_FILE,
            KEY_FILE,
            PASSPHRASE,
            TRUST_FILE,
            NEED_CLIENT_AUTH,
            HOSTNAME_VERIFICATION,
            ENABLED_PROTOCOLS);
}
