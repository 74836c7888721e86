package io.mehari.component.queue;

import io.mehari.AsyncCallback;
import io.mehari.RoutingContext;
import io.mehari.spi.PluginKey;
import io.mehari.spi.RoutingContextExtension;
import io.mehari.spi.ThreadPools;
import io.mehari.spi.Threading;
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
import java.util.stream.Stream;

/** Finds deadlocks among the messages of one context that wait for room without a thread, and fails one of them. */
final class SuspendedDeadlockDetector {
    /*
     * Law Q10 for suspended messages. A thread searches for a deadlock before it sleeps (DeadlockDetector), but here no
     * thread sleeps. So a timer searches every LOOK_AGAIN_MILLIS while suspended senders wait. Each search fails one
     * sender of a deadlock, which may be enough for the others to continue.
     *
     * No sender is missed. A new sender is added to the set, and then `looking` is read. The last search clears
     * `looking`, and then reads the set. All four accesses are volatile, so at least one of the two threads sees the
     * other's write.
     */
    static final long LOOK_AGAIN_MILLIS = 100;

    private static final PluginKey<SuspendedDeadlockDetector> KEY = new PluginKey<>("deadlock detector of queues");

    private final Set<SuspendedSender> senders = ConcurrentHashMap.newKeySet();
    final AtomicBoolean looking = new AtomicBoolean();

    static SuspendedDeadlockDetector of(RoutingContext context) {
        RoutingContextExtension services = context.getRoutingContextExtension();
        synchronized (KEY) {
            SuspendedDeadlockDetector known = services.getPlugin(KEY);
            if (known == null) {
                known = new SuspendedDeadlockDetector();
                services.setPlugin(KEY, known);
            }
            return known;
        }
    }

    void add(SuspendedSender sender, ThreadPools pools) {
        senders.add(sender);
        beginToLook(pools);
    }

    void remove(SuspendedSender sender) {
        senders.remove(sender);
    }

    private void beginToLook(ThreadPools pools) {
        if (!looking.get() && looking.compareAndSet(false, true)) {
            lookLater(pools);
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
                lookLater(pools);
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
        Look before = new Look(senders);
        if (!before.stuck.isEmpty()) {
            Look after = new Look(senders);
            if (after.seen.equals(before.seen)) {
                after.failLast();
            }
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
         * The search begins with all channels in which a sender waits, and removes those for which this is not true,
         * until a pass removes none. The facts that are left in `seen` are those of that last pass.
         *
         * Which message a sender belongs to is known from its callback. A callback returns the next callback in its
         * chain (calls()), and the last one in the chain is the consumer. A message may have several parts. One part
         * that waits is enough, since a message ends only when all its parts have ended.
         *
         * Everything that is not known counts as "may continue": a callback that a user wrote, a group or a sender with
         * a time limit, a user's queue, and a channel that is suspended, closed or being replaced, or whose senders
         * expect replies, because the place of one that times out becomes free.
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
        private final Map<QueueConsumer, List<Stay>> byConsumer = new HashMap<>();
        private final Set<Channel> stuck = new LinkedHashSet<>();
        private final Map<Object, Object> seen = new HashMap<>();

        Look(Collection<SuspendedSender> senders) {
            senders.forEach(this::add);
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
            while (next != null && !(next instanceof QueueConsumer)) {
                message = next;
                next = next.calls();
            }
            if (message != null && next != null) {
                byConsumer
                        .computeIfAbsent((QueueConsumer) next, any -> new ArrayList<>())
                        .add(new Stay(sender, in, number, message));
                stuck.add(in);
            }
        }

        /** Whether the channel is stuck if the others in the set are stuck. Records the facts. */
        private boolean isStuck(Channel channel) {
            Ring ring = channel.ring();
            seen.put(channel, List.of(ring, ring.taken()));
            List<DeadlockDetector.Taker> takers = List.copyOf(channel.takers());
            return !takers.isEmpty()
                    && !ring.isBorrowed()
                    && !ring.isSealed()
                    && !channel.missesWhenFull()
                    && !channel.replies.areExpected()
                    && channel.isFull()
                    && takers.stream().allMatch(this::isHeldUp);
        }

        private boolean isHeldUp(DeadlockDetector.Taker taker) {
            Channel waitsIn = taker.waitsForEverIn();
            QueueConsumer consumer = taker.pausedConsumer();
            seen.put(taker, List.of(Optional.ofNullable(waitsIn), Optional.ofNullable(consumer)));
            return waitsIn != null ? stuck.contains(waitsIn) : consumer != null && isHeldUp(consumer);
        }

        private boolean isHeldUp(QueueConsumer consumer) {
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
            String loop = DeadlockDetector.describe(last.in, withAwaited(List.of(last.in), stuck::contains));
            last.sender.fail(new QueueLoopException(loop), last.in, last.number);
        }

        private List<Stay> staysOf(DeadlockDetector.Taker taker) {
            QueueConsumer consumer = taker.pausedConsumer();
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

        private Stream<Channel> awaitedBy(DeadlockDetector.Taker taker) {
            Channel waitsIn = taker.waitsForEverIn();
            return waitsIn != null
                    ? Stream.of(waitsIn)
                    : staysOf(taker).stream().map(Stay::in);
        }
    }
}
