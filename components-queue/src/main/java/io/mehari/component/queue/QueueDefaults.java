package io.mehari.component.queue;

import io.mehari.spi.EndpointOption;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** What holds for all endpoints of a component whose URIs say nothing else: of some options, by the options themselves. */
final class QueueDefaults {
    private final Map<EndpointOption<?>, Object> values = new ConcurrentHashMap<>();

    QueueDefaults(int size, boolean blockWhenFull) {
        set(Options.SIZE, size);
        set(Options.CONCURRENT_CONSUMERS, 1);
        set(Options.MULTIPLE_CONSUMERS, false);
        set(Options.BLOCK_WHEN_FULL, blockWhenFull);
        set(Options.DISCARD_WHEN_FULL, false);
        set(Options.OFFER_TIMEOUT, 0L);
        set(Options.POLL_TIMEOUT, 1_000L);
        set(Options.WAIT_STRATEGY, QueueWaitStrategy.Blocking);
        set(Options.PRODUCER_TYPE, DisruptorProducerType.Multi);
    }

    <T> void set(EndpointOption<T> option, @Nullable T value) {
        if (value == null) {
            values.remove(option);
        } else {
            values.put(option, value);
        }
    }

    /** The default of an option that always has one. */
    <T> T get(EndpointOption<T> option) {
        T value = find(option);
        if (value == null) {
            throw new IllegalStateException("option " + option + " has no default");
        }
        return value;
    }

    <T> @Nullable T find(EndpointOption<T> option) {
        Object value = values.get(option);
        return value == null ? null : option.type().cast(value);
    }

    static int atLeastOne(String what, int value) {
        if (value < 1) {
            throw new IllegalArgumentException(what + " must be at least 1, not " + value);
        }
        return value;
    }
}
