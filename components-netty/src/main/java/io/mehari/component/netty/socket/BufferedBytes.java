package io.mehari.component.netty.socket;

import io.mehari.spi.internal.Log;
import io.netty.util.concurrent.EventExecutor;
import java.util.Collection;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What all connections of a server hold in memory ({@code maxBufferedBytes}): messages from their first byte to the end
 * of the route, and replies until the other side has read them. Each of the two may be half of it. Thread-safe.
 */
public final class BufferedBytes {
    /*
     * While messages fill their half, a connection that holds one reads no more. One that holds none may still read, so
     * that others cannot shut it out: the sum is at most one read for each connection above the limit. While replies
     * fill their half, no message enters a route: the sum is at most one reply for each thread of the route above it.
     * Messages of connections that have not read their last replies stop earlier, at half of that half, for the same
     * reason.
     *
     * Connections wait in a line. One that is called wakes the next while there is room. A connection joins the line
     * before it looks for room again, and bytes are given back before the line is looked at (both are volatile
     * accesses), so one of the two sees the other.
     */
    private static final long MOMENT_MILLIS = 500;

    private final String server;
    private final Collection<? extends ServerConnection> connections;
    private final AtomicBoolean looking = new AtomicBoolean();
    private final Log unread = new Log(BufferedBytes.class);
    private final long most;

    /** For connections that have not read their last replies. */
    private final long mostOfUnread;

    final Room messages;
    final Room replies;

    /** @param connections those that are open */
    public BufferedBytes(SocketSettings settings, String server, Collection<? extends ServerConnection> connections) {
        this.server = server;
        this.connections = connections;
        this.most = settings.maxBuffered / 2;
        this.mostOfUnread = most / 2;
        this.messages = new Room(most);
        this.replies = new Room(mostOfUnread);
    }

    /** One half, and the connections that wait for room in it. */
    static final class Room {
        private final long free;
        private final AtomicLong taken = new AtomicLong();
        private final Queue<ServerConnection> line = new ConcurrentLinkedQueue<>();

        /** @param free with fewer bytes than this, those that wait are called */
        Room(long free) {
            this.free = free;
        }

        /** @param own what the caller has taken itself: one alone is never too large */
        boolean isFree(long own) {
            return taken.get() - own < free;
        }

        void add(long bytes) {
            taken.addAndGet(bytes);
            if (bytes < 0) {
                wake();
            }
        }

        /** {@link ServerConnection#roomCame} is called once when there is room. */
        void await(ServerConnection connection) {
            line.add(connection);
            wake();
        }

        void leave(ServerConnection connection) {
            line.remove(connection);
        }

        void wake() {
            while (isFree(0)) {
                ServerConnection next = line.poll();
                if (next == null || next.roomCame(this)) {
                    return;
                }
            }
        }
    }

    // ---- a body that is passed on while it comes

    /** Takes room for the window of a stream of bytes. Returns false if there is none. */
    public boolean takeWindow(int bytes) {
        boolean free = messages.isFree(0);
        if (free) {
            messages.add(bytes);
        }
        return free;
    }

    public void giveWindow(int bytes) {
        messages.add(-bytes);
    }

    // ---- replies that are not read

    boolean mayReply(boolean readsSlowly) {
        return replies.isFree(readsSlowly ? 0 : most - mostOfUnread);
    }

    /**
     * A message waits because too many replies were not read. Until there is room, connections are closed that could
     * write nothing for a moment. Else a few clients could hold all others up for the whole writeTimeout.
     */
    void makeRoom(EventExecutor loop) {
        if (looking.compareAndSet(false, true)) {
            look(loop, 1);
        }
    }

    @SuppressWarnings("CatchingUnchecked") // such as an OutOfMemoryError: the next one that waits begins again
    private void look(EventExecutor loop, long round) {
        try {
            if (!replies.isFree(0)) {
                connections.forEach(each -> each.closeIfUnread(round));
                var unused = loop.schedule(() -> look(loop, round + 1), MOMENT_MILLIS, TimeUnit.MILLISECONDS);
                return;
            }
        } catch (Throwable e) { // also if the event loops have stopped
            looking.set(false);
            throw e;
        }
        looking.set(false);
        if (!replies.isFree(0)) {
            makeRoom(loop); // one that began to wait in between has left it to this call
        }
    }

    void closedUnread() {
        unread.warnOnceAMinute(
                server + ": clients that do not read their replies are disconnected, because the replies together need"
                        + " more than half of maxBufferedBytes",
                null);
    }
}
