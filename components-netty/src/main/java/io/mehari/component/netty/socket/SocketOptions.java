package io.mehari.component.netty.socket;

import io.mehari.connector.SendCompletion;
import io.mehari.spi.EndpointOption;
import io.mehari.spi.OptionSet;
import java.time.Duration;
import javax.net.ssl.SSLContext;

/** The common options of network endpoints, as they are written in URIs. */
public final class SocketOptions {
    private SocketOptions() {}

    public static final OptionSet ALL = new OptionSet();

    /** Options of a port, which all routes that share it must agree on. */
    public static final OptionSet PORT = new OptionSet();

    // ---- both sides
    public static final EndpointOption<Boolean> KEEP_ALIVE =
            PORT.of("keepAlive", true, "let the operating system find connections whose other side is gone");
    public static final EndpointOption<Boolean> TCP_NO_DELAY =
            PORT.of("tcpNoDelay", true, "send small messages without delay");
    public static final EndpointOption<Boolean> REUSE_ADDRESS =
            PORT.of("reuseAddress", true, "listen again on a port that was in use a moment ago");
    public static final EndpointOption<Integer> SEND_BUFFER_SIZE =
            PORT.atLeast(1_024, "sendBufferSize", 65_536, "send buffer of a socket, in bytes");
    public static final EndpointOption<Integer> RECEIVE_BUFFER_SIZE =
            PORT.atLeast(1_024, "receiveBufferSize", 65_536, "receive buffer of a socket, in bytes");

    // ---- server
    public static final EndpointOption<Integer> BACKLOG = PORT.optional(
            "backlog", Integer.class, "connections that the operating system keeps until they are accepted");
    public static final EndpointOption<Integer> MAX_CONNECTIONS = PORT.atLeast(
            1, "maxConnections", 10_000, "maximum open connections; further ones are accepted when one has closed");
    public static final EndpointOption<Integer> MAX_BUFFERED_BYTES = PORT.between(
            2,
            Integer.MAX_VALUE,
            "maxBufferedBytes",
            null,
            "server: maximum number of bytes that it holds for all connections: half for messages that are being"
                    + " received or are in the route, half for replies that are not read; default: an eighth of the"
                    + " heap");
    public static final EndpointOption<Integer> MAX_IN_FLIGHT = ALL.atLeast(
            1,
            "maxInFlight",
            1_000,
            "maximum number of messages in the route, and of messages that completion=Queued holds; at this limit the"
                    + " server stops reading and the sender waits");
    public static final EndpointOption<Integer> MAXIMUM_POOL_SIZE =
            ALL.atLeast(1, "maximumPoolSize", 16, "maximum number of threads that run the route, created when needed");
    public static final EndpointOption<Boolean> RUN_ON_EVENT_LOOP = ALL.of(
            "runOnEventLoop", false, "run the route on the thread of the sockets; only for routes that never block");
    public static final EndpointOption<Duration> READ_TIMEOUT = PORT.atLeast(
            Duration.ofMillis(1),
            "readTimeout",
            Duration.ofSeconds(30),
            "time limit for a whole message, from its first byte");
    public static final EndpointOption<Duration> WRITE_TIMEOUT = PORT.atLeast(
            Duration.ofMillis(1),
            "writeTimeout",
            Duration.ofSeconds(30),
            "time after which a connection closes whose other side does not read");

    // ---- client
    public static final EndpointOption<Duration> CONNECT_TIMEOUT = ALL.atLeast(
            Duration.ofMillis(1),
            "connectTimeout",
            Duration.ofSeconds(10),
            "time limit for a connection attempt, with the look-up of the name and TLS");
    public static final EndpointOption<Duration> REQUEST_TIMEOUT = ALL.atLeast(
            Duration.ZERO,
            "requestTimeout",
            Duration.ofSeconds(30),
            "time limit from sending a message on its connection until its reply (completion=Reply) or until it is"
                    + " written; does not include the wait for a connection; 0: no limit");
    public static final EndpointOption<SendCompletion> COMPLETION = ALL.optional(
            "completion",
            SendCompletion.class,
            "when the sender continues: after the reply, after the write, or at once; default Reply, or"
                    + " Accepted if sync=false");
    public static final EndpointOption<String> ON_SEND_FAILURE =
            ALL.text("onSendFailure", "URI that gets the messages which completion=Queued could not write");
    public static final EndpointOption<Integer> PRODUCER_POOL_MAX_TOTAL = ALL.atLeast(
            1, "producerPoolMaxTotal", 100, "maximum number of connections of the pool; further senders wait for one");
    public static final EndpointOption<Integer> PRODUCER_POOL_MAX_IDLE =
            ALL.atLeast(0, "producerPoolMaxIdle", 100, "maximum number of unused connections that the pool keeps");
    public static final EndpointOption<Duration> PRODUCER_POOL_MIN_EVICTABLE_IDLE = ALL.atLeast(
            Duration.ofMillis(1),
            "producerPoolMinEvictableIdle",
            Duration.ofMinutes(5),
            "time after which an unused connection closes");
    public static final EndpointOption<Boolean> LAZY_CHANNEL_CREATION = ALL.of(
            "lazyChannelCreation", true, "connect for the first message; false: fail the start without a server");

    // ---- TLS
    public static final EndpointOption<SSLContext> SSL_CONTEXT =
            PORT.optional("sslContext", SSLContext.class, "keys and trusted certificates, instead of the files below");
    public static final EndpointOption<String> CERTIFICATE_FILE =
            PORT.text("certificateFile", "own certificate and its chain, PEM");
    public static final EndpointOption<String> KEY_FILE =
            PORT.text("keyFile", "private key of the own certificate, PEM (PKCS#8)");
    public static final EndpointOption<String> PASSPHRASE = PORT.text("passphrase", "passphrase of keyFile");
    public static final EndpointOption<String> TRUST_FILE =
            PORT.text("trustFile", "certificates to trust, PEM; default: those of the JDK");
    public static final EndpointOption<Boolean> NEED_CLIENT_AUTH =
            PORT.of("needClientAuth", false, "server: refuse clients without a trusted certificate");
    public static final EndpointOption<Boolean> HOSTNAME_VERIFICATION = ALL.of(
            "hostnameVerification", true, "client: the certificate must be for the URI's host; false logs a warning");
    public static final EndpointOption<String> ENABLED_PROTOCOLS =
            PORT.of("enabledProtocols", "TLSv1.2,TLSv1.3", "versions of TLS");

    static {
        ALL.addAll(PORT);
    }
}
