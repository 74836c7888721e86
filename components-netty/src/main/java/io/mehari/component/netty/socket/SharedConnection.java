package io.mehari.component.netty.socket;

import io.mehari.component.netty.ConnectionFailedException;
import io.mehari.component.netty.ConnectionLostException;
import io.mehari.component.netty.CorrelationKey;
import io.mehari.spi.internal.Log;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoop;
import io.netty.util.ReferenceCountUtil;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
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
final class SharedConnection extends Client {
    /*
     * Senders add to `sent` and wake the event loop, unless it is already woken. Only the event loop uses `unwritten`,
     * `unanswered` and the fields that are neither final nor volatile. A new connection uses the same event loop.
     * Messages are written while the socket accepts them. A socket writes in order, so when a message is written, those
     * before it are written too: only the last message of a batch has a listener.
     *
     * Calls are in `unwritten` and `unanswered` in the order in which they began, and all have the same time limit. So
     * one timer, for the oldest call, is enough.
     *
     * The reply to a request that has timed out may still come. Its key is in `spent`. A new request with such a key
     * waits until the other requests have ended, and is sent on a new connection, on which that reply cannot come. Each
     * of them has a time limit, also one that the socket does not take.
     */
    private static final int BATCH = 256;

    private static final int MOST_SPENT = 1_000;

    private final SocketEndpoint endpoint;
    private final SocketSettings settings;
    private final @Nullable CorrelationKey correlation;
    private final ClientConnector connector;
    private final EventLoop loop;
    private final Queue<Call> sent = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean woken = new AtomicBoolean();

    private final ArrayDeque<Call> unwritten = new ArrayDeque<>();
    private final Map<Object, Call> unanswered = new LinkedHashMap<>();
    private final Set<Object> spent = new HashSet<>();
    private boolean renewing;
    private boolean timed;

    private boolean watched;
    private @Nullable Channel channel;
    private boolean connecting;
    private volatile boolean connected;
    private volatile boolean closed;

    SharedConnection(SocketEndpoint endpoint, @Nullable CorrelationKey correlation) {
        this.endpoint = endpoint;
        this.settings = endpoint.settings();
        this.correlation = correlation;
        this.connector = new ClientConnector(endpoint);
        this.loop = endpoint.loops().next();
    }

    /** Whether the event loops have stopped, so that nothing can be sent any more. */
    boolean isOver() {
        return loop.isTerminated();
    }

    @Override
    void send(Call call) {
        sent.add(call);
        wake();
    }

    @SuppressWarnings("CatchingUnchecked") // such as an OutOfMemoryError: calls that come later must wake again
    private void wake() {
        if (!woken.get() && woken.compareAndSet(false, true)) {
            try {
                loop.execute(this::write);
            } catch (RejectedExecutionException e) {
                woken.set(false); // before failing: a call that is added from now on wakes again
                failAll(new ConnectionFailedException(endpoint + " has stopped", e));
            } catch (Throwable e) {
                woken.set(false);
                sent.forEach(each -> each.fail(e)); // some may rely on this wake; the event loop takes them out
                throw e;
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
            renewIfQuiet();
        }
    }

    private boolean writeBatch(Channel open) {
        int count = 0;
        long now = System.nanoTime();
        Call last = null;
        Object lastMessage = null;
        Call next;
        while (count < BATCH && (next = nextToWrite()) != null) {
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

    /** Null if there is none, or if the next one must not be written to this connection. */
    @SuppressWarnings("CatchingUnchecked") // a key of the user's may throw anything
    private @Nullable Call nextToWrite() {
        Call next;
        while (!renewing && (next = sent.peek()) != null) {
            Throwable refusal;
            try {
                Object key = next.key;
                renewing = key != null && (spent.contains(key) || spent.size() >= MOST_SPENT);
                refusal = key == null || renewing ? null : sameKey(key);
            } catch (Throwable e) { // its equals or hashCode
                refusal = e;
            }
            if (!renewing) {
                sent.poll(); // the same one: no other thread takes from here while the event loop runs
                if (refusal == null) {
                    return next;
                }
                next.fail(refusal);
            }
        }
        return null;
    }

    private @Nullable Throwable sameKey(Object key) {
        int unused = key.hashCode(); // if it throws, then here: an empty map does not call it
        Call before = unanswered.get(key);
        return before == null || before.isDone()
                ? null
                : new IllegalStateException(endpoint + ": another request has the key " + key
                        + ", so no reply can be told apart, and this one is not sent: make correlation keys that differ"
                        + " while requests are under way");
    }

    /** Ends a connection that takes no more requests, when those before have ended. */
    private void renewIfQuiet() {
        if (renewing && areDone(unwritten) && areDone(unanswered.values())) {
            ended(null);
        }
    }

    private static boolean areDone(Collection<Call> calls) {
        return calls.stream().allMatch(Call::isDone);
    }

    private void begin(Call call, long now) {
        call.begun = now;
        unwritten.add(call);
        Object key = call.key;
        if (key != null) {
            unanswered.remove(key); // so that the new one is the last
            unanswered.put(key, call);
        }
        if (!timed && settings.requestTimeoutMillis > 0) {
            timed = true;
            var unused = loop.schedule(this::checkTimes, settings.requestTimeoutMillis, TimeUnit.MILLISECONDS);
        }
    }

    /** Ends the calls whose time limit has expired, and schedules the next check. */
    @SuppressWarnings("CatchingUnchecked") // a key of the user's may throw anything
    private void checkTimes() {
        timed = false;
        long oldest = System.nanoTime() - TimeUnit.MILLISECONDS.toNanos(settings.requestTimeoutMillis);
        long left = Long.MAX_VALUE;
        Iterator<Call> requests = unanswered.values().iterator();
        while (requests.hasNext() && left == Long.MAX_VALUE) {
            Call each = requests.next();
            if (each.begun - oldest > 0) {
                left = each.begun - oldest;
                continue;
            }
            boolean waitedFor = !each.isDone();
            each.timeIsUp(settings.requestTimeoutMillis); // first: what follows may call the user's key
            try {
                requests.remove();
                if (waitedFor) {
                    spent.add(Objects.requireNonNull(each.key));
                }
            } catch (Throwable e) { // its late reply could not be told apart on this connection
                renewing = true;
            }
        }
        for (Call each : unwritten) { // after those above: the key of a request that nobody waits for is not spent
            if (each.begun - oldest > 0) {
                left = Math.min(left, each.begun - oldest);
                break;
            }
            each.timeIsUp(settings.requestTimeoutMillis);
        }
        if (left != Long.MAX_VALUE) {
            timed = true;
            var unused = loop.schedule(this::checkTimes, left, TimeUnit.NANOSECONDS);
        }
        renewIfQuiet();
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
        renewIfQuiet();
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

    @SuppressWarnings("CatchingUnchecked") // such as an OutOfMemoryError: the next call must connect
    private void connect() {
        if (connecting) {
            return;
        }
        connecting = true;
        try {
            var unused = connector
                    .connect(loop, pipeline -> {
                        endpoint.addTo(pipeline);
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
        } catch (Throwable e) {
            connecting = false;
            failAll(new ConnectionFailedException(endpoint + " cannot connect: " + e, e));
        }
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
            if (context.channel() != channel) { // which is closing, or nothing was sent to it yet
                ReferenceCountUtil.release(message);
                endpoint.unexpected(context.channel().remoteAddress());
                return;
            }
            Object reply = endpoint.decoded(message);
            Object key = correlation == null ? null : correlation.of(reply);
            Call call = key == null ? null : unanswered.remove(key);
            if (call != null) {
                call.reply(reply);
                renewIfQuiet();
            } else {
                if (key != null) {
                    spent.remove(key); // it came late
                }
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

    /** The connection has ended. Calls that were or are being written fail; the others go to the next connection. */
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
        spent.clear();
        renewing = false;
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
    void connectNow() {
        try {
            Sockets.close(connector.connect(loop, pipeline -> {}).join());
        } catch (CompletionException e) {
            throw e.getCause() instanceof ConnectionFailedException failed ? failed : e;
        }
    }

    @Override
    void close() {
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
    int connectionCount() {
        return connected ? 1 : 0;
    }
}
