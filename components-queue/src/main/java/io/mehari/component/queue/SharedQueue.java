package io.mehari.component.queue;

import io.mehari.Exchange;
import io.mehari.spi.ExchangeExtension;
import io.mehari.spi.ExchangeFactory;
import io.mehari.spi.Log;
import io.mehari.spi.StackRoom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
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
    int holders; // the endpoints and started producers that use it; guarded by the component

    private final String name;
    private final Ring.Factory rings;
    private final Channel first;
    private final Reply.Pending replies = new Reply.Pending();
    private final LongAdder discarded = new LongAdder();

    // held by threads that publish or change the subscribers; guards what follows
    private final ReentrantLock publishing = new ReentrantLock();
    private final Set<QueueConsumer> running = ConcurrentHashMap.newKeySet(); // read by any thread
    private @Nullable Boolean multiple;
    private @Nullable Subscribers subscribers; // only if each consumer gets a copy

    // written under the lock
    private volatile WaitingTimes.@Nullable Histogram waitingTimes;
    private volatile @Nullable Channel only; // null if each consumer has its own
    private volatile Channel[] receivers = {};

    SharedQueue(String name, Ring.Factory rings) {
        this.name = name;
        this.rings = rings;
        this.first = new Channel(name, rings, replies);
        this.only = first;
    }

    String name() {
        return name;
    }

    int capacity() {
        return first.capacity();
    }

    Reply.Pending replies() {
        return replies;
    }

    // ---- one consumer or all

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

    boolean isInUse() {
        return hasConsumers() || channels().stream().anyMatch(each -> !each.isEmpty());
    }

    /** Returns the channel from which the consumer takes. */
    Channel subscribe(QueueConsumer consumer) {
        return locked(() -> {
            running.add(consumer);
            Subscribers all = subscribers;
            if (all == null) {
                return first;
            }
            Channel mine = all.subscribe(consumer, this::newChannel);
            receivers = all.receivers();
            return mine;
        });
    }

    private Channel newChannel() {
        Channel made = new Channel(name, rings, replies);
        made.timeInto(waitingTimes);
        return made;
    }

    /** Called when a consumer has been suspended, resumed or stopped. */
    void skipSuspended() {
        publishing.lock();
        try {
            if (subscribers != null) {
                subscribers.skipSuspended();
            }
        } finally {
            publishing.unlock();
        }
    }

    /** Returns whether the consumer was the last one to take from its channel. */
    boolean unsubscribe(QueueConsumer consumer) {
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
            for (int i = 0; i < to.length; i++) {
                // There is room, because other senders and close() need the lock. There are two exceptions: a sender
                // that began when there was only one consumer, and other code that fills a user's queue.
                if (!to[i].offer(copy[i])) {
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

    private Channel[] withoutFull(Channel[] all) {
        Channel[] some = Arrays.stream(all).filter(each -> !each.isFull()).toArray(Channel[]::new);
        discarded.add(all.length - some.length);
        return some;
    }

    // ---- messages that are not processed

    /** Ends an exchange that will not be processed: its completions run, and a waiting sender gets the reason. */
    void discard(Exchange exchange, ExchangeFactory exchanges, String why) {
        discarded.increment();
        ExchangeExtension extension = exchange.getExchangeExtension();
        if (extension.hasUnitOfWork()) {
            exchange.setException(new MessageDiscardedException(name + ": " + why, exchange));
        }
        end(exchange, exchanges, exchanges.lease(exchange));
        replies.remove(exchange);
    }

    /** Runs the completions, and returns the exchange to its pool if it has one. */
    static void end(Exchange exchange, ExchangeFactory exchanges, int lease) {
        if (lease != 0) {
            exchanges.release(exchange, lease);
        } else if (exchange.getExchangeExtension().hasUnitOfWork()) {
            exchange.getUnitOfWork().done();
        }
    }

    void purge(ExchangeFactory exchanges, String why) {
        discardAll(Channel::purge, exchanges, why);
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
        for (int tries = 0; !channel.ring().listInto(queued, Integer.MAX_VALUE); tries++) {
            queued.clear();
            Backoff.spinThenPark(tries); // a sender is between two instructions
        }
        // All replies are looked up first: a call-back takes time, and a pool may use a listed copy for another
        // request.
        for (Reply reply :
                queued.stream().map(replies::to).filter(Objects::nonNull).toList()) {
            if (reply.giveUp(new MessageDiscardedException(name + ": its last consumer has stopped", null))) {
                replies.noteGivenUp();
                reply.callBack();
            }
        }
    }

    // ---- life

    void closeIntake(BooleanSupplier inside) {
        publishing.lock();
        try {
            channels().forEach(each -> each.closeIntake(inside));
        } finally {
            publishing.unlock();
        }
    }

    /** Closes the queue: it accepts no more messages; those left over are reported and ended. */
    void close(ExchangeFactory exchanges) {
        Function<Channel, List<Exchange>> removal = channel -> locked(channel::close);
        int left = discardAll(removal, exchanges, "it was left over when the context stopped");
        if (left > 0) {
            Log.warn(SharedQueue.class, name + ": " + left + " messages were left over when the context stopped");
        }
    }

    void open() {
        channels().forEach(Channel::open);
    }

    // ---- looking

    List<Exchange> browse(ExchangeFactory exchanges, int limit) {
        List<Exchange> seen = new ArrayList<>();
        channels().forEach(each -> each.ring().browse(exchanges, limit, seen));
        return seen;
    }

    void timeWaiting(boolean wanted) {
        publishing.lock();
        try {
            waitingTimes = wanted ? new WaitingTimes.Histogram() : null;
            for (Channel each : channels()) {
                each.timeInto(waitingTimes);
            }
        } finally {
            publishing.unlock();
        }
    }

    @Nullable
    WaitingTimes waitingTimes() {
        WaitingTimes.Histogram current = waitingTimes;
        return current == null ? null : current.times();
    }

    QueueStatistics statistics() {
        return locked(
                () -> { // so that no channel is added or removed meanwhile
                    QueueStatistics sum = new QueueStatistics(0, capacity(), 0, 0, 0, discarded.sum(), 0);
                    for (Channel each : channels()) {
                        sum = sum.with(each.statistics());
                    }
                    return subscribers == null ? sum : sum.with(subscribers.gone());
                });
    }
}
