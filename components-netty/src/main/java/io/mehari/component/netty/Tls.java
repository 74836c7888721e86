package io.mehari.component.netty;

import io.mehari.InvalidOptionException;
import io.mehari.spi.Log;
import io.mehari.spi.SafeText;
import io.netty.channel.Channel;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.IdentityCipherSuiteFilter;
import io.netty.handler.ssl.JdkSslContext;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslProvider;
import io.netty.util.concurrent.Future;
import java.io.File;
import java.net.SocketAddress;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;

/** TLS for one endpoint, on the JDK's own implementation. */
final class Tls {
    private final SslContext context;
    private final SocketSettings settings;
    private final boolean verifiesHost;

    private Tls(SslContext context, SocketSettings settings, boolean verifiesHost) {
        this.context = context;
        this.settings = settings;
        this.verifiesHost = verifiesHost;
    }

    static Tls server(SocketSettings settings) {
        settings.check(
                settings.options.isSet(SocketOptions.CERTIFICATE_FILE)
                        || settings.options.isSet(SocketOptions.SSL_CONTEXT),
                "a server with TLS needs a certificate: give sslContext=#name, or certificateFile and keyFile");
        ClientAuth clients =
                settings.options.get(SocketOptions.NEED_CLIENT_AUTH) ? ClientAuth.REQUIRE : ClientAuth.NONE;
        return new Tls(context(settings, false, clients), settings, false);
    }

    static Tls client(SocketSettings settings) {
        boolean verifies = settings.options.get(SocketOptions.HOSTNAME_VERIFICATION);
        if (!verifies) {
            Log.warn(
                    Tls.class,
                    SafeText.uri(settings.uri) + " has hostnameVerification=false: it sends to any server that has a"
                            + " trusted certificate, whatever host that is for; use it in tests alone");
        }
        return new Tls(context(settings, true, ClientAuth.NONE), settings, verifies);
    }

    private static SslContext context(SocketSettings settings, boolean client, ClientAuth clients) {
        SSLContext given = settings.options.find(SocketOptions.SSL_CONTEXT);
        String[] protocols =
                settings.options.get(SocketOptions.ENABLED_PROTOCOLS).split(",");
        try {
            if (given != null) {
                return new JdkSslContext(
                        given,
                        client,
                        null,
                        IdentityCipherSuiteFilter.INSTANCE,
                        ApplicationProtocolConfig.DISABLED,
                        clients,
                        protocols,
                        false);
            }
            return fromFiles(settings, client)
                    .clientAuth(clients)
                    .protocols(protocols)
                    .build();
        } catch (Exception e) {
            throw new InvalidOptionException(settings.uri, "its keys or certificates cannot be used: " + reason(e), e);
        }
    }

    private static String reason(Throwable e) {
        Throwable cause = e.getCause();
        return String.valueOf(e.getMessage()) + (cause == null ? "" : " (" + cause.getMessage() + ")");
    }

    private static SslContextBuilder fromFiles(SocketSettings settings, boolean client) {
        String certificate = settings.options.find(SocketOptions.CERTIFICATE_FILE);
        String key = settings.options.find(SocketOptions.KEY_FILE);
        String passphrase = settings.options.find(SocketOptions.PASSPHRASE);
        String trust = settings.options.find(SocketOptions.TRUST_FILE);
        SslContextBuilder builder;
        if (certificate == null || key == null) {
            builder = SslContextBuilder.forClient();
        } else if (client) {
            builder = SslContextBuilder.forClient().keyManager(new File(certificate), new File(key), passphrase);
        } else {
            builder = SslContextBuilder.forServer(new File(certificate), new File(key), passphrase);
        }
        if (trust != null) {
            builder.trustManager(new File(trust));
        }
        return builder.sslProvider(SslProvider.JDK);
    }

    /** Adds the handler that does TLS on a new connection of a server. */
    void addToServer(Channel channel) {
        channel.pipeline().addLast("tls", context.newHandler(channel.alloc()));
    }

    /**
     * Adds the handler that does TLS on a new connection of a client. Both are limited by connectTimeout together.
     *
     * @return done when the connection is ready to send, or has ended
     */
    Future<Channel> addToClient(Channel channel) {
        SslHandler handler = context.newHandler(channel.alloc(), settings.host, settings.port);
        SSLEngine engine = handler.engine();
        SSLParameters parameters = engine.getSSLParameters();
        // An empty string turns the verification off; the JDK would ignore null.
        parameters.setEndpointIdentificationAlgorithm(verifiesHost ? "HTTPS" : "");
        engine.setSSLParameters(parameters);
        channel.pipeline().addLast(new TimeLimit(handler)).addLast("tls", handler);
        return handler.handshakeFuture();
    }

    /** Leaves the handshake what the connection itself has not used of connectTimeout. */
    private final class TimeLimit extends ChannelDuplexHandler {
        private final SslHandler handler;
        private long begun = System.nanoTime();

        TimeLimit(SslHandler handler) {
            this.handler = handler;
        }

        @Override
        public void connect(
                ChannelHandlerContext context, SocketAddress remote, SocketAddress local, ChannelPromise promise) {
            begun = System.nanoTime();
            var unused = context.connect(remote, local, promise);
        }

        @Override
        public void channelActive(ChannelHandlerContext context) {
            long used = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun);
            handler.setHandshakeTimeoutMillis(Math.max(1, settings.connectTimeoutMillis - used));
            context.fireChannelActive();
            context.pipeline().remove(this);
        }
    }
}
