package io.mehari.component.netty.socket;

import io.mehari.spi.internal.Log;
import io.netty.util.concurrent.EventExecutor;
import java.util.Collection;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * What all connections of a server hold in memory ({@code maxBufferedBytes}): messages from their first byte to the end
 * of the route, and replies until the other side has read them. Each of the two may be half of it. All senders of a
 * component have one, too: their messages are the replies that come. Thread-safe.
 */
public final class BufferedBytes {
    /*
     * While messages fill their half, a connection that holds one reads no more. One that holds none may still read, so
     * that others cannot shut it out: the sum is at most one read for each connection above the limit. While replies
     * fill their half, no message enters a route: the sum is at most one reply for each thread of the route above it.
     * Messages of connections that have not read their last replies stop earlier, at half of that half, for the same
     * reason.
     *
     * A server refuses a message that finds no room for long. A sender cannot, so one of those that hold a part reads
     * on to its end: else all could wait for room that they hold themselves.
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
        this.messages = new Room(most, this);
        this.replies = new Room(mostOfUnread, this);
    }

    /** For all senders of a component. */
    BufferedBytes(String component, long most) {
        this.server = component;
        this.connections = List.of();
        this.most = most;
        this.mostOfUnread = 0;
        this.messages = new Room(most, null);
        this.replies = new Room(0, this);
    }

    /** A connection that waits in a line. */
    interface Entrant {
        /** There is room. Called on any thread. Returns false if it has ended; else it looks, and wakes the next. */
        boolean roomCame(Room room);
    }

    /** One half, and the connections that wait for room in it. */
    static final class Room {
        private final long free;
        private final AtomicLong taken = new AtomicLong();
        private final Queue<Entrant> line = new ConcurrentLinkedQueue<>();

        /** Who may go on without room; null if the next one may, and not a connection if none may. */
        private final AtomicReference<@Nullable Object> favoured;

        /** @param free with fewer bytes than this, those that wait are called */
        Room(long free, @Nullable Object favoured) {
            this.free = free;
            this.favoured = new AtomicReference<>(favoured);
        }

        boolean favours(Object one) {
            return favoured.get() == one || favoured.compareAndSet(null, one);
        }

        /** It holds nothing any more. */
        void left(Object one) {
            if (favoured.get() == one) {
                favoured.set(null);
                wake();
            }
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

        /** {@link Entrant#roomCame} is called once when there is room. */
        void await(Entrant connection) {
            line.add(connection);
            wake();
        }

        void leave(Entrant connection) {
            line.remove(connection);
        }

        void wake() {
            while (isFree(0) || favoured.get() == null) {
                Entrant next = line.poll();
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

    void waits(Object sender) {
        unread.warnOnceAMinute(
                sender + ": more than " + most + " bytes of replies, an eighth of the heap, are being received, so the"
                        + " next ones wait, within requestTimeout: lower producerPoolMaxTotal, or raise -Xmx",
                null);
    }

    void closedUnread() {
        unread.warnOnceAMinute(
                server + ": clients that do not read their replies are disconnected, because the replies together need"
                        + " more than half of maxBufferedBytes",
                null);
    }
}
