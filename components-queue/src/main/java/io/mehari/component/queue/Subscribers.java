package io.mehari.component.queue;

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
    /*
     * A consumer that stops leaves its channel here if there is something in it, for the same route when that starts
     * again: the other routes have got copies of their own. Only a route that was never here before may have it
     * instead, since it may have replaced a route that is gone. While no consumer runs, messages go to a channel that
     * was left; if the last one to stop left nothing, the first one to start gets that channel.
     */
    private record Left(Channel channel, @Nullable String route) {}

    private final Map<QueueConsumer, Channel> running = new LinkedHashMap<>();
    private final List<Left> left = new ArrayList<>();
    private static final int MOST_KNOWN = 1_000;

    /** The routes that were here last. */
    private final Set<String> known = new LinkedHashSet<>();

    /** What was counted of channels that are gone. */
    private QueueStatistics gone = new QueueStatistics(0, 0, 0, 0, 0, 0, 0);

    /** @param first where messages go until there is a consumer */
    Subscribers(Channel first) {
        left.add(new Left(first, null));
    }

    Channel subscribe(QueueConsumer consumer, Supplier<Channel> otherwise) {
        String route = consumer.routeId();
        boolean isNew = route == null || !known.remove(route);
        if (route != null) {
            known.add(route);
            if (known.size() > MOST_KNOWN) {
                known.remove(known.iterator().next());
            }
        }
        Channel mine = taken(one -> Objects.equals(one.route, route) && route != null);
        mine = mine != null ? mine : taken(one -> isNew || one.route == null);
        mine = mine != null ? mine : otherwise.get();
        running.put(consumer, mine);
        return mine;
    }

    private @Nullable Channel taken(Predicate<Left> which) {
        for (Left one : left) {
            if (which.test(one)) {
                left.remove(one);
                return one.channel;
            }
        }
        return null;
    }

    void unsubscribe(QueueConsumer consumer) {
        Channel channel = running.remove(consumer);
        if (channel == null) {
            return;
        }
        channel.setMissesWhenFull(false);
        boolean hasContent = !channel.isEmpty();
        if (hasContent || (running.isEmpty() && left.isEmpty())) {
            left.add(new Left(channel, hasContent ? consumer.routeId() : null));
        } else {
            gone = gone.with(channel);
        }
    }

    /** A suspended consumer delays no sender while there is one that runs. */
    void skip(Set<QueueConsumer> suspended) {
        boolean all = suspended.containsAll(running.keySet());
        running.forEach((consumer, channel) -> channel.setMissesWhenFull(!all && suspended.contains(consumer)));
    }

    /** The channels that get a copy of each message now. */
    Channel[] receivers() {
        if (!running.isEmpty()) {
            return running.values().toArray(Channel[]::new);
        }
        Channel waits =
                left.stream().filter(one -> one.route == null).findFirst().orElse(left.get(0)).channel;
        return new Channel[] {waits};
    }

    /** All channels there are, also those that wait for a consumer. */
    List<Channel> channels() {
        List<Channel> all = new ArrayList<>(running.values());
        left.forEach(one -> all.add(one.channel));
        return all;
    }

    /** These numbers, and those of channels that are gone. */
    QueueStatistics withGone(QueueStatistics now) {
        return now.with(gone.size(), gone.highWaterMark(), gone.enqueued(), gone.taken(), gone.blockedNanos());
    }
}
