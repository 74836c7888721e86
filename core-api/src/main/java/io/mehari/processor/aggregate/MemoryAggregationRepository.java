package io.mehari.processor.aggregate;

import io.mehari.Exchange;
import io.mehari.RoutingContext;
import io.mehari.spi.AggregationRepository;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Keeps open groups in memory, for tests and for several aggregators of one program that share their groups. An
 * aggregator without a repository also keeps its groups in memory, and is faster.
 */
public final class MemoryAggregationRepository implements AggregationRepository {
    private final ConcurrentHashMap<Object, Exchange> groups = new ConcurrentHashMap<>();

    public MemoryAggregationRepository() {}

    /** @param optimisticLocking has no effect: each change is a compare-and-set */
    public MemoryAggregationRepository(boolean optimisticLocking) {
        this();
    }

    @Override
    public @Nullable Exchange get(RoutingContext context, Object key) {
        Objects.requireNonNull(key, "get(key): key is null; give a correlation key");
        return groups.get(key);
    }

    @Override
    public boolean replace(Object key, @Nullable Exchange former, Exchange aggregate) {
        Objects.requireNonNull(key, "replace(key): key is null; give a correlation key");
        Objects.requireNonNull(aggregate, "replace(aggregate): aggregate is null; to end a group call remove(...)");
        return former == null
                ? groups.putIfAbsent(key, aggregate) == null
                : groups.replace(key, former, aggregate); // an exchange is equal to itself alone
    }

    @Override
    public boolean remove(Object key, Exchange former) {
        Objects.requireNonNull(key, "remove(key): key is null; give a correlation key");
        Objects.requireNonNull(former, "remove(former): former is null; give what get(...) returned");
        return groups.remove(key, former);
    }

    @Override
    public Collection<Object> keys() {
        return List.copyOf(groups.keySet());
    }
}
