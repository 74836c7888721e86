package io.mehari.component.netty.socket;

import io.mehari.component.netty.ConnectionFailedException;
import io.mehari.component.netty.ConnectionLostException;
import io.mehari.spi.internal.Log;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.ssl.SslCloseCompletionEvent;
import io.netty.util.ReferenceCountUtil;
import java.util.Objects;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** A connection of a {@link ClientPool}. */
final class ClientConnection extends ChannelInboundHandlerAdapter implements BufferedBytes.Entrant {
    /*
     * Only the thread of the event loop uses the call. A call whose sender has given up stays here, because its reply
     * may still come. Then the connection is closed, so that the reply is never used for the next call.
     *
     * Bytes that come without a call, or that the decoder still holds after a reply, would begin the next reply. So
     * they close the connection. A call that it has got from the pool and not yet written goes to another connection.
     * What comes after a call was written cannot be told from its reply.
     */

    private final ClientPool pool;
    private final SocketEndpoint endpoint;
    private final ClientProtocol protocol;
    private volatile @Nullable Channel channel;
    private @Nullable Call call;
    private @Nullable Throwable reason;
    private @Nullable ScheduledFuture<?> eviction;
    private @Nullable ScheduledFuture<?> replyDue;
    private final UndecodedBytes undecoded = new UndecodedBytes();

    /** Bytes of the reply that is coming. */
    private final HeldBytes held;

    /** It reads no more until replies of other connections have come, or their senders have given up. */
    private boolean waitsToRead;

    /** The pool has kept it, so a new one may do better. Written with the pool's lock, before it is given away. */
    boolean used;

    /** It is closing, and takes no more calls. */
    private boolean over;

    /** The call that waits until the sockets were read once more. */
    private @Nullable Call late;

    ClientConnection(ClientPool pool, SocketEndpoint endpoint, ClientProtocol protocol) {
        this.pool = pool;
        this.endpoint = endpoint;
        this.protocol = protocol;
        this.held = new HeldBytes(endpoint.replies());
    }

    /** From now on it can be closed. Its first bytes may come before {@link #opened}. */
    void addTo(ChannelPipeline pipeline) {
        channel = pipeline.channel();
        pipeline.addLast(new Arrivals());
        protocol.addTo(pipeline);
        undecoded.watch(pipeline);
        pipeline.addLast(this);
    }

    void opened(Channel opened) {
        opened.closeFuture().addListener(closed -> pool.ended(this));
    }

    boolean isActive() {
        Channel current = channel;
        return current != null && current.isActive();
    }

    void close() {
        Channel current = channel;
        if (current != null) {
            Sockets.close(current);
        }
    }

    /** Sends the message of a call. The pool has given this connection to this call only. */
    @SuppressWarnings("CatchingUnchecked") // such as an OutOfMemoryError: the call must end
    void send(Call next) {
        Channel current = channel;
        if (current == null) {
            next.fail(notSent(null));
            return;
        }
        try {
            current.eventLoop().execute(() -> begin(current, next));
        } catch (Throwable e) { // or the event loops have stopped
            try {
                next.fail(notSent(e));
            } finally {
                close();
            }
        }
    }

    @SuppressWarnings("CatchingUnchecked") // such as an OutOfMemoryError: the call must end
    private void begin(Channel current, Call next) {
        cancelEviction();
        try {
            if (over || !current.isActive()) {
                sendElsewhere(next);
            } else if (next.isDone()) { // its sender gave up while it waited
                late = null;
                free();
            } else if (used && late != next && ((SteadyEventLoop) current.eventLoop()).isLate()) {
                writeLater(current, next);
            } else {
                late = null;
                write(current, next);
            }
        } catch (Throwable e) {
            try {
                failed(e);
            } finally {
                next.fail(notSent(e));
            }
        }
    }

    /** Stray bytes may wait in the socket: writes when the event loop has read it. */
    private void writeLater(Channel current, Call next) {
        var unused = current.eventLoop()
                .schedule(
                        () -> {
                            if (late == next) {
                                begin(current, next);
                            }
                        },
                        0,
                        TimeUnit.NANOSECONDS);
        late = next; // not before: if this fails, the call fails, and no other connection may get it
    }

    private void write(Channel current, Call next) {
        long timeout = endpoint.settings().requestTimeoutMillis;
        if (timeout > 0) {
            var timer = current.eventLoop().schedule(() -> timeIsUp(next), timeout, TimeUnit.MILLISECONDS);
            next.setDeadline(() -> timer.cancel(false));
        }
        Object message = next.takeMessage();
        if (message == null) {
            free();
            return;
        }
        call = next;
        current.writeAndFlush(message).addListener((ChannelFuture written) -> {
            if (!written.isSuccess()) {
                failed(written.cause());
            } else if (endpoint.expectsReplies()) {
                next.written();
                if (next.isDone() && call == next && timeout > 0) {
                    // the sender does not wait, but this connection is free only after the reply
                    replyDue = current.eventLoop().schedule(this::close, timeout, TimeUnit.MILLISECONDS);
                }
            } else {
                end(protocol.mayBeReused(null), next::written);
            }
        });
    }

    /** The connection cannot be used any more. Nothing of the call was written. */
    private void sendElsewhere(Call next) {
        late = null;
        if (!used) {
            next.fail(notSent(reason));
        } else if (!next.isDone()) {
            pool.send(next);
        }
    }

    private void timeIsUp(Call waiting) {
        waiting.timeIsUp(endpoint.settings().requestTimeoutMillis);
        if (call == waiting) {
            close();
        }
    }

    @Override
    @SuppressWarnings("CatchingUnchecked") // the user's decoder may throw anything
    public void channelRead(ChannelHandlerContext context, Object message) {
        Call answeredCall = call;
        if (answeredCall == null) {
            drop(context, message);
            return;
        }
        Object reply;
        try {
            reply = protocol.decoded(message);
        } catch (Throwable e) {
            failed(e);
            return;
        }
        boolean reusable = protocol.mayBeReused(reply);
        if (reusable && undecoded.exist()) {
            reusable = false;
            endpoint.unexpected(context.channel().remoteAddress());
        }
        end(reusable, () -> answeredCall.reply(reply));
    }

    /** What has come belongs to no call. */
    private void drop(ChannelHandlerContext context, Object message) {
        ReferenceCountUtil.release(message);
        if (!over) {
            over = true;
            endpoint.unexpected(context.channel().remoteAddress());
            close();
        }
    }

    /** Bytes that have come, before they are decoded. */
    private final class Arrivals extends ChannelDuplexHandler {
        @Override
        public void channelRead(ChannelHandlerContext context, Object bytes) {
            if (!endpoint.expectsReplies()) {
                ReferenceCountUtil.release(bytes);
                endpoint.unexpected(context.channel().remoteAddress());
            } else if (call != null) {
                held.came(bytes instanceof ByteBuf came ? came.readableBytes() : 0);
                context.fireChannelRead(bytes);
                if (!waitsToRead && !held.mayRead()) {
                    waitsToRead = true;
                    context.channel().config().setAutoRead(false);
                    endpoint.replies().waits(endpoint);
                    endpoint.replies().messages.await(ClientConnection.this);
                }
            } else {
                drop(context, bytes);
            }
        }

        /** Decoders ask for the rest of a message. */
        @Override
        public void read(ChannelHandlerContext context) {
            if (!waitsToRead) {
                context.read();
            }
        }
    }

    @Override
    @SuppressWarnings("CatchingUnchecked") // such as an OutOfMemoryError: another connection is called
    public boolean roomCame(BufferedBytes.Room room) {
        Channel current = Objects.requireNonNull(channel);
        try {
            current.eventLoop().execute(() -> {
                if (waitsToRead && !held.mayRead()) {
                    room.await(this);
                } else {
                    readOn(current);
                }
                room.wake();
            });
            return true;
        } catch (Throwable e) { // or the event loops have stopped
            close();
            return false;
        }
    }

    private void readOn(Channel current) {
        if (waitsToRead) {
            waitsToRead = false;
            current.config().setAutoRead(true);
        }
    }

    /** The call has ended. */
    private void forgetReply() {
        held.releaseMessages(false);
        if (waitsToRead) {
            endpoint.replies().messages.leave(this);
            readOn(Objects.requireNonNull(channel));
        }
    }

    /** The connection becomes free before the sender continues, so that the sender's next message can use it. */
    private void end(boolean mayBeReused, Runnable senderGoesOn) {
        call = null;
        cancelReplyDue();
        try {
            forgetReply();
            if (mayBeReused) {
                free();
            } else {
                over = true;
                close();
            }
        } finally {
            senderGoesOn.run();
        }
    }

    private void cancelEviction() {
        if (eviction != null) {
            eviction.cancel(false);
            eviction = null;
        }
    }

    private void cancelReplyDue() {
        if (replyDue != null) {
            replyDue.cancel(false);
            replyDue = null;
        }
    }

    private void free() {
        Channel current = channel;
        if (current == null) {
            return;
        }
        long evictAfter = endpoint.settings().evictAfterMillis;
        eviction = current.eventLoop().schedule(() -> pool.evict(this), evictAfter, TimeUnit.MILLISECONDS);
        pool.free(this);
    }

    private void failed(@Nullable Throwable why) {
        over = true;
        reason = reason == null ? why : reason;
        Call failing = call;
        call = null;
        cancelReplyDue();
        cancelEviction(); // the timer would keep this connection for minutes
        forgetReply();
        if (failing != null) {
            failing.fail(why instanceof ConnectionLostException named ? named : lost(why));
        }
        Call notWritten = late;
        if (notWritten != null) {
            sendElsewhere(notWritten);
        }
        close();
    }

    private ConnectionFailedException notSent(@Nullable Throwable why) {
        return new ConnectionFailedException(
                endpoint + ": the connection ended before the message was sent"
                        + (why == null ? "" : " (" + Log.describe(why) + ")")
                        + "; the other side has not got it",
                why);
    }

    private ConnectionLostException lost(@Nullable Throwable why) {
        SocketSettings settings = endpoint.settings();
        boolean maybeTls = why == null && !used && !settings.tls;
        return new ConnectionLostException(
                endpoint + ": the connection ended before the "
                        + (endpoint.expectsReplies() ? "reply came" : "message was written")
                        + (why == null
                                ? ""
                                : " (" + (settings.tls ? TlsWords.ofClient(why, settings.host) : Log.describe(why))
                                        + ")")
                        + "; the other side may have processed the message or not"
                        + (maybeTls ? ". If its port uses TLS, write https:, or ssl=true" : "")
                        + (why == null && endpoint.expectsReplies() ? endpoint.noReply() : ""),
                why);
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        failed(reason);
    }

    /** Without close_notify, somebody in between may have cut the connection: an answer may go on. */
    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
        if (event instanceof SslCloseCompletionEvent closed && !closed.isSuccess()) {
            failed(new SSLException("TLS was cut: the connection ended without close_notify"));
        }
        context.fireUserEventTriggered(event);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable failure) {
        failed(failure);
    }
}
