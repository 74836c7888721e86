package io.mehari.component.queue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Finds full channels that never get room again, because all their takers are threads that wait for room in them. */
final class DeadlockDetector {
    /*
     * Law Q10. A taker's thread that is about to wait for room in a full channel first stores the channel in blockedOn,
     * under one lock for all channels. Then it visits that channel, the channels on which the takers of that channel
     * are blocked, and so on. If each taker of each of these channels is blocked on one of them, and all are full, no
     * message can ever move. Then the taker that was blocked last gets an error.
     *
     * There are no false alarms: blockedOn is set under the lock, which the caller holds, and a taker clears it only
     * before it continues. So a taker that is blocked at the end of the search was blocked during all of it and took
     * nothing; hence each channel that was full is still full. No loop is missed: the last thread that gets the lock
     * sees all the others.
     *
     * Only threads that take from a channel use this class, and only before they sleep. SuspendedDeadlockDetector does
     * the same for suspended messages.
     */
    static final ConcurrentHashMap<Thread, Taker> TAKERS = new ConcurrentHashMap<>();
    private static final Object LOCK = new Object();

    private DeadlockDetector() {}

    /** As {@link Channel#sleepUntilRoom}, unless the thread would wait for ever. */
    static boolean sleepUntilRoom(Channel channel, WaitQueue.Waiter sender, long deadline) {
        Taker me = TAKERS.get(Thread.currentThread());
        if (me == null) {
            return channel.sleepUntilRoom(sender, deadline);
        }
        try {
            me.waitsForEver = deadline == WaitQueue.FOR_EVER;
            block(me, channel);
            return channel.sleepUntilRoom(sender, deadline);
        } finally {
            me.blockedOn = null;
        }
    }

    private static void block(Taker me, Channel channel) {
        synchronized (LOCK) {
            me.blockedOn = channel;
            List<Channel> loop = findLoop(channel);
            if (!loop.isEmpty()) {
                throw new QueueLoopException(describe(me.source, loop));
            }
        }
    }

    /** The channels that block each other for ever, the given one first; empty if one of them can still get room. */
    private static List<Channel> findLoop(Channel start) {
        List<Channel> channels = new ArrayList<>(List.of(start));
        List<Taker> takers = new ArrayList<>();
        for (int i = 0; i < channels.size(); i++) {
            List<Taker> here = channels.get(i).takers();
            if (here.isEmpty()) {
                return List.of(); // a taker may come
            }
            for (Taker taker : here) {
                Channel next = taker.blockedOn;
                if (next == null) {
                    return List.of();
                }
                takers.add(taker);
                if (!channels.contains(next)) {
                    channels.add(next);
                }
            }
        }
        return channels.stream().allMatch(Channel::isFull) && takers.stream().allMatch(each -> each.blockedOn != null)
                ? channels
                : List.of();
    }

    static String describe(Channel from, List<Channel> loop) {
        String first = loop.get(0).name();
        String arrows = loop.stream().map(each -> each.name() + " -> ").collect(Collectors.joining());
        return first + " will never have room again: " + arrows + first
                + " is a loop, in which each consumer waits for room in the next queue. Consumers of " + from.name()
                + " send more than they take: filter the messages that go round, make the queue larger, set"
                + " discardWhenFull, or send to another queue";
    }

    static final class Taker {
        private final Channel source;
        private final @Nullable Worker worker;
        private volatile @Nullable Channel blockedOn;
        private volatile boolean waitsForEver;

        Taker(Channel source) {
            this(source, null);
        }

        Taker(Channel source, @Nullable Worker worker) {
            this.source = source;
            this.worker = worker;
        }

        /** The channel in which its thread waits for room without a time limit; null while it does something else. */
        @Nullable
        Channel waitsForEverIn() {
            Channel waitsIn = blockedOn; // must be read first: the time limit was written before it
            return waitsForEver ? waitsIn : null;
        }

        /** Its consumer, if the taker pauses because too many messages of that consumer are in flight; else null. */
        @Nullable
        QueueConsumer pausedConsumer() {
            return worker == null ? null : worker.pausedConsumer();
        }

        /** From now on the calling thread takes from the channel. */
        void enter() {
            TAKERS.put(Thread.currentThread(), this);
            source.attach(this);
        }

        void exit() {
            source.detach(this);
            TAKERS.remove(Thread.currentThread());
        }
    }
}
