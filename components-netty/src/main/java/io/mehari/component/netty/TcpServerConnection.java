package io.mehari.component.netty;

import io.mehari.AsyncCallback;
import io.mehari.Exchange;
import io.mehari.ExchangePattern;
import io.mehari.spi.Log;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.DecoderException;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** A connection whose messages are frames. */
final class TcpServerConnection extends ServerConnection {
    private static final int BATCH = 256;

    private final TcpConsumer consumer;
    private final TcpSettings settings;
    private final boolean oneWay;

    TcpServerConnection(TcpConsumer consumer, TcpSettings settings) {
        super(
                settings,
                consumer.gate(),
                consumer.pending(),
                settings.idleTimeoutMillis,
                consumer.frames().areTheUsers());
        this.consumer = consumer;
        this.settings = settings;
        this.oneWay = !settings.sync;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object decoded) {
        arrived(consumer.frames().body(decoded));
    }

    @Override
    @Nullable
    Executor executor(Object first) {
        return consumer.executor();
    }

    @Override
    int batchSize() {
        return BATCH;
    }

    @Override
    boolean process(Object body) {
        Exchange exchange = consumer.getEndpoint().createExchange();
        exchange.setPattern(oneWay ? ExchangePattern.InOnly : ExchangePattern.InOut);
        exchange.setBody(body);
        Channel channel = channel();
        exchange.setHeader(NettyConstants.REMOTE_ADDRESS, channel.remoteAddress());
        exchange.setHeader(NettyConstants.LOCAL_ADDRESS, channel.localAddress());
        PeerCertificate.addTo(exchange, channel);
        RouteCaller route = consumer.route();
        int lease = route.exchanges.lease(exchange);
        long begin = settings.runOnEventLoop ? System.nanoTime() : 0;
        entersRoute();
        boolean done = route.call(exchange, new End(exchange, lease));
        if (settings.runOnEventLoop) {
            consumer.blockedLoop().returned(System.nanoTime() - begin);
        }
        return done;
    }

    private final class End implements AsyncCallback {
        private final Exchange exchange;
        private final int lease;

        End(Exchange exchange, int lease) {
            this.exchange = exchange;
            this.lease = lease;
        }

        @Override
        @SuppressWarnings("CatchingUnchecked") // such as an OutOfMemoryError: the next message must follow
        public void done(boolean doneSync) {
            try {
                finish(exchange, lease);
            } catch (Throwable e) {
                broken(e);
            }
            if (!doneSync) {
                goOn();
            }
        }
    }

    /** Law K1: the completions run first, and then the reply is written. */
    @SuppressWarnings("CatchingUnchecked") // a body may throw anything when it is converted
    private void finish(Exchange exchange, int lease) {
        Object reply = null;
        Throwable failure = exchange.getException();
        boolean close = settings.disconnect;
        try {
            if (!oneWay && failure == null) {
                reply = consumer.frames().message(exchange);
                close |= reply == null && settings.disconnectOnNoReply;
            }
            close |= Boolean.TRUE.equals(exchange.getHeader(NettyConstants.CLOSE_WHEN_COMPLETE, Boolean.class));
        } catch (Throwable e) {
            failure = e;
        }
        if (failure != null) {
            Log.warn(
                    TcpServerConnection.class,
                    consumer + ": a message failed, and no error handler handled it"
                            + (oneWay ? "" : "; its connection is closed without a reply"),
                    failure);
        }
        consumer.route().exchanges.release(exchange, lease);
        send(reply, close || (failure != null && !oneWay));
    }

    private void send(@Nullable Object reply, boolean close) {
        if (!isOpen()) {
            Frames.release(reply); // the other side has closed the connection, or the context has stopped
        } else if (reply != null) {
            var written = channel().writeAndFlush(reply);
            if (close) {
                written.addListener(ChannelFutureListener.CLOSE);
            }
        } else if (close) {
            closeConnection();
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable failure) {
        Sockets.close(context.channel());
        if (failure instanceof DecoderException) { // too long, not TLS, or from the user's codec
            consumer.badInput(context.channel().remoteAddress(), failure);
        }
    }
}
