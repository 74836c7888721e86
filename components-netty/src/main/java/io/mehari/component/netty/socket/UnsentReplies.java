package io.mehari.component.netty.socket;

import io.mehari.spi.internal.Log;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import java.io.IOException;

/** Closes connections whose replies could not be encoded: the other side would wait. One object for all connections. */
public final class UnsentReplies implements ChannelFutureListener {
    private final Object server;
    private final Log failures;

    /** @param server what makes the replies, for messages */
    public UnsentReplies(Object server, String logger) {
        this.server = server;
        this.failures = new Log(logger);
    }

    @Override
    public void operationComplete(ChannelFuture written) {
        Throwable failure = written.cause();
        Channel channel = written.channel();
        if (failure == null || !channel.isActive()) {
            return;
        }
        if (!(failure instanceof IOException)) { // else the other side has ended it
            failures.warnOnceAMinute(
                    server + ": the connection from " + channel.remoteAddress()
                            + " is closed [MH-62]: a reply could not be encoded; let the route set a body of the type"
                            + " that the encoder takes",
                    failure);
        }
        Sockets.close(channel);
    }
}
