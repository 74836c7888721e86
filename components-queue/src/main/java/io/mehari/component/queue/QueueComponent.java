package io.mehari.component.queue;

import io.mehari.Component;
import io.mehari.Endpoint;
import io.mehari.InvalidOptionException;
import io.mehari.spi.EndpointOptions;
import io.mehari.spi.ExchangeFactory;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The queues of one scheme in one context. */
abstract class QueueComponent extends Component {
    private final Map<String, SharedQueue> queues = new LinkedHashMap<>();
    final QueueDefaults defaults;

    QueueComponent(QueueDefaults defaults) {
        this.defaults = defaults;
    }

    /** How many places a queue of that size has. */
    abstract int capacity(int size);

    /** What rings the queue has that this URI is the first to name. */
    abstract Rings rings(QueueSettings settings, int size);

    @Override
    public final Endpoint createEndpoint(String uri, String remaining, EndpointOptions options) {
        QueueSettings settings = new QueueSettings(uri, options, defaults);
        settings.check(!remaining.isBlank(), "it names no queue; write " + getScheme() + ":name");
        checkOwnOptions(settings);
        SharedQueue queue = queue(getScheme() + ":" + remaining, settings);
        Boolean multiple = settings.multipleConsumers;
        if (multiple != null && !queue.agreeOnMultiple(multiple)) {
            throw new InvalidOptionException(
                    uri,
                    "multipleConsumers=" + multiple + ", but other endpoints of " + queue.name() + " have " + !multiple
                            + ": give all of them the same",
                    null);
        }
        return new QueueEndpoint(getContext(), uri, queue, settings);
    }

    /** Refuses what does not go together with the options that only this scheme has. */
    void checkOwnOptions(QueueSettings settings) {}

    private synchronized SharedQueue queue(String name, QueueSettings settings) {
        SharedQueue known = queues.get(name);
        Integer size = settings.size;
        if (known == null) {
            known = new SharedQueue(name, rings(settings, size != null ? size : defaults.get(Options.SIZE)));
            if (defaults.get(Options.MULTIPLE_CONSUMERS) && settings.multipleConsumers == null) {
                known.agreeOnMultiple(true);
            }
            queues.put(name, known);
        } else {
            settings.check(
                    size == null || capacity(size) == known.capacity(),
                    "size=" + size + ", but " + name + " is there already with size " + known.capacity()
                            + ": give all its endpoints the same, or all but the first none");
            joins(name, settings);
        }
        return known;
    }

    /** Refuses to join a queue that cannot be what this URI says. */
    void joins(String name, QueueSettings settings) {}

    private synchronized List<SharedQueue> all() {
        return new ArrayList<>(queues.values());
    }

    @Override
    public void start() {
        all().forEach(SharedQueue::open);
    }

    /** What is still queued is reported and ended. */
    @Override
    public void stop() {
        ExchangeFactory exchanges = getContext().getRoutingContextExtension().getExchangeFactory();
        all().forEach(each -> each.close(exchanges));
    }
}
