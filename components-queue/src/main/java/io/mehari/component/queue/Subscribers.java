package io.mehari.component.queue;

import io.mehari.AsyncCallback;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The channels of a queue of which each consumer gets a copy of each message. Guarded by the queue. */
final class Subscribers {
    /** A consumer, as its queue sees it. It is the callback of the messages that its route has suspended. */
    interface Subscriber extends AsyncCallback {
        /** The id of the route that it feeds; null if it feeds another kind of processor. */
        @Nullable
        String routeId();

        boolean isSuspended();

        /** The number of messages that its route has suspended. */
        int underWay();
    }

    /*
     * When a consumer stops and its channel is not empty, the channel is kept for the same route until that route
     * starts again. A route that was never registered before may also get a kept channel, because it may replace a
     * route that was removed. While no consumer runs, messages go to a kept channel. So if none is kept when the last
     * consumer stops, its channel is kept even if it is empty. The first consumer that starts gets it.
     */
    private record Left(Channel channel, @Nullable String route) {}

    private static final int MOST_KNOWN = 1_000;

    private final Map<Subscriber, Channel> running = new LinkedHashMap<>();
    private final List<Left> left = new ArrayList<>();
    private final Set<String> known = new LinkedHashSet<>(); // the routes that were registered last
    private QueueStatistics gone = new QueueStatistics(0, 0, 0, 0, 0, 0, 0, 0, 0, 0); // of channels that were removed

    /** @param first the channel for messages until there is a consumer */
    Subscribers(Channel first) {
        left.add(new Left(first, null));
    }

    Channel subscribe(Subscriber consumer, Supplier<Channel> otherwise) {
        String route = consumer.routeId();
        boolean isNew = route == null || !known.remove(route);
        if (route != null) {
            known.add(route);
            if (known.size() > MOST_KNOWN) {
                known.remove(known.iterator().next());
            }
        }
        Left kept = find(one -> Objects.equals(one.route, route) && route != null);
        kept = kept != null ? kept : find(one -> isNew || one.route == null);
        Channel ownChannel = kept != null ? kept.channel : otherwise.get();
        running.put(consumer, ownChannel);
        if (kept != null) {
            left.remove(kept); // after all that needs memory: it may hold messages (law S4)
        }
        skipSuspended();
        return ownChannel;
    }

    private @Nullable Left find(Predicate<Left> which) {
        for (Left one : left) {
            if (which.test(one)) {
                return one;
            }
        }
        return null;
    }

    void unsubscribe(Subscriber consumer) {
        Channel channel = running.get(consumer);
        if (channel == null) {
            return;
        }
        channel.setMissesWhenFull(false);
        boolean hasContent = !channel.isEmpty();
        if (hasContent || (running.size() == 1 && left.isEmpty())) {
            left.add(new Left(channel, hasContent ? consumer.routeId() : null));
        } else {
            gone = gone.with(channel.statistics());
        }
        running.remove(consumer); // after all that needs memory: then a second stop finds it (law S4)
        skipSuspended();
    }

    /** Keeps suspended consumers from blocking senders while another consumer runs. */
    void skipSuspended() {
        boolean all = running.keySet().stream().allMatch(Subscriber::isSuspended);
        running.forEach((consumer, channel) -> channel.setMissesWhenFull(!all && consumer.isSuspended()));
    }

    /** The channels that currently get a copy of each message. */
    Channel[] receivers() {
        if (!running.isEmpty()) {
            return running.values().toArray(Channel[]::new);
        }
        Channel waits =
                left.stream().filter(one -> one.route == null).findFirst().orElse(left.get(0)).channel;
        return new Channel[] {waits};
    }

    List<Channel> channels() {
        List<Channel> all = new ArrayList<>(running.values());
        left.forEach(one -> all.add(one.channel));
        return all;
    }

    QueueStatistics gone() {
        return gone;
    }
}
