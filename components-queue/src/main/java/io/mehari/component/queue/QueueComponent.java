package io.mehari.component.queue;

import io.mehari.Component;
import io.mehari.Endpoint;
import io.mehari.spi.EndpointOption;
import io.mehari.spi.EndpointOptions;
import io.mehari.spi.ExchangeFactory;
import io.mehari.spi.SafeText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The queues of one scheme in one context. */
abstract class QueueComponent extends Component {
    /*
     * A queue exists as long as an endpoint or a started producer holds it, it has a consumer, or it contains a
     * message. The names of queues may come from messages (toD), so unused queues must be removed.
     */
    final Map<String, SharedQueue> queues = new LinkedHashMap<>();
    private final String scheme;
    private final List<EndpointOption<?>> options;
    final QueueSettings.Defaults defaults;

    /** @param own the options that only this scheme has */
    QueueComponent(String scheme, QueueSettings.Defaults defaults, EndpointOption<?>... own) {
        this.scheme = scheme;
        this.defaults = defaults;
        this.options = Stream.concat(QueueSettings.COMMON.stream(), Stream.of(own))
                .<EndpointOption<?>>map(each -> each)
                .toList();
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
    abstract Ring.Factory rings(QueueSettings settings, int size);

    @Override
    public final Endpoint createEndpoint(String uri, String remaining, EndpointOptions options) {
        QueueSettings settings = new QueueSettings(uri, options, defaults);
        settings.check(!remaining.isBlank(), "it names no queue; write " + getScheme() + ":name");
        return new QueueEndpoint(this, uri, queue(getScheme() + ":" + remaining, settings), settings);
    }

    /** The queue of that name. Counts the endpoint that is being created as a holder. */
    private synchronized SharedQueue queue(String name, QueueSettings settings) {
        SharedQueue known = queues.get(name);
        Integer size = settings.size;
        if (known == null) {
            known = new SharedQueue(SafeText.uri(name), rings(settings, settings.get(QueueSettings.SIZE)));
            if (settings.get(QueueSettings.MULTIPLE_CONSUMERS)) {
                known.agreeOnMultiple(true);
            }
            queues.put(name, known);
        } else {
            settings.check(
                    size == null || capacity(size) == known.capacity(),
                    "size=" + size + ", but " + name + " is there already with size " + known.capacity()
                            + ": give all its endpoints the same, or all but the first none");
            settings.check(
                    settings.find(QueueSettings.QUEUE) == null,
                    "it brings a queue along, but " + name + " is there already: name the queue in the first endpoint");
        }
        if (settings.multipleConsumers != null) {
            settings.checkMultiple(known, settings.multipleConsumers);
        }
        known.holders++;
        return known;
    }

    synchronized void hold(SharedQueue queue) {
        queue.holders++;
    }

    /** Removes the queue if it is not used any more. */
    void release(SharedQueue queue) {
        synchronized (this) {
            queue.holders--;
            if (queue.holders > 0 || queue.isInUse() || !queues.values().remove(queue)) {
                return;
            }
        }
        queue.close(exchanges()); // a sender that still has a reference to it is refused
    }

    private synchronized List<SharedQueue> all() {
        return new ArrayList<>(queues.values());
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

    private ExchangeFactory exchanges() {
        return getContext().getRoutingContextExtension().getExchangeFactory();
    }
}
