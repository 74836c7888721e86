package io.mehari.component.queue;

import io.mehari.AsyncCallback;
import io.mehari.Exchange;
import io.mehari.RoutingContext;
import io.mehari.component.queue.Subscribers.Subscriber;
import io.mehari.component.queue.ring.Ring;
import io.mehari.component.queue.ring.WaitQueue;
import io.mehari.spi.PluginKey;
import io.mehari.spi.RoutingContextExtension;
import io.mehari.spi.ThreadPools;
import io.mehari.spi.Threading;
import io.mehari.spi.internal.ChainedCallback;
import io.mehari.spi.internal.Log;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Finds full queues that never get room again, because all that could take from them wait for room there (law Q10). */
final class DeadlockDetector {
    /*
     * A taker's thread that is about to wait for room in a full channel searches before it sleeps: it stores the
     * channel in blockedOn, and then looks, under one lock for all threads. So no deadlock of threads is missed: the
     * last one that gets the lock sees all the others, and gets the error.
     *
     * A suspended message has no thread that could search. So while suspended senders of a context wait, a timer
     * searches every LOOK_AGAIN_MILLIS. Each search fails one sender of a deadlock, which may be enough for the others
     * to continue.
     *
     * No sender is missed. A new sender is added to the set, and then `looking` is read. The last search clears
     * `looking`, and then reads the set. All four accesses are volatile, so at least one of the two threads sees the
     * other's write.
     */
    static final long LOOK_AGAIN_MILLIS = 100;

    private static final long AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    static final ConcurrentHashMap<Thread, Taker> TAKERS = new ConcurrentHashMap<>();
    private static final Object LOCK = new Object();
    private static final PluginKey<DeadlockDetector> KEY = new PluginKey<>("deadlock detector of queues");

    private final Set<SuspendedSender> senders = ConcurrentHashMap.newKeySet();
    final AtomicBoolean looking = new AtomicBoolean();

    static DeadlockDetector of(RoutingContext context) {
        RoutingContextExtension services = context.getRoutingContextExtension();
        synchronized (KEY) {
            DeadlockDetector known = services.getPlugin(KEY);
            if (known == null) {
                known = new DeadlockDetector();
                services.setPlugin(KEY, known);
            }
            return known;
        }
    }

    // ---- threads

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
            Look look = Look.twice(() -> new Look(channel));
            if (look != null && look.stuck.contains(channel)) {
                throw look.failure(me.source, channel);
            }
        }
    }

    /** A thread that takes from a channel. */
    static class Taker {
        private final Channel source;
        private volatile @Nullable Channel blockedOn;
        private volatile boolean waitsForEver;

        Taker(Channel source) {
            this.source = source;
        }

        /** Its consumer, if the taker pauses because too many messages of that consumer are in flight; else null. */
        @Nullable
        Subscriber paused() {
            return null;
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

    // ---- suspended messages

    void add(SuspendedSender sender, ThreadPools pools) {
        senders.add(sender);
        beginToLook(pools);
    }

    void remove(SuspendedSender sender) {
        senders.remove(sender);
    }

    private void beginToLook(ThreadPools pools) {
        if (!looking.get() && looking.compareAndSet(false, true)) {
            boolean looks = false;
            try {
                lookLater(pools);
                looks = true;
            } finally {
                if (!looks) {
                    looking.set(false); // law S4: the next sender tries again
                }
            }
        }
    }

    /** The senders wait for it, and perhaps no other comes: tries again while the heap is full (law S4). */
    @SuppressWarnings("CatchingUnchecked") // the thread pools may be the user's
    private void lookAgain(ThreadPools pools) {
        while (true) {
            try {
                lookLater(pools);
                return;
            } catch (OutOfMemoryError e) {
                Threading.parkNanos(this, AGAIN_NANOS);
            } catch (Throwable e) {
                looking.set(false);
                Log.warn(DeadlockDetector.class, "No search for loops of full queues until the next sender waits", e);
                return;
            }
        }
    }

    private void lookLater(ThreadPools pools) {
        long due = Threading.nanoTime() + TimeUnit.MILLISECONDS.toNanos(LOOK_AGAIN_MILLIS);
        pools.schedule(() -> look(pools, due), LOOK_AGAIN_MILLIS);
    }

    /** If this runs before it is due, the pools are stopping and this is the last search. */
    private void look(ThreadPools pools, long due) {
        boolean stopped = Threading.nanoTime() - due < 0;
        try {
            if (!stopped) {
                failOne();
            }
        } finally {
            if (!stopped && !senders.isEmpty()) {
                lookAgain(pools);
            } else {
                looking.set(false);
                if (!stopped && !senders.isEmpty()) {
                    beginToLook(pools);
                }
            }
        }
    }

    /** Fails one of the senders that can never continue: the one that began to wait last. */
    private void failOne() {
        Look look = Look.twice(() -> new Look(senders));
        if (look != null) {
            look.failLast();
        }
    }

    /** A sender that waits for room in a channel, and the message that it belongs to. */
    private record Stay(SuspendedSender sender, Channel in, long number, AsyncCallback message) {}

    /** One search for channels that can never have room again, and for the senders that wait there. */
    private static final class Look {
        /*
         * A channel is stuck if it is full and each of its takers either
         *
         *     is a thread that waits, without a time limit, for room in a stuck channel, or
         *
         *     pauses, because its consumer has the maximum number of messages in flight, and each of these waits
         *     without a thread and without a time limit for room in a stuck channel.
         *
         * The search begins with all channels in which a sender waits, or with that of the thread, and removes those
         * for which this is not true, until a pass removes none. The facts that are left in `seen` are those of that
         * last pass.
         *
         * Which message a sender belongs to is known from its callback. A callback returns the next callback in its
         * chain (calls()), and the last one in the chain is the consumer. A message may have several parts. One part
         * that waits is enough, since a message ends only when all its parts have ended.
         *
         * Everything that is not known counts as "may continue": a callback that a user wrote, a group or a sender with
         * a time limit, a user's queue, and a channel that is suspended, closed or being replaced, or whose senders
         * expect replies, because the place of one that times out becomes free. A thread that is about to sleep gets
         * its error sooner: it looks at full channels and blocked threads alone, also at those with a time limit.
         *
         * Why there are no false alarms. A search records the facts that it relies on: the ring of each channel and how
         * many messages were ever taken from it, the takers and what they wait for, how many messages are in flight,
         * the senders and the numbers of their stays in the wait queue. A deadlock is reported only if two searches,
         * one after the other, recorded the same facts.
         *
         *     The numbers of stays and of taken messages only grow. So between the two searches no sender left its wait
         *     queue, and no message was taken. Hence there was one moment at which all the facts were true together.
         *
         *     After that moment the stuck channels do not change by themselves. A sender, or a thread that waits for
         *     room, continues only after a message is taken. A taker that pauses continues only after a message ends,
         *     and that message waits as a sender. A channel gets room only when a taker takes. So each change needs an
         *     earlier one, and there is no first.
         *
         *     A purge, a stop or a new taker may still change them. These wake all senders. Then fail() sees that the
         *     stay has ended, and does nothing.
         */
        private final Map<Subscriber, List<Stay>> byConsumer = new HashMap<>();
        private final Set<Channel> stuck = new LinkedHashSet<>();
        private final Map<Object, Object> seen = new HashMap<>();
        private final boolean byThread;

        /** The second of two searches that have found the same; null if nothing is stuck. */
        static @Nullable Look twice(Supplier<Look> search) {
            Look before = search.get();
            if (before.stuck.isEmpty()) {
                return null;
            }
            Look after = search.get();
            return after.seen.equals(before.seen) ? after : null;
        }

        Look(Channel start) {
            byThread = true;
            stuck.add(start);
            keepStuck();
        }

        Look(Collection<SuspendedSender> senders) {
            byThread = false;
            senders.forEach(this::add);
            keepStuck();
        }

        private void keepStuck() {
            stuck.addAll(withAwaited(stuck, any -> true));
            while (stuck.removeIf(each -> !isStuck(each))) {
                seen.clear(); // it also contains the removed channels
            }
        }

        private void add(SuspendedSender sender) {
            Channel in = sender.full();
            long number = in.blockedSenders.stayOf(sender);
            if (number < 0 || !sender.waitsForEver()) {
                return;
            }
            AsyncCallback message = null;
            AsyncCallback next = sender.callback();
            while (next != null && !(next instanceof Subscriber)) {
                message = next;
                next = next instanceof ChainedCallback link ? link.calls() : null;
            }
            if (message != null && next != null) {
                byConsumer
                        .computeIfAbsent((Subscriber) next, any -> new ArrayList<>())
                        .add(new Stay(sender, in, number, message));
                stuck.add(in);
            }
        }

        /** Whether the channel is stuck if the others in the set are stuck. Records the facts. */
        private boolean isStuck(Channel channel) {
            Ring<Exchange> ring = channel.ring();
            seen.put(channel, List.of(ring, ring.taken()));
            List<Taker> takers = List.copyOf(channel.takers());
            return !takers.isEmpty()
                    && (byThread || !mayGetRoom(channel))
                    && takers.stream().allMatch(this::isHeldUp)
                    && channel.isFull(); // last: it may ask a queue of the user's
        }

        /** Whether there may be room without a taker. */
        private static boolean mayGetRoom(Channel channel) {
            return channel.ring().isBorrowed()
                    || !channel.isSteady()
                    || channel.missesWhenFull()
                    || channel.replies.areExpected();
        }

        /** The channel in which the thread of the taker waits for room; null while it does something else. */
        private @Nullable Channel waitsIn(Taker taker) {
            Channel waitsIn = taker.blockedOn; // must be read first: the time limit was written before it
            return byThread || taker.waitsForEver ? waitsIn : null;
        }

        private boolean isHeldUp(Taker taker) {
            Channel waitsIn = waitsIn(taker);
            Subscriber consumer = taker.paused();
            seen.put(taker, List.of(Optional.ofNullable(waitsIn), Optional.ofNullable(consumer)));
            return waitsIn != null ? stuck.contains(waitsIn) : consumer != null && isHeldUp(consumer);
        }

        private boolean isHeldUp(Subscriber consumer) {
            int underWay = consumer.underWay();
            seen.put(consumer, underWay);
            Set<AsyncCallback> messages = new HashSet<>();
            for (Stay stay : byConsumer.getOrDefault(consumer, List.of())) {
                if (stuck.contains(stay.in)) {
                    seen.put(stay.sender, stay.number);
                    messages.add(stay.message);
                }
            }
            return messages.size() == underWay;
        }

        /** Fails the message of the sender that began to wait last, unless that sender has been woken since. */
        void failLast() {
            stuck.stream()
                    .flatMap(channel -> channel.takers().stream())
                    .flatMap(taker -> staysOf(taker).stream())
                    .filter(stay -> stuck.contains(stay.in))
                    .max((one, other) -> Long.signum(one.sender.began - other.sender.began))
                    .ifPresent(this::fail);
        }

        private void fail(Stay last) {
            last.sender.fail(failure(last.in, last.in), last.in, last.number);
        }

        /** For a message from one channel, which waits for room in another. */
        QueueLoopException failure(Channel from, Channel in) {
            String loop = withAwaited(List.of(in), stuck::contains).stream()
                    .map(each -> each.name() + " -> ")
                    .collect(Collectors.joining("", "", in.name()));
            return new QueueLoopException(in.name() + " will never have room again: " + loop
                    + " is a loop, in which each consumer waits for room in the next queue. Consumers of " + from.name()
                    + " send more than they take: filter the messages that go round, make the queue larger, set"
                    + " discardWhenFull, or send to another queue");
        }

        private List<Stay> staysOf(Taker taker) {
            Subscriber consumer = taker.paused();
            return consumer == null ? List.of() : byConsumer.getOrDefault(consumer, List.of());
        }

        /** Those channels, and the wanted ones for which their takers wait, directly or through others. */
        private List<Channel> withAwaited(Collection<Channel> some, Predicate<Channel> wanted) {
            Set<Channel> all = new LinkedHashSet<>(some);
            Deque<Channel> next = new ArrayDeque<>(some);
            while (!next.isEmpty()) {
                next.remove().takers().stream()
                        .flatMap(this::awaitedBy)
                        .filter(each -> wanted.test(each) && all.add(each))
                        .forEach(next::add);
            }
            return List.copyOf(all);
        }

        private Stream<Channel> awaitedBy(Taker taker) {
            Channel waitsIn = waitsIn(taker);
            return waitsIn != null
                    ? Stream.of(waitsIn)
                    : staysOf(taker).stream().map(Stay::in);
        }
    }
}
