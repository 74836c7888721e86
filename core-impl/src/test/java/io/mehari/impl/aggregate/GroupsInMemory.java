package io.mehari.impl.aggregate;

import io.mehari.Exchange;
import io.mehari.RoutingContext;
import io.mehari.spi.AggregationRepository;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** A repository that is a map. */
class GroupsInMemory implements AggregationRepository {
    private final ConcurrentHashMap<String, Exchange> groups = new ConcurrentHashMap<>();

    @Override
    public @Nullable Exchange add(RoutingContext context, String key, Exchange aggregate) {
        return groups.put(key, aggregate);
    }

    @Override
    public @Nullable Exchange get(RoutingContext context, String key) {
        return groups.get(key);
    }

    @Override
    public void remove(RoutingContext context, String key, Exchange former) {
        groups.remove(key, former);
    }

    @Override
    public void confirm(RoutingContext context, String exchangeId) {}

    @Override
    public Set<String> getKeys() {
        return Set.copyOf(groups.keySet());
    }
}
