package io.mehari.component.netty;

import io.mehari.spi.Log;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A connection of a {@link ClientPool}. */
final class ClientConnection extends ChannelInboundHandlerAdapter {
    /*
     * Only the thread of the event loop uses the call. A call whose sender has given up stays here, because its reply
     * may still come. Then the connection is closed, so that the reply is never used for the next call.
     */
    private final ClientPool pool;
    private final NettyEndpoint endpoint;
    private final ClientProtocol protocol;
    private volatile @Nullable Channel channel;
    private @Nullable Call call;
    private @Nullable Throwable reason;
    private @Nullable ScheduledFuture<?> eviction;
    private @Nullable ScheduledFuture<?> replyDue;

    ClientConnection(ClientPool pool, NettyEndpoint endpoint, ClientProtocol protocol) {
        this.pool = pool;
        this.endpoint = endpoint;
        this.protocol = protocol;
    }

    void opened(Channel opened) {
        channel = opened;
        opened.closeFuture().addListener(closed -> pool.ended(this));
    }

    boolean isActive() {
        Channel mine = channel;
        return mine != null && mine.isActive();
    }

    void close() {
        Channel mine = channel;
        if (mine != null) {
            Sockets.close(mine);
        }
    }

    /** Sends the message of a call. The pool has given this connection to this call only. */
    void send(Call next) {
        Channel mine = channel;
        if (mine == null || !mine.isActive()) {
            next.fail(lost(null));
            return;
        }
        try {
            mine.eventLoop().execute(() -> write(mine, next));
        } catch (RejectedExecutionException e) {
            next.fail(lost(e));
        }
    }

    private void write(Channel mine, Call next) {
        if (eviction != null) {
            eviction.cancel(false);
            eviction = null;
        }
        if (next.isDone()) { // its sender gave up while it waited
            free();
            return;
        }
        Object message = next.takeMessage();
        if (message == null) {
            free();
            return;
        }
        call = next;
        long timeout = endpoint.settings().requestTimeoutMillis;
        if (timeout > 0) {
            next.setDeadline(mine.eventLoop().schedule(() -> timeIsUp(next, timeout), timeout, TimeUnit.MILLISECONDS));
        }
        mine.writeAndFlush(message).addListener((ChannelFuture written) -> {
            if (!written.isSuccess()) {
                failed(written.cause());
            } else if (endpoint.expectsReplies()) {
                next.written();
                if (next.isDone() && call == next && timeout > 0) {
                    // the sender does not wait, but this connection is free only after the reply
                    replyDue = mine.eventLoop().schedule(this::close, timeout, TimeUnit.MILLISECONDS);
                }
            } else {
                end(protocol.mayBeReused(null), next::written);
            }
        });
    }

    private void timeIsUp(Call late, long millis) {
        late.timeIsUp(millis);
        if (call == late) {
            close();
        }
    }

    @Override
    @SuppressWarnings("CatchingUnchecked") // the user's decoder may throw anything
    public void channelRead(ChannelHandlerContext context, Object message) {
        Object reply;
        try {
            reply = protocol.decoded(message);
        } catch (Throwable e) {
            failed(e);
            return;
        }
        Call answeredCall = call;
        if (answeredCall == null) {
            endpoint.unexpected(context.channel().remoteAddress());
            close();
            return;
        }
        end(protocol.mayBeReused(reply), () -> answeredCall.reply(reply));
    }

    /** The connection becomes free before the sender continues, so that the sender's next message can use it. */
    private void end(boolean mayBeReused, Runnable senderGoesOn) {
        call = null;
        cancelReplyDue();
        try {
            if (mayBeReused) {
                free();
            } else {
                close();
            }
        } finally {
            senderGoesOn.run();
        }
    }

    private void cancelReplyDue() {
        if (replyDue != null) {
            replyDue.cancel(false);
            replyDue = null;
        }
    }

    private void free() {
        Channel mine = channel;
        if (mine == null) {
            return;
        }
        long evictAfter = endpoint.settings().evictAfterMillis;
        eviction = mine.eventLoop().schedule(() -> pool.evict(this), evictAfter, TimeUnit.MILLISECONDS);
        pool.free(this);
    }

    private void failed(@Nullable Throwable why) {
        reason = reason == null ? why : reason;
        Call failing = call;
        call = null;
        cancelReplyDue();
        if (failing != null) {
            failing.fail(why instanceof ConnectionLostException named ? named : lost(why));
        }
        close();
    }

    private ConnectionLostException lost(@Nullable Throwable why) {
        return new ConnectionLostException(
                endpoint + ": the connection ended before the "
                        + (endpoint.expectsReplies() ? "reply came" : "message was written")
                        + (why == null ? "" : " (" + Log.describe(why) + ")")
                        + "; the other side may have processed the message or not",
                why);
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        failed(reason);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable failure) {
        failed(failure);
    }
}
