package io.mehari.component.netty.tcp;

import io.mehari.Exchange;
import io.mehari.ExchangePattern;
import io.mehari.component.netty.NettyConstants;
import io.mehari.component.netty.socket.PeerCertificate;
import io.mehari.component.netty.socket.RoutePool;
import io.mehari.component.netty.socket.ServerConnection;
import io.mehari.component.netty.socket.Sockets;
import io.mehari.connector.Admission;
import io.mehari.spi.ExchangeOwner;
import io.mehari.spi.internal.Log;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.DecoderException;
import org.jspecify.annotations.Nullable;

/** A connection whose messages are frames. */
final class TcpServerConnection extends ServerConnection {
    private static final int BATCH = 256;
    private static final String CLOSED = "a message gets no reply, and its connection is closed";

    private final TcpConsumer consumer;
    private final TcpSettings settings;
    private final boolean oneWay;

    TcpServerConnection(TcpConsumer consumer, TcpSettings settings) {
        super(
                settings,
                consumer.buffered(),
                consumer.pending(),
                settings.options.millis(TcpOptions.IDLE_TIMEOUT),
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
    public @Nullable RoutePool pool(Object first) {
        return consumer.pool();
    }

    @Override
    public Admission gate(Object first) {
        return consumer.gate();
    }

    @Override
    public int batchSize() {
        return BATCH;
    }

    @Override
    public boolean process(Object body) {
        Exchange exchange = consumer.getEndpoint().createExchange();
        exchange.setPattern(oneWay ? ExchangePattern.InOnly : ExchangePattern.InOut);
        exchange.setBody(body);
        Channel channel = channel();
        exchange.setHeader(NettyConstants.REMOTE_ADDRESS, channel.remoteAddress());
        exchange.setHeader(NettyConstants.LOCAL_ADDRESS, channel.localAddress());
        PeerCertificate.addTo(exchange, channel);
        long begin = settings.runOnEventLoop ? System.nanoTime() : 0;
        entersRoute();
        boolean done = consumer.call(exchange, new End(exchange));
        if (settings.runOnEventLoop) {
            consumer.blockedLoop().returned(System.nanoTime() - begin);
        }
        return done;
    }

    private final class End extends ExchangeOwner {
        private final Exchange exchange;

        End(Exchange exchange) {
            super(exchange);
            this.exchange = exchange;
        }

        @Override
        @SuppressWarnings("CatchingUnchecked") // such as an OutOfMemoryError: the next message must follow
        public void done(boolean doneSync) {
            try {
                finish();
            } catch (Throwable e) {
                broken(e);
            }
            if (!doneSync) {
                goOn();
            }
        }

        /** Law K1: the completions run first, and then the reply is written. */
        @SuppressWarnings("CatchingUnchecked") // a body may throw anything when it is converted
        private void finish() {
            Object reply = null;
            Throwable failure = exchange.getException();
            boolean close = settings.disconnect;
            try {
                if (!oneWay && failure == null && consumer.isUnanswered(exchange, null, CLOSED)) {
                    close = true;
                } else if (!oneWay && failure == null) {
                    reply = consumer.frames().message(exchange);
                    if (reply == null && settings.options.get(TcpOptions.DISCONNECT_ON_NO_REPLY)) {
                        close = true;
                        consumer.noReply(channel().remoteAddress());
                    }
                }
                close |= Boolean.TRUE.equals(exchange.getHeader(NettyConstants.CLOSE_WHEN_COMPLETE, Boolean.class));
            } catch (Throwable e) {
                exchange.removeProperty(Exchange.FAILURE_ROUTE_ID); // the place of a failure that was handled
                failure = e;
            }
            if (failure != null) {
                Log.warn(
                        consumer.log(),
                        consumer + ": a message failed" + Log.place(exchange) + ", and no error handler handled it"
                                + (oneWay ? "" : "; its connection is closed without a reply"),
                        failure);
            }
            release();
            send(reply, close || (failure != null && !oneWay));
        }
    }

    private void send(@Nullable Object reply, boolean close) {
        if (!isOpen()) {
            Sockets.release(reply); // the other side has closed the connection, or the context has stopped
        } else if (reply != null) {
            replyMade(reply instanceof ByteBuf bytes ? bytes.readableBytes() : 0);
            var written = channel().newPromise().addListener(consumer.unsent());
            var unused = channel().writeAndFlush(reply, written);
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
