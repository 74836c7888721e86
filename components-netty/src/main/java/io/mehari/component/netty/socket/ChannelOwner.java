package io.mehari.component.netty.socket;

import io.mehari.spi.internal.Log;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoop;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The handler of one connection. Watches its time limits, and closes it if one has expired or something fails. */
public abstract class ChannelOwner extends ChannelInboundHandlerAdapter {
    private static final Log FAILURES = new Log(ServerConnection.class);

    volatile @Nullable ChannelHandlerContext context; // read by other threads in onLoop()

    /** Something here has failed. Messages that have not entered the route are dropped on the event loop. */
    volatile boolean broken;

    /** To close the connection has failed. It is tried again. */
    volatile boolean unclosed;

    final ConnectionTimes times;
    private @Nullable Future<?> checks;

    ChannelOwner(SocketSettings settings, long idleTimeoutMillis) {
        this.times = new ConnectionTimes(settings, idleTimeoutMillis);
    }

    /** Reads from the connection, unless there is no room. On the event loop. */
    abstract void readIfWanted();

    /** Ends what has taken too long. On the event loop, several times within each time limit. */
    abstract void check(ChannelHandlerContext checked);

    /** Whether a message waits, or is in the route. On the event loop. */
    public abstract boolean isBusy();

    // ---- time limits

    @Override
    public void handlerAdded(ChannelHandlerContext added) {
        context = added;
        if (added.channel().isActive()) {
            begin(added);
        }
    }

    @Override
    public void channelActive(ChannelHandlerContext active) {
        begin(active);
    }

    private void begin(ChannelHandlerContext active) {
        if (checks != null) {
            return; // an accepted channel is active before it says so
        }
        long pause = times.checkNanos();
        checks = active.executor().scheduleWithFixedDelay(() -> checkTimes(active), pause, pause, TimeUnit.NANOSECONDS);
        readIfWanted();
    }

    @SuppressWarnings("CatchingUnchecked") // such as an OutOfMemoryError: the next check must follow
    private void checkTimes(ChannelHandlerContext checked) {
        try {
            check(checked);
            endChecksIfOver();
        } catch (Throwable e) {
            broken(e);
        }
    }

    /** A closed connection is checked on while its batch is in the route, which may not find the way back. */
    final void endChecksIfOver() {
        Future<?> current = checks;
        if (current != null && !isOpen() && !isBusy()) {
            current.cancel(false);
        }
    }

    /** For a message that is already in the route: a part of it has come, and the limit for the next part starts. */
    public final void nextPart() {
        times.nextPart();
    }

    public final void lastPartCame() {
        times.messageIsWhole();
    }

    // ---- the channel

    /** Whether the calling thread is an event loop. Event loops must not wait for bytes, because they read them. */
    public final boolean isOnEventLoop() {
        for (EventExecutor each : loop().parent()) {
            if (each.inEventLoop()) {
                return true;
            }
        }
        return false;
    }

    public final void onLoop(Runnable task) {
        var unused = tryOnLoop(task); // if the event loops have stopped, it is closed
    }

    /** Returns false if the event loops have stopped, and with them this connection. */
    final boolean tryOnLoop(Runnable task) {
        ChannelHandlerContext current = context;
        if (current == null) {
            return false;
        }
        try {
            current.executor().execute(task);
            return true;
        } catch (RejectedExecutionException e) {
            return false;
        }
    }

    public final Channel channel() {
        ChannelHandlerContext current = context;
        if (current == null) {
            throw new IllegalStateException("This connection is not open yet");
        }
        return current.channel();
    }

    final EventLoop loop() {
        return channel().eventLoop();
    }

    public final boolean isOpen() {
        return channel().isActive();
    }

    /** Law S4: what has failed here, on any thread, ends this connection alone. */
    @SuppressWarnings("CatchingUnchecked") // to report may need the memory that is missing
    public final void broken(Throwable failure) {
        broken = true; // first, it needs no memory
        close();
        try {
            FAILURES.warnOnceAMinute("A connection has failed and is closed", failure);
        } catch (Throwable e) {
            // what follows it must go on
        }
    }

    @SuppressWarnings("CatchingUnchecked") // to close may need the memory that is missing
    final void close() {
        try {
            closeConnection();
        } catch (Throwable e) {
            unclosed = true;
        }
    }

    /** Closes the connection when all pending writes are done. */
    public final void closeConnection() {
        var unused = channel().writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
    }
}
