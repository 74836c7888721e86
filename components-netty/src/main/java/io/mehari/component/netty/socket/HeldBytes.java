package io.mehari.component.netty.socket;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundBuffer;

/** What one connection holds, as it is counted in {@link BufferedBytes}. */
final class HeldBytes {
    /*
     * Bytes are counted as they were read, until the messages that they became have left the route. Small amounts are
     * not counted, so that ordinary requests touch no shared counter.
     *
     * Used by the event loop, except for `made`, which belongs to the batch in the route and the thread that runs it.
     */
    private static final int SMALL = 4 << 10;

    private static final int ONE_READ = 16 << 10;

    private final BufferedBytes all;
    private long held;
    private long counted;
    private int lastRead;

    /** Bytes of reads that may belong to a message that is not whole. */
    private long sinceWhole;

    /** Bytes that became the messages of the batch that is in the route, except those of the last read. */
    private long inRoute;

    /** Written by the event loop. Other threads may see an older value: the limits are not exact. */
    private volatile long unread;

    private boolean marked;
    private long made;

    private long seenUnwritten;
    private long seenRound;

    HeldBytes(BufferedBytes all) {
        this.all = all;
    }

    // ---- messages

    void came(int bytes) {
        lastRead = bytes;
        sinceWhole += bytes;
        hold(held + bytes);
    }

    /** A message is whole. What follows it in the bytes of the last read is not. */
    void messageIsWhole() {
        sinceWhole = lastRead;
    }

    /** What was read last is not held here: it was dropped, or is counted elsewhere. */
    void passedOn() {
        sinceWhole = Math.max(0, sinceWhole - lastRead);
        hold(Math.max(0, held - lastRead));
        lastRead = 0;
    }

    /** No message waits or is in the route. */
    void releaseMessages(boolean partial) {
        hold(partial ? Math.min(held, sinceWhole) : 0);
    }

    /** All messages that have arrived enter the route. */
    void batchBegins() {
        inRoute = held - Math.min(held, sinceWhole);
    }

    private void hold(long bytes) {
        held = bytes;
        long now = bytes > SMALL ? bytes : 0;
        if (now != counted) {
            long more = now - counted;
            counted = now;
            all.messages.add(more);
            if (now == 0) {
                all.messages.left(this);
            }
        }
    }

    boolean mayRead() {
        return counted == 0 || all.messages.isFree(counted) || all.messages.favours(this);
    }

    /** Whether a message may become larger than one read. */
    boolean mayGrow() {
        return held <= ONE_READ || all.messages.isFree(counted);
    }

    // ---- replies

    /** Whether the route may make another reply. Called on any thread. */
    boolean mayReply() {
        return all.mayReply(unread > 0);
    }

    boolean hasUnread() {
        return unread > 0;
    }

    /** The route has made a reply. It counts at once, because many routes may make replies before one is written. */
    void made(int bytes) {
        if (bytes > SMALL) {
            made += bytes;
            all.replies.add(bytes);
        }
    }

    /**
     * The batch has left the route, even if others have arrived since then: a connection may never be idle. Its replies
     * are written, or dropped. From now on those count that wait in the channel.
     */
    void batchIsBack(ChannelHandlerContext first) {
        hold(Math.max(0, held - inRoute));
        inRoute = 0;
        long before = made;
        made = 0;
        try {
            countUnread(first);
        } finally {
            if (before > 0) {
                all.replies.add(-before);
            }
        }
    }

    /** Counts what waits in the channel, and does so again when all of it is written. */
    void countUnread(ChannelHandlerContext first) {
        ChannelOutboundBuffer waiting = first.channel().unsafe().outboundBuffer();
        long now = waiting == null ? 0 : waiting.totalPendingWriteBytes();
        if (now == unread) {
            return;
        }
        long more = now - unread;
        unread = now;
        all.replies.add(more);
        if (now > 0 && !marked) {
            mark(first);
        }
    }

    /** Writes an empty buffer after the replies. There is at most one: what is written here counts as unread, too. */
    private void mark(ChannelHandlerContext first) {
        marked = true;
        boolean watched = false;
        try {
            var unused = first.writeAndFlush(Unpooled.EMPTY_BUFFER)
                    .addListener(done -> first.executor()
                            .execute(
                                    () -> { // it is still counted by the channel
                                        marked = false;
                                        countUnread(first);
                                    }));
            watched = true;
        } finally {
            marked &= watched; // for example, an OutOfMemoryError
        }
    }

    /** The bytes of replies that the socket has not taken; also those of a reply that it has taken in part. */
    static long unwritten(Channel channel) {
        ChannelOutboundBuffer waiting = channel.unsafe().outboundBuffer();
        return waiting == null ? 0 : waiting.totalPendingWriteBytes() - waiting.currentProgress();
    }

    /** Whether something waits to be written, and none of it was written since the round before. */
    boolean isUnread(Channel channel, long round) {
        long now = unwritten(channel);
        boolean stands = now > 0 && now == seenUnwritten && round == seenRound + 1;
        seenUnwritten = now;
        seenRound = round;
        return stands;
    }
}
