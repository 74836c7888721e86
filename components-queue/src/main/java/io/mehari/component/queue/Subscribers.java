package io.mehari.component.queue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
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
     * A consumer that stops leaves its channel behind if there is something in it, for the same route when that starts again: the
     * other routes have got a copy of their own. Only a route that was never here before may have it instead, for it
     * may have taken the place of one that is gone. While nobody runs, messages go to a channel that was left; if the
     * last to stop left nothing, whoever starts first gets that one.
     */
    private record Left(Channel channel, @Nullable String route) {}

    private final Map<QueueConsumer, Channel> running = new LinkedHashMap<>();
    private final List<Left> left = new ArrayList<>();
    private final Set<String> known = new HashSet<>();

    /** What was counted of channels that are gone. */
    private QueueStatistics gone = new QueueStatistics(0, 0, 0, 0, 0, 0, 0);

    /** @param first where messages go until somebody subscribes */
    Subscribers(Channel first) {
        left.add(new Left(first, null));
    }

    Channel subscribe(QueueConsumer consumer, Supplier<Channel> otherwise) {
        String route = consumer.routeId();
        boolean isNew = route == null || known.add(route);
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
        boolean hasContent = !channel.isEmpty();
        if (hasContent || (running.isEmpty() && left.isEmpty())) {
            left.add(new Left(channel, hasContent ? consumer.routeId() : null));
        } else {
            gone = gone.with(channel);
        }
    }

    /** Who gets a copy of each message now. */
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
