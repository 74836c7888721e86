package io.mehari.processor.aggregate;

import io.mehari.Exchange;
import io.mehari.RoutingContext;
import io.mehari.spi.OptimisticLockingAggregationRepository;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Keeps open groups in memory, for tests and for several aggregators of one program that share their groups. An
 * aggregator without a repository also keeps its groups in memory, and is faster.
 */
public class MemoryAggregationRepository implements OptimisticLockingAggregationRepository {
    private final ConcurrentHashMap<String, Exchange> groups = new ConcurrentHashMap<>();
    private final boolean optimisticLocking;

    /** Creates a repository for one aggregator. */
    public MemoryAggregationRepository() {
        this(false);
    }

    /**
     * Creates a repository for one aggregator or for several.
     *
     * @param optimisticLocking whether several aggregators share this repository; each of them then needs {@code
     *     optimisticLocking()}, which checks that a group is unchanged since it was read
     */
    public MemoryAggregationRepository(boolean optimisticLocking) {
        this.optimisticLocking = optimisticLocking;
    }

    @Override
    public @Nullable Exchange add(RoutingContext context, String key, Exchange aggregate) {
        if (optimisticLocking) {
            throw new UnsupportedOperationException("This repository was created with"
                    + " optimistic locking: call optimisticLocking() in aggregate(...), too");
        }
        return groups.put(checked(key, "add"), checked(aggregate));
    }

    @Override
    public @Nullable Exchange add(RoutingContext context, String key, @Nullable Exchange former, Exchange aggregate) {
        boolean replaced = former == null
                ? groups.putIfAbsent(checked(key, "add"), checked(aggregate)) == null
                : groups.replace(checked(key, "add"), former, checked(aggregate)); // an exchange equals itself alone
        if (!replaced) {
            throw new OptimisticLockingException();
        }
        return former;
    }

    @Override
    public @Nullable Exchange get(RoutingContext context, String key) {
        return groups.get(checked(key, "get"));
    }

    @Override
    public void remove(RoutingContext context, String key, Exchange former) {
        Objects.requireNonNull(former, "remove(former): former is null; give what get(...) returned");
        if (!groups.remove(checked(key, "remove"), former)) {
            throw new OptimisticLockingException();
        }
    }

    /** Has no effect: a group was removed when it was complete. */
    @Override
    public void confirm(RoutingContext context, String exchangeId) {}

    @Override
    public Set<String> getKeys() {
        return Set.copyOf(groups.keySet());
    }

    private static String checked(String key, String method) {
        return Objects.requireNonNull(key, method + "(key): key is null; give a correlation key");
    }

    private static Exchange checked(Exchange aggregate) {
        return Objects.requireNonNull(aggregate, "add(aggregate): aggregate is null; to end a group call remove(...)");
    }
}
