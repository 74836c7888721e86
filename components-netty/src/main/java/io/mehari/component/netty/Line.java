package io.mehari.component.netty;

import io.mehari.spi.Log;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoop;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * One connection that all senders of an endpoint share. Messages are written in the order in which they were sent.
 * Either there are no replies, or a correlation function finds the request of each reply.
 */
final class Line implements Client {
    /*
     * Senders add to `sent` and wake the event loop, unless it is already woken. Only the event loop uses `unwritten`,
     * `unanswered` and the fields that are neither final nor volatile. A new connection uses the same event loop.
     * Messages are written while the socket accepts them. A socket writes in order, so when a message is written, those
     * before it are written too: only the last message of a batch has a listener.
     *
     * Calls are in `unwritten` and `unanswered` in the order in which they began, and all have the same time limit. So
     * one timer, for the oldest call, is enough.
     */
    private static final int BATCH = 256;

    private final NettyEndpoint endpoint;
    private final SocketSettings settings;
    private final ClientProtocol protocol;
    private final @Nullable CorrelationKey correlation;
    private final ClientConnector connector;
    private final EventLoop loop;
    private final Queue<Call> sent = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean woken = new AtomicBoolean();

    private final ArrayDeque<Call> unwritten = new ArrayDeque<>();
    private final Map<Object, Call> unanswered = new LinkedHashMap<>();
    private boolean timed;

    private boolean watched;
    private @Nullable Channel channel;
    private boolean connecting;
    private volatile boolean connected;
    private volatile boolean closed;

    Line(
            NettyEndpoint endpoint,
            SocketSettings settings,
            ClientProtocol protocol,
            @Nullable CorrelationKey correlation) {
        this.endpoint = endpoint;
        this.settings = settings;
        this.protocol = protocol;
        this.correlation = correlation;
        this.connector = new ClientConnector(endpoint, settings);
        this.loop = endpoint.loops().next();
    }

    /** Whether the event loops have stopped, so that nothing can be sent any more. */
    boolean isOver() {
        return loop.isTerminated();
    }

    @Override
    public void send(Call call) {
        sent.add(call);
        wake();
    }

    private void wake() {
        if (!woken.get() && woken.compareAndSet(false, true)) {
            try {
                loop.execute(this::write);
            } catch (RejectedExecutionException e) {
                woken.set(false); // before failing: a call that is added from now on wakes again
                failAll(new ConnectionFailedException(endpoint + " has stopped", e));
            }
        }
    }

    private void write() {
        woken.set(false); // before reading `sent`: a call that is added from now on wakes again
        Channel open = channel;
        if (closed) {
            failAll(new ConnectionFailedException(endpoint + " has stopped", null));
        } else if (open == null || !open.isActive()) {
            connect();
        } else {
            boolean more = true;
            while (more && open.isWritable()) {
                more = writeBatch(open);
            }
        }
    }

    /** Writes a batch of messages. Returns whether there may be more. */
    private boolean writeBatch(Channel open) {
        int count = 0;
        long now = System.nanoTime();
        Call last = null;
        Object lastMessage = null;
        Call next;
        while (count < BATCH && (next = sent.poll()) != null) {
            Object message = next.isDone() ? null : next.takeMessage();
            if (message == null) {
                continue; // its sender has given up
            }
            if (lastMessage != null) {
                var unused = open.write(lastMessage, open.voidPromise());
            }
            begin(next, now);
            last = next;
            lastMessage = message;
            count++;
        }
        Call writtenLast = last;
        if (lastMessage != null && writtenLast != null) {
            open.writeAndFlush(lastMessage).addListener(done -> written(open, writtenLast, done.cause()));
        }
        return count == BATCH;
    }

    private void begin(Call call, long now) {
        call.begun = now;
        unwritten.add(call);
        Object key = call.key;
        if (key != null) {
            Call before = unanswered.remove(key); // so that the new one is the last
            unanswered.put(key, call);
            if (before != null) {
                before.fail(new IllegalStateException(
                        endpoint + ": another request has the key " + key + ", so no reply can be told apart: make"
                                + " correlation keys that differ while requests are under way"));
            }
        }
        if (!timed && settings.requestTimeoutMillis > 0) {
            timed = true;
            var unused = loop.schedule(this::checkTimes, settings.requestTimeoutMillis, TimeUnit.MILLISECONDS);
        }
    }

    /** Ends the calls whose time limit has expired, and schedules the next check. */
    private void checkTimes() {
        timed = false;
        long limit = TimeUnit.MILLISECONDS.toNanos(settings.requestTimeoutMillis);
        long now = System.nanoTime();
        long next = Long.MAX_VALUE;
        for (Call each : unwritten) { // a call stays there until it is written, because the socket writes in order
            if (now - each.begun < limit) {
                next = limit - (now - each.begun);
                break;
            }
            each.timeIsUp(settings.requestTimeoutMillis);
        }
        Iterator<Call> requests = unanswered.values().iterator();
        while (requests.hasNext()) {
            Call each = requests.next();
            if (now - each.begun < limit) {
                next = Math.min(next, limit - (now - each.begun));
                break;
            }
            requests.remove();
            each.timeIsUp(settings.requestTimeoutMillis);
        }
        if (next != Long.MAX_VALUE) {
            timed = true;
            var unused = loop.schedule(this::checkTimes, next, TimeUnit.NANOSECONDS);
        }
    }

    private void written(Channel on, Call last, @Nullable Throwable failure) {
        if (on != channel) {
            return; // the connection has ended, and its calls have failed
        }
        if (failure != null) {
            ended(failure);
            return;
        }
        Call each;
        do {
            each = unwritten.poll();
            if (each != null) {
                each.written();
            }
        } while (each != null && each != last);
    }

    // ---- a connection whose other side does not read

    private void watch(Channel full) {
        if (!watched) {
            watched = true;
            long before = full.bytesBeforeWritable();
            var unused = loop.schedule(
                    () -> checkProgress(full, before), settings.writeTimeoutMillis, TimeUnit.MILLISECONDS);
        }
    }

    /** Closes the connection, and fails what waits for it, if nothing was written within the time limit. */
    private void checkProgress(Channel full, long before) {
        watched = false;
        Channel open = channel;
        if (open == null || open.isWritable()) {
            return;
        }
        if (open != full || open.bytesBeforeWritable() < before) {
            watch(open);
            return;
        }
        ConnectionFailedException why = new ConnectionFailedException(
                endpoint + ": the other side has read nothing for " + settings.writeTimeoutMillis
                        + " ms (writeTimeout), so the connection is closed",
                null);
        failAll(why);
        ended(why);
    }

    // ---- the connection

    private void connect() {
        if (connecting) {
            return;
        }
        connecting = true;
        var unused = connector
                .connect(loop, pipeline -> {
                    protocol.addTo(pipeline);
                    pipeline.addLast(new Replies());
                })
                .whenComplete((made, failure) -> {
                    connecting = false;
                    if (failure == null) {
                        connected(made);
                    } else {
                        failAll((ConnectionFailedException) failure);
                    }
                });
    }

    private void connected(Channel made) {
        channel = made;
        connected = true;
        if (closed) {
            Sockets.close(made);
        }
        write();
    }

    private final class Replies extends ChannelInboundHandlerAdapter {
        @Override
        public void channelRead(ChannelHandlerContext context, Object message) throws Exception {
            Object reply = protocol.decoded(message);
            Object key = correlation == null ? null : correlation.of(reply);
            Call call = key == null ? null : unanswered.remove(key);
            if (call != null) {
                call.reply(reply);
            } else {
                endpoint.unexpected(context.channel().remoteAddress());
            }
        }

        @Override
        public void channelWritabilityChanged(ChannelHandlerContext context) {
            if (context.channel().isWritable()) {
                write();
            } else {
                watch(context.channel());
            }
        }

        @Override
        public void channelInactive(ChannelHandlerContext context) {
            if (context.channel() == channel || channel == null) {
                ended(null);
            }
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable failure) {
            if (context.channel() == channel || channel == null) {
                ended(failure);
            }
            Sockets.close(context.channel());
        }
    }

    /**
     * The connection has ended. Calls that were written or are being written fail; the others go to the next
     * connection.
     */
    private void ended(@Nullable Throwable why) {
        Channel old = channel;
        channel = null;
        connected = false;
        ConnectionLostException lost = new ConnectionLostException(
                endpoint + ": the connection ended" + (why == null ? "" : " (" + Log.describe(why) + ")")
                        + "; the other side may have processed the message or not",
                why);
        Call each;
        while ((each = unwritten.poll()) != null) {
            each.fail(lost);
        }
        unanswered.values().forEach(call -> call.fail(lost));
        unanswered.clear();
        if (old != null) {
            Sockets.close(old);
        }
        if (!sent.isEmpty()) {
            wake();
        }
    }

    private void failAll(RuntimeException why) {
        Call each;
        while ((each = sent.poll()) != null) {
            each.fail(why);
        }
    }

    // ---- life

    @Override
    public void connectNow() {
        try {
            Sockets.close(connector.connect(loop, pipeline -> {}).join());
        } catch (CompletionException e) {
            throw e.getCause() instanceof ConnectionFailedException failed ? failed : e;
        }
    }

    @Override
    public void close() {
        closed = true;
        try {
            loop.execute(() -> {
                ended(null);
                failAll(new ConnectionFailedException(endpoint + " has stopped", null));
            });
        } catch (RejectedExecutionException e) {
            failAll(new ConnectionFailedException(endpoint + " has stopped", e));
        }
    }

    @Override
    public int connectionCount() {
        return connected ? 1 : 0;
    }
}
