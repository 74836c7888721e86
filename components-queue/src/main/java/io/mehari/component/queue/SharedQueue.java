package io.mehari.component.queue;

import io.mehari.Exchange;
import io.mehari.spi.ExchangeExtension;
import io.mehari.spi.ExchangeFactory;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** One queue of one context, by name: what all endpoints of that name and all their routes share. */
final class SharedQueue {
    /*
     * Where each message goes to one consumer, there is one channel. Where each consumer gets a copy, each has a channel of its own,
     * and a message is sent to all or to none: senders take turns (publishing), so that what has room when it is looked
     * at has room when it is sent to. See Subscribers for what becomes of the channels of consumers that stop.
     *
     * Which of the two it is, is open until an endpoint says so or a consumer is made.
     */
    private static final System.Logger LOG = System.getLogger(SharedQueue.class.getName());

    private final String name;
    private final Rings rings;
    private final Channel first;
    private final Replies replies = new Replies();
    private final LongAdder discarded = new LongAdder();

    /** Held by who publishes and who changes the subscribers; guards what follows. */
    private final ReentrantLock publishing = new ReentrantLock();

    private final Set<QueueConsumer> running = new HashSet<>();
    private @Nullable Boolean multiple;
    private @Nullable Subscribers subscribers; // where each consumer gets a copy
    private @Nullable WaitingHistogram waitingTimes;

    // written under the lock

    private volatile boolean hasConsumers;

    /** The one channel; null where each consumer has its own. */
    private volatile @Nullable Channel only;

    private volatile Channel[] receivers = {};

    SharedQueue(String name, Rings rings) {
        this.name = name;
        this.rings = rings;
        this.first = new Channel(name, rings);
        this.only = first;
    }

    String name() {
        return name;
    }

    int capacity() {
        return first.capacity();
    }

    Replies replies() {
        return replies;
    }

    // ---- one consumer or all

    /**
     * Called with what an endpoint or a consumer says.
     *
     * @return false when another has said otherwise
     */
    boolean agreeOnMultiple(boolean wanted) {
        publishing.lock();
        try {
            Boolean known = multiple;
            if (known == null) {
                multiple = wanted;
                if (wanted) {
                    subscribers = new Subscribers(first);
                    receivers = subscribers.receivers();
                    only = null;
                }
                return true;
            }
            return known == wanted;
        } finally {
            publishing.unlock();
        }
    }

    /** What was agreed on; false when nobody has said anything. */
    boolean isMultiple() {
        publishing.lock();
        try {
            return Boolean.TRUE.equals(multiple);
        } finally {
            publishing.unlock();
        }
    }

    /** The channel to send to; null where {@link #publish} is needed. */
    @Nullable
    Channel only() {
        return only;
    }

    // ---- consumers

    boolean hasConsumers() {
        return hasConsumers;
    }

    /** The channel that this consumer takes from, from now on. */
    Channel subscribe(QueueConsumer consumer) {
        publishing.lock();
        try {
            running.add(consumer);
            hasConsumers = true;
            Subscribers all = subscribers;
            if (all == null) {
                return first;
            }
            Channel mine = all.subscribe(consumer, this::newChannel);
            receivers = all.receivers();
            return mine;
        } finally {
            publishing.unlock();
        }
    }

    private Channel newChannel() {
        Channel made = new Channel(name, rings);
        made.timeInto(waitingTimes);
        return made;
    }

    /** Whether nobody is left who takes from the consumer's channel. */
    boolean unsubscribe(QueueConsumer consumer) {
        publishing.lock();
        try {
            running.remove(consumer);
            hasConsumers = !running.isEmpty();
            Subscribers all = subscribers;
            if (all != null) {
                all.unsubscribe(consumer);
                receivers = all.receivers();
            }
            return all != null || running.isEmpty();
        } finally {
            publishing.unlock();
        }
    }

    /** All channels there are, also those that wait for a consumer. */
    private List<Channel> channels() {
        publishing.lock();
        try {
            return subscribers == null ? List.of(first) : subscribers.channels();
        } finally {
            publishing.unlock();
        }
    }

    // ---- publishing to all

    /** Makes the copies of a message, once it is known how many are needed. */
    interface Copies {
        Exchange[] make(int count);
    }

    /** Sends a copy to each consumer, or to none; returns the channel that has no room or is closed, else null. */
    @Nullable
    Channel publish(Copies copies) {
        publishing.lock();
        try {
            Channel[] to = receivers;
            for (Channel each : to) {
                if (each.isFull() || each.isClosed()) {
                    return each;
                }
            }
            Exchange[] copy = copies.make(to.length);
            for (int i = 0; i < to.length; i++) {
                to[i].offer(copy[i]); // there is room, and the lock keeps other senders and a close out
            }
            return null;
        } finally {
            publishing.unlock();
        }
    }

    // ---- messages that are not processed

    /** Ends an exchange that nobody will process: completions run, a waiting sender hears why. */
    void discard(Exchange exchange, ExchangeFactory exchanges, String why) {
        discarded.increment();
        ExchangeExtension extension = exchange.getExchangeExtension();
        if (extension.hasUnitOfWork()) {
            exchange.setException(new MessageDiscardedException(name + ": " + why, exchange));
        }
        end(exchange, exchanges);
        replies.remove(exchange);
    }

    /** Runs the completions and gives the exchange back, if it is from a pool. */
    static void end(Exchange exchange, ExchangeFactory exchanges) {
        int lease = exchanges.lease(exchange);
        if (lease != 0) {
            exchanges.release(exchange, lease);
        } else if (exchange.getExchangeExtension().hasUnitOfWork()) {
            exchange.getUnitOfWork().done();
        }
    }

    /** Drops everything that is queued; how much that was. */
    int purge(ExchangeFactory exchanges, String why) {
        int count = 0;
        for (Channel each : channels()) {
            count += discardAll(each.purge(), exchanges, why);
        }
        return count;
    }

    private int discardAll(List<Exchange> some, ExchangeFactory exchanges, String why) {
        some.forEach(each -> discard(each, exchanges, why));
        return some.size();
    }

    /** The senders that wait for what is queued in that channel hear that nobody will process it. */
    void giveUpReplies(Channel channel, java.util.function.Consumer<Reply> callBack) {
        List<Exchange> queued = new ArrayList<>();
        for (int tries = 0; !channel.ring().listInto(queued, Integer.MAX_VALUE); tries++) {
            queued.clear();
            Hesitation.briefly(tries); // a sender is between two instructions
        }
        for (Reply each : replies.to(queued)) {
            if (each.giveUp(new MessageDiscardedException(name + ": its last consumer has stopped", null))) {
                callBack.accept(each);
            }
        }
    }

    // ---- life

    /** Takes nothing any more; what is left over is reported and ended. */
    void close(ExchangeFactory exchanges) {
        int left = 0;
        for (Channel each : channels()) {
            left += discardAll(closed(each), exchanges, "it was left over when the context stopped");
        }
        if (left > 0) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    name + ": " + left + " messages were left over when the context stopped");
        }
    }

    private List<Exchange> closed(Channel channel) {
        publishing.lock();
        try {
            return channel.close();
        } finally {
            publishing.unlock();
        }
    }

    void open() {
        channels().forEach(Channel::open);
    }

    // ---- looking

    /** The channels' rings, for browsing. */
    List<Ring> rings() {
        return channels().stream().map(Channel::ring).toList();
    }

    /** Begins anew, or ends. */
    void timeWaiting(boolean wanted) {
        publishing.lock();
        try {
            waitingTimes = wanted ? new WaitingHistogram() : null;
            for (Channel each : channels()) {
                each.timeInto(waitingTimes);
            }
        } finally {
            publishing.unlock();
        }
    }

    @Nullable
    WaitingTimes waitingTimes() {
        publishing.lock();
        try {
            return waitingTimes == null ? null : waitingTimes.times();
        } finally {
            publishing.unlock();
        }
    }

    QueueStatistics statistics() {
        publishing.lock(); // so that no channel comes or goes meanwhile
        try {
            QueueStatistics sum = new QueueStatistics(0, capacity(), 0, 0, 0, discarded.sum(), 0);
            for (Channel each : channels()) {
                sum = sum.with(each);
            }
            return subscribers == null ? sum : subscribers.withGone(sum);
        } finally {
            publishing.unlock();
        }
    }
}
