package io.mehari.impl.aggregate;

import io.mehari.Exchange;
import io.mehari.RoutingContext;
import io.mehari.impl.exchange.AbstractExchange;
import io.mehari.impl.exchange.Exchanges;
import io.mehari.spi.AggregationRepository;
import io.mehari.spi.SynchronizationAdapter;
import java.util.Set;

/** Groups in a repository: loaded after their lock was taken, and saved or removed before it is released. */
final class StoredGroups {
    /*
     * The repository keeps plain copies, never an exchange of the pool or the one that runs here. So this class need
     * not
     * know when the repository is done with them.
     */
    private final RoutingContext context;
    private final AggregationRepository repository;
    private final Exchanges exchanges;

    StoredGroups(RoutingContext context, AggregationRepository repository, Exchanges exchanges) {
        this.context = context;
        this.repository = repository;
        this.exchanges = exchanges;
    }

    @SuppressWarnings("ConstantValue") // a repository may return null against its contract
    Set<String> keys() {
        Set<String> keys = repository.getKeys();
        return keys == null ? Set.of() : Set.copyOf(keys);
    }

    void load(Group group) {
        Exchange stored = repository.get(context, (String) group.key);
        group.stored = stored;
        group.size = 0;
        if (stored != null) {
            AbstractExchange aggregate = exchanges.copy(stored);
            group.aggregate = aggregate;
            group.lease = aggregate.lease();
            Integer size = stored.getProperty(Exchange.AGGREGATED_SIZE, Integer.class);
            group.size = size == null ? 1 : size;
        }
    }

    void save(Group group) {
        AbstractExchange aggregate = group.aggregate;
        if (aggregate != null) {
            Exchange kept = aggregate.copy();
            kept.setProperty(Exchange.AGGREGATED_SIZE, group.size);
            repository.add(context, (String) group.key, kept);
            group.stored = kept;
        }
    }

    /** Removes a group that ends here. */
    void remove(Group group) {
        if (group.stored != null) {
            repository.remove(context, (String) group.key, group.stored);
        }
    }

    /** Tells the repository when the steps for a complete group have run without a failure. */
    void confirmAfter(AbstractExchange aggregate) {
        aggregate.addOnCompletion(new SynchronizationAdapter() {
            @Override
            public void onComplete(Exchange exchange) {
                repository.confirm(context, exchange.getExchangeId());
            }
        });
    }

    /**
     * For a group that was removed but cannot run, because its route has ended. A group that is not loaded is still
     * stored.
     */
    void putBack(Group group) {
        group.stored = null;
        save(group);
    }

    /** Releases what was loaded. A group that was never stored is empty after this. */
    void unload(Group group) {
        AbstractExchange aggregate = group.aggregate;
        group.aggregate = null;
        if (aggregate != null && group.stored == null) {
            group.size = 0;
        }
        group.stored = null;
        if (aggregate != null) {
            aggregate.release(group.lease);
        }
    }
}
