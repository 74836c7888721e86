package io.mehari.component.netty.socket;

import io.mehari.InvalidOptionException;
import io.mehari.spi.EndpointOption;
import io.mehari.spi.internal.Log;
import io.mehari.spi.internal.SafeText;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelPromise;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.IdentityCipherSuiteFilter;
import io.netty.handler.ssl.JdkSslContext;
import io.netty.handler.ssl.SslCloseCompletionEvent;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslProvider;
import io.netty.util.concurrent.Future;
import java.io.File;
import java.net.SocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;

/** TLS for one endpoint, on the JDK's own implementation. */
public final class Tls {
    private final SslContext context;
    private final SocketSettings settings;
    private final boolean verifiesHost;

    private Tls(SslContext context, SocketSettings settings, boolean verifiesHost) {
        this.context = context;
        this.settings = settings;
        this.verifiesHost = verifiesHost;
    }

    public static Tls server(SocketSettings settings) {
        settings.options.check(
                settings.options.isSet(SocketOptions.CERTIFICATE_FILE)
                        || settings.options.isSet(SocketOptions.SSL_CONTEXT),
                "a server with TLS needs a certificate: give sslContext=#name, or certificateFile and keyFile");
        ClientAuth clients =
                settings.options.get(SocketOptions.NEED_CLIENT_AUTH) ? ClientAuth.REQUIRE : ClientAuth.NONE;
        return new Tls(context(settings, false, clients), settings, false);
    }

    public static Tls client(SocketSettings settings) {
        boolean verifies = settings.options.get(SocketOptions.HOSTNAME_VERIFICATION);
        if (!verifies) {
            Log.warn(
                    Tls.class,
                    SafeText.uri(settings.options.uri())
                            + " has hostnameVerification=false: it sends to any server that has a"
                            + " trusted certificate, whatever host that is for; use it in tests alone [MH-66]");
        }
        return new Tls(context(settings, true, ClientAuth.NONE), settings, verifies);
    }

    private static SslContext context(SocketSettings settings, boolean client, ClientAuth clients) {
        SSLContext given = settings.options.find(SocketOptions.SSL_CONTEXT);
        String[] protocols =
                settings.options.get(SocketOptions.ENABLED_PROTOCOLS).split(",");
        try {
            checkProtocols(settings, protocols);
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
        } catch (InvalidOptionException e) {
            throw e;
        } catch (Exception e) {
            String key = settings.options.find(SocketOptions.KEY_FILE);
            String words = TlsWords.ofFiles(e, key, settings.options.find(SocketOptions.PASSPHRASE));
            throw new InvalidOptionException(settings.options.uri(), words, e);
        }
    }

    private static void checkFile(SocketSettings settings, EndpointOption<String> option) {
        String file = settings.options.find(option);
        settings.options.check(
                file == null || Files.isReadable(Path.of(file)),
                option.name() + ": the file " + file + " is not there, or may not be read");
    }

    private static void checkProtocols(SocketSettings settings, String[] protocols) throws NoSuchAlgorithmException {
        String[] known = SSLContext.getDefault().getSupportedSSLParameters().getProtocols();
        for (String each : protocols) {
            settings.options.check(
                    Arrays.asList(known).contains(each),
                    "enabledProtocols takes some of " + Arrays.toString(known) + ", with commas between them, not '"
                            + each + "'");
        }
    }

    private static SslContextBuilder fromFiles(SocketSettings settings, boolean client) {
        String certificate = settings.options.find(SocketOptions.CERTIFICATE_FILE);
        String key = settings.options.find(SocketOptions.KEY_FILE);
        String passphrase = settings.options.find(SocketOptions.PASSPHRASE);
        String trust = settings.options.find(SocketOptions.TRUST_FILE);
        checkFile(settings, SocketOptions.CERTIFICATE_FILE);
        checkFile(settings, SocketOptions.KEY_FILE);
        checkFile(settings, SocketOptions.TRUST_FILE);
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

    public void addToServer(Channel channel) {
        OneHandshake handler = new OneHandshake(context.newEngine(channel.alloc()));
        channel.pipeline().addLast("tls", handler).addLast(new CloseNotify());
    }

    /** The other side has said that nothing follows, and may wait for this side to close: as the end of a stream. */
    private static final class CloseNotify extends ChannelInboundHandlerAdapter {
        @Override
        public void userEventTriggered(ChannelHandlerContext handler, Object event) {
            handler.fireUserEventTriggered(event);
            if (event == SslCloseCompletionEvent.SUCCESS) {
                if (Boolean.TRUE.equals(handler.channel().config().getOption(ChannelOption.ALLOW_HALF_CLOSURE))) {
                    handler.fireUserEventTriggered(ChannelInputShutdownEvent.INSTANCE);
                } else {
                    Sockets.close(handler.channel());
                }
            }
        }
    }

    /** Refuses a second handshake. Only TLS 1.2 has it, and a client may ask for one again and again, which is dear. */
    private static final class OneHandshake extends SslHandler {
        private static final int HANDSHAKE_RECORD = 22;

        OneHandshake(SSLEngine engine) {
            super(engine);
        }

        @Override
        protected void decode(ChannelHandlerContext handler, ByteBuf records, List<Object> out) throws SSLException {
            boolean again = handshakeFuture().isSuccess() && records.isReadable();
            if (again && records.getByte(records.readerIndex()) == HANDSHAKE_RECORD) {
                records.skipBytes(records.readableBytes());
                throw new SSLException("A client has begun a second handshake (renegotiation), which is refused");
            }
            super.decode(handler, records, out);
        }
    }

    /**
     * Adds the handler that does TLS on a new connection of a client. Both are limited by connectTimeout together.
     *
     * @return done when the connection is ready to send, or has ended
     */
    public Future<Channel> addToClient(Channel channel) {
        SslHandler handler = context.newHandler(channel.alloc(), settings.host, settings.port);
        SSLEngine engine = handler.engine();
        SSLParameters parameters = engine.getSSLParameters();
        // An empty string turns the verification off; the JDK would ignore null.
        parameters.setEndpointIdentificationAlgorithm(verifiesHost ? "HTTPS" : "");
        engine.setSSLParameters(parameters);
        channel.pipeline()
                .addLast(new TimeLimit(handler))
                .addLast("tls", handler)
                .addLast(new CloseNotify());
        return handler.handshakeFuture();
    }

    /** Leaves the handshake what the connection itself has not used of connectTimeout. */
    private static final class TimeLimit extends ChannelDuplexHandler {
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
            int left = context.channel().config().getConnectTimeoutMillis(); // after the look-up of the name
            handler.setHandshakeTimeoutMillis(Math.max(1, left - used));
            context.fireChannelActive();
            context.pipeline().remove(this);
        }
    }
}
