package io.mehari.component.queue;

import io.mehari.Exchange;
import io.mehari.component.queue.Subscribers.Subscriber;
import io.mehari.component.queue.ring.Ring;
import io.mehari.component.queue.ring.SpinThenPark;
import io.mehari.spi.ExchangeFactory;
import io.mehari.spi.internal.Log;
import io.mehari.spi.internal.Nearest;
import io.mehari.spi.internal.StackRoom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A queue of a context, shared by all endpoints with its name and by all their routes. */
final class SharedQueue {
    /*
     * If each message goes to one consumer, there is one channel. If each consumer gets a copy, each has its own
     * channel, and a message is sent to all channels or to none. For this the senders take turns, under the lock
     * `publishing`: a channel that had room when it was checked still has room when the message is sent. The first
     * endpoint that sets the option, or else the first consumer, decides which of the two applies.
     */
    private final Map<String, SharedQueue> all; // of its component, read by any thread; the lock of the next one
    private int holders; // the endpoints and started producers that use it

    private final String name;
    private final Nearest.Seldom nearest = new Nearest.Seldom();
    private final Ring.Factory<Exchange> rings;
    private final Channel first;
    private final Reply.Pending replies = new Reply.Pending();
    private final LongAdder discarded = new LongAdder();
    final LongAdder refused = new LongAdder();
    final LongAdder expired = new LongAdder();

    // held by threads that publish or change the subscribers; guards what follows
    private final ReentrantLock publishing = new ReentrantLock();
    private final Set<Subscriber> running = ConcurrentHashMap.newKeySet(); // read by any thread
    private @Nullable Boolean multiple;
    private @Nullable Subscribers subscribers; // only if each consumer gets a copy

    // written under the lock
    private volatile WaitingTimes.@Nullable Histogram waitingTimes;
    private volatile @Nullable Channel only; // null if each consumer has its own
    private volatile Channel[] receivers = {};
    private volatile boolean consumed;
    private volatile boolean written; // by a producer that does not mind if nothing reads

    /**
     * @param all where it is removed when it is not used any more
     * @param firstMessage called with the first message if nothing has read the queue before
     */
    SharedQueue(
            String name,
            Ring.Factory<Exchange> rings,
            Map<String, SharedQueue> all,
            Consumer<SharedQueue> firstMessage) {
        this.name = name;
        this.all = all;
        this.rings = rings;
        this.first = new Channel(name, rings, replies);
        this.only = first;
        if (!isBorrowed()) { // other code may read that
            first.expectReader(() -> firstMessage.accept(this));
        }
    }

    String name() {
        return name;
    }

    /** The name of the logger. */
    String log() {
        return Log.endpoint(name);
    }

    /** Whether its exchanges are in a queue of the user's. */
    boolean isBorrowed() {
        return first.ring().isBorrowed();
    }

    int capacity() {
        return first.capacity();
    }

    Reply.Pending replies() {
        return replies;
    }

    void written() {
        written = true;
    }

    /** Whether it is sent to, and nothing has ever read it. */
    boolean isUnread() {
        return written && !consumed && !isBorrowed() && channels().stream().noneMatch(Channel::isPolled);
    }

    // ---- holders

    /** Counts an endpoint or a producer that uses the queue. */
    void hold() {
        synchronized (all) {
            holders++;
        }
    }

    /** Removes the queue if it is not used any more. */
    void release(ExchangeFactory exchanges) {
        synchronized (all) {
            boolean last = holders <= 1 && !isInUse() && all.values().remove(this);
            holders--; // law S4: after all that may throw
            if (!last) {
                return;
            }
        }
        close(exchanges); // a sender that still has a reference to it is refused
    }

    // ---- one consumer or all

    /** As {@link #agreeOnMultiple}, but fails for those settings if the other was set before. */
    void setMultiple(boolean wanted, QueueSettings settings) {
        settings.check(
                agreeOnMultiple(wanted),
                "multipleConsumers=" + wanted + ", but other endpoints of " + name + " have " + !wanted
                        + ": give all of them the same");
    }

    /** Sets whether each consumer gets a copy; false if the other was set before. */
    boolean agreeOnMultiple(boolean wanted) {
        return locked(() -> {
            if (multiple == null) {
                multiple = wanted;
                if (wanted) {
                    subscribers = new Subscribers(first);
                    receivers = subscribers.receivers();
                    only = null;
                }
            }
            return multiple == wanted;
        });
    }

    boolean isMultiple() {
        return only == null;
    }

    /** The channel to send to; null if {@link #publish} must be used. */
    @Nullable
    Channel only() {
        return only;
    }

    // ---- consumers

    boolean hasConsumers() {
        return !running.isEmpty();
    }

    /** Whether it had consumers, and none of them takes messages now. */
    boolean isAbandoned() {
        for (Subscriber each : running) {
            if (!each.isSuspended()) {
                return false;
            }
        }
        return consumed && channels().stream().noneMatch(Channel::isPolled);
    }

    boolean hasReader() {
        return hasConsumers() || channels().stream().anyMatch(Channel::isPolled);
    }

    /** For a queue without a reader: what is wrong, and what to do. */
    String unread() {
        return "no running route starts from it; " + nearest.orElse("", name, this::read) + "add one with from(\""
                + name + "\"), or start it";
    }

    private List<String> read() {
        return all.values().stream()
                .filter(SharedQueue::hasConsumers)
                .map(SharedQueue::name)
                .toList();
    }

    /** Why no reply has come in time. */
    String whyItWaits() {
        if (!hasReader()) {
            return unread();
        }
        return channels().stream().allMatch(Channel::isEmpty)
                ? "wait longer with the option timeout, or see what the route waits for"
                : "all consumers of the queue are busy, and messages wait in it: give it more concurrentConsumers; if"
                        + " a route waits here for a reply of its own, send to another queue";
    }

    boolean isInUse() {
        return hasConsumers() || channels().stream().anyMatch(each -> !each.isEmpty());
    }

    /** Returns the channel from which the consumer takes. */
    Channel subscribe(Subscriber consumer) {
        return locked(() -> {
            Subscribers all = subscribers;
            Channel ownChannel = all == null ? first : all.subscribe(consumer, this::newChannel);
            receivers = all == null ? receivers : all.receivers();
            running.add(consumer);
            consumed = true;
            return ownChannel;
        });
    }

    private Channel newChannel() {
        Channel made = new Channel(name, rings, replies);
        made.timeInto(waitingTimes);
        return made;
    }

    /** Called when a consumer has been suspended, resumed or stopped. */
    void skipSuspended() {
        locked(() -> {
            if (subscribers != null) {
                subscribers.skipSuspended();
            }
            return true;
        });
    }

    /** Returns whether the consumer was the last one to take from its channel. */
    boolean unsubscribe(Subscriber consumer) {
        return locked(() -> {
            running.remove(consumer);
            Subscribers all = subscribers;
            if (all != null) {
                all.unsubscribe(consumer);
                receivers = all.receivers();
            }
            return all != null || running.isEmpty();
        });
    }

    private List<Channel> channels() {
        return locked(() -> subscribers == null ? List.of(first) : subscribers.channels());
    }

    private <T> T locked(Supplier<T> action) {
        StackRoom.claim(StackRoom.EXECUTOR);
        publishing.lock();
        try {
            return action.get();
        } finally {
            publishing.unlock();
        }
    }

    // ---- publishing to all

    /**
     * Sends a copy to each consumer, or to none. Returns null, or the channel that has no room or is closed. A
     * suspended consumer whose channel is full gets no copy, as long as there is another consumer.
     */
    @Nullable
    Channel publish(OutgoingMessage message) {
        List<Exchange> refused = null;
        StackRoom.claim(StackRoom.EXECUTOR);
        publishing.lock();
        try {
            Channel[] to = receivers;
            boolean skips = false;
            for (Channel each : to) {
                boolean full = each.isFull();
                if (each.isClosedToCaller() || (full && !each.missesWhenFull())) {
                    return each;
                }
                skips |= full;
            }
            if (skips) {
                to = withoutFull(to);
            }
            Exchange[] copy = message.makeCopies(to.length);
            boolean someHaveIt = false;
            for (int i = 0; i < to.length; i++) {
                // There is room, because other senders and close() need the lock. There are two exceptions: a sender
                // that began when there was only one consumer, and other code that fills a user's queue.
                if (offers(to[i], copy[i], someHaveIt)) {
                    someHaveIt = true;
                } else {
                    refused = refused == null ? new ArrayList<>() : refused;
                    refused.add(copy[i]);
                }
            }
        } finally {
            publishing.unlock();
        }
        if (refused != null) {
            refused.forEach(message::noRoomFor); // after the lock was released, because completions run
        }
        return null;
    }

    /** What a user's queue throws is the sender's failure, unless another consumer has its copy already. */
    @SuppressWarnings("CatchingUnchecked") // see above
    private boolean offers(Channel to, Exchange copy, boolean someHaveIt) {
        try {
            return to.offer(copy);
        } catch (Throwable e) {
            if (!someHaveIt) {
                throw e;
            }
            Log.warn(log(), name + ": one consumer misses a message, because its queue has failed", e);
            return false;
        }
    }

    private Channel[] withoutFull(Channel[] all) {
        Channel[] some = Arrays.stream(all).filter(each -> !each.isFull()).toArray(Channel[]::new);
        discarded.add(all.length - some.length);
        return some;
    }

    // ---- messages that are not processed

    /**
     * Ends an exchange that will not be processed: its completions run, and a waiting sender gets the reason. The
     * exchange has no owner afterwards, so nothing is thrown to one that could release it again.
     */
    @SuppressWarnings("CatchingUnchecked") // the heap may be full
    void discard(Exchange exchange, ExchangeFactory exchanges, String why) {
        try {
            replies.remove(exchange); // first: once it is released, a pool may use it for another sender
            discarded.increment();
            if (exchange.getExchangeExtension().hasUnitOfWork()) {
                exchange.setException(new MessageDiscardedException(name + ": " + why, exchange));
            }
        } catch (Throwable e) {
            Log.warn(SharedQueue.class, name + ": a message is dropped without its reason", e);
        }
        release(exchange, exchanges);
    }

    /** The only release of an exchange by its last owner. A second one could free the next message in this object. */
    @SuppressWarnings("CatchingUnchecked") // see discard
    static void release(Exchange exchange, ExchangeFactory exchanges) {
        try {
            exchanges.release(exchange);
        } catch (Throwable e) {
            Log.warn(SharedQueue.class, "A message could not be ended", e);
        }
    }

    void purge(ExchangeFactory exchanges, String why) {
        discardAll(channel -> locked(channel::purge), exchanges, why);
    }

    /** Ends what is removed from the channels, and returns its number. */
    private int discardAll(Function<Channel, List<Exchange>> removal, ExchangeFactory exchanges, String why) {
        int count = 0;
        for (Channel channel : channels()) {
            List<Exchange> removed = removal.apply(channel);
            removed.forEach(each -> discard(each, exchanges, why));
            count += removed.size();
        }
        return count;
    }

    /** Drops copies whose senders have given up, for a sender that needs room; returns whether there were any. */
    boolean dropGivenUp(ExchangeFactory exchanges) {
        if (!replies.takeGivenUp()) {
            return false;
        }
        Function<Channel, List<Exchange>> removal = channel -> locked(() -> channel.takeOut(replies::isGivenUp));
        return discardAll(removal, exchanges, "its sender has given it up") > 0;
    }

    /** Called when a sender has given up: drops its copy if other senders wait for room. */
    void gaveUp(ExchangeFactory exchanges) {
        replies.noteGivenUp();
        if (channels().stream().anyMatch(Channel::isFull)) {
            dropGivenUp(exchanges);
        }
    }

    /** Fails the senders that wait for replies to messages in that channel, which will not be processed. */
    void giveUpReplies(Channel channel) {
        List<Exchange> queued = new ArrayList<>();
        for (int tries = 0; !channel.settled().listInto(queued, Integer.MAX_VALUE); tries++) {
            queued.clear();
            SpinThenPark.pause(tries); // a sender is between two instructions
        }
        // All replies are looked up first: a call-back takes time, and a pool may use a listed copy for another
        // request.
        for (Reply reply :
                queued.stream().map(replies::to).filter(Objects::nonNull).toList()) {
            if (reply.giveUp(any -> new MessageDiscardedException(name + ": its last consumer has stopped", null))) {
                replies.noteGivenUp();
                reply.callBack();
            }
        }
    }

    // ---- life

    void closeIntake(BooleanSupplier inside) {
        locked(() -> {
            channels().forEach(each -> each.closeIntake(inside));
            return true;
        });
    }

    /** Closes the queue: it accepts no more messages; those left over are reported and ended. */
    void close(ExchangeFactory exchanges) {
        Function<Channel, List<Exchange>> removal = channel -> locked(channel::close);
        int left = discardAll(removal, exchanges, "it was left over when the context stopped");
        if (left > 0) {
            Log.warn(
                    log(),
                    name + ": " + left + " messages were left over when the context stopped [MH-55]: no route took them"
                            + " in time; add one with from(\"" + name + "\"), or give the stop more time");
        }
    }

    void open() {
        channels().forEach(Channel::open);
    }

    // ---- looking

    List<Exchange> browse(ExchangeFactory exchanges, int limit) {
        List<Exchange> seen = new ArrayList<>();
        channels().forEach(each -> each.ring().browse(it -> read(it, exchanges), exchanges::release, limit, seen));
        return seen;
    }

    /** A copy; copy() would mark the original. Null if the exchange changed during the reads: it has left the ring. */
    private static @Nullable Exchange read(Exchange queued, ExchangeFactory exchanges) {
        Exchange copy = null;
        try {
            copy = exchanges.create(queued.getPattern());
            copy.setBody(queued.getBody());
            queued.getHeaders().forEach(copy::setHeader);
            queued.getProperties().forEach(copy::setProperty);
            return copy;
        } catch (RuntimeException e) {
            if (copy != null) {
                release(copy, exchanges);
            }
            return null;
        }
    }

    void timeWaiting(boolean wanted) {
        locked(() -> {
            waitingTimes = wanted ? new WaitingTimes.Histogram() : null;
            channels().forEach(each -> each.timeInto(waitingTimes));
            return true;
        });
    }

    @Nullable
    WaitingTimes waitingTimes() {
        WaitingTimes.Histogram current = waitingTimes;
        return current == null ? null : current.times();
    }

    QueueStatistics statistics() {
        return locked(
                () -> { // so that no channel is added or removed meanwhile
                    QueueStatistics sum = new QueueStatistics(
                            0, capacity(), 0, 0, 0, discarded.sum(), 0, refused.sum(), expired.sum(), 0);
                    for (Channel each : channels()) {
                        sum = sum.with(each.statistics());
                    }
                    return subscribers == null ? sum : sum.with(subscribers.gone());
                });
    }
}
