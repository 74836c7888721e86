package io.mehari.component.queue;

import io.mehari.Endpoint;
import io.mehari.Exchange;
import io.mehari.RouteStats;
import io.mehari.component.queue.ring.Ring;
import io.mehari.spi.EndpointOption;
import io.mehari.spi.EndpointOptions;
import io.mehari.spi.ExchangeFactory;
import io.mehari.spi.OptionSet;
import io.mehari.spi.ThreadPools;
import io.mehari.spi.Threading;
import io.mehari.spi.internal.KeepingComponent;
import io.mehari.spi.internal.RouteThreads;
import io.mehari.spi.internal.SafeText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;

/** The queues of one scheme in one context. */
abstract class QueueComponent extends KeepingComponent {
    /*
     * A queue exists as long as an endpoint or a started producer holds it, it has a consumer, or it contains a
     * message. The names of queues may come from messages (toD), so unused queues must be removed. The map is changed
     * under its monitor, which is held while a user's factory makes a queue. So a shared thread reads it without (S2).
     */
    final Map<String, SharedQueue> queues = new ConcurrentSkipListMap<>();
    private static final long LONG_WAIT_MILLIS = 1_000;

    private final String scheme;
    private final List<EndpointOption<?>> options;
    final QueueSettings.Defaults defaults;

    /** @param own the options that only this scheme has */
    QueueComponent(String scheme, QueueSettings.Defaults defaults, EndpointOption<?>... own) {
        this.scheme = scheme;
        this.defaults = defaults;
        OptionSet all = new OptionSet();
        all.addAll(QueueSettings.COMMON);
        for (EndpointOption<?> each : own) {
            all.add(each);
        }
        this.options = all.list();
    }

    @Override
    public final String getScheme() {
        return scheme;
    }

    @Override
    public final List<EndpointOption<?>> getOptions() {
        return options;
    }

    /** Whether senders wait for room, for URIs without this option. */
    public final void setDefaultBlockWhenFull(boolean blockWhenFull) {
        defaults.set(QueueSettings.BLOCK_WHEN_FULL, blockWhenFull);
    }

    /** The number of places of a queue with that size. */
    abstract int capacity(int size);

    /** The rings of a new queue, with the options of the first URI that contains its name. */
    abstract Ring.Factory<Exchange> rings(QueueSettings settings, int size);

    @Override
    public final Endpoint createEndpoint(String uri, String remaining, EndpointOptions options) {
        QueueSettings settings = new QueueSettings(uri, options, defaults);
        settings.check(!remaining.isBlank(), "it names no queue; write " + getScheme() + ":name");
        return new QueueEndpoint(getContext(), uri, queue(getScheme() + ":" + remaining, settings), settings);
    }

    /** The queue of that name. Counts the endpoint that is being created as a holder. */
    private SharedQueue queue(String name, QueueSettings settings) {
        synchronized (queues) {
            SharedQueue known = queues.get(name);
            if (known == null) {
                Ring.Factory<Exchange> rings = rings(settings, settings.get(QueueSettings.SIZE));
                known = new SharedQueue(SafeText.uri(name), rings, queues, this::watch);
                if (settings.get(QueueSettings.MULTIPLE_CONSUMERS)) {
                    known.agreeOnMultiple(true);
                }
                queues.put(name, known);
            } else {
                checkSame(known, name, settings);
            }
            if (settings.multipleConsumers != null) {
                known.setMultiple(settings.multipleConsumers, settings);
            }
            known.hold();
            return known;
        }
    }

    private void checkSame(SharedQueue known, String name, QueueSettings settings) {
        Integer size = settings.size;
        settings.check(
                size == null || capacity(size) == known.capacity(),
                "size=" + size + ", but " + name + " is there already with size " + known.capacity()
                        + ": give all its endpoints the same, or all but the first none");
        settings.check(
                settings.find(QueueSettings.QUEUE) == null,
                "it brings a queue along, but " + name + " is there already: name the queue in the first endpoint");
    }

    private List<SharedQueue> all() {
        synchronized (queues) {
            return new ArrayList<>(queues.values());
        }
    }

    @Override
    public void start() {
        all().forEach(SharedQueue::open);
    }

    /** Reports and ends the messages that are still queued. */
    @Override
    public void stop() {
        all().forEach(each -> each.close(exchanges()));
    }

    // ---- what nothing reads

    @Override
    public final List<String> unread() {
        return all().stream()
                .filter(SharedQueue::isUnread)
                .map(SharedQueue::name)
                .toList();
    }

    @Override
    public final RouteStats stats() {
        long refused = 0;
        long expired = 0;
        long discarded = 0;
        for (SharedQueue each : all()) {
            QueueStatistics counts = each.statistics();
            refused += counts.refused();
            expired += counts.expired();
            discarded += counts.discarded();
        }
        return new RouteStats(0, 0, 0, 0, 0, 0, 0, refused, expired, discarded);
    }

    /** Looks at the queue when its first message has been there for a while. */
    @SuppressWarnings({"CatchingUnchecked", "EmptyCatch"}) // the thread pools may be the user's
    private void watch(SharedQueue queue) {
        try {
            if (!Threading.isSimulated()) {
                ThreadPools pools = getContext().getRoutingContextExtension().getThreadPools();
                pools.schedule(() -> RouteThreads.resume(pools, () -> reportIfUnread(queue)), LONG_WAIT_MILLIS);
            }
        } catch (Throwable e) {
            // law S4: a warning is never the work
        }
    }

    private void reportIfUnread(SharedQueue queue) {
        if (getContext().isStarted() && queue.isUnread() && queue.isInUse()) {
            reportUnread(queue.name());
        }
    }

    private ExchangeFactory exchanges() {
        return getContext().getRoutingContextExtension().getExchangeFactory();
    }
}
