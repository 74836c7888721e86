package io.mehari.impl.aggregate;

import io.mehari.Exchange;
import io.mehari.RoutingContext;
import io.mehari.impl.exchange.AbstractExchange;
import io.mehari.spi.AggregationRepository;
import io.mehari.spi.ExchangeFactory;
import java.util.Collection;

/** Groups in a repository: loaded after their lock was taken, and saved or removed before it is released. */
final class StoredGroups {
    /*
     * The repository may be shared with other programs, so every change is a compare-and-set against the state that was
     * loaded; a program that is too late loads again. The repository keeps plain copies, never an exchange of the pool
     * or the one that runs here. So this class need not know when the repository is done with them.
     */
    private final RoutingContext context;
    private final AggregationRepository repository;
    private final ExchangeFactory exchanges;

    StoredGroups(RoutingContext context, AggregationRepository repository, ExchangeFactory exchanges) {
        this.context = context;
        this.repository = repository;
        this.exchanges = exchanges;
    }

    Collection<Object> keys() {
        return repository.keys();
    }

    void load(Group group) {
        Exchange stored = repository.get(context, group.key);
        group.stored = stored;
        group.size = 0;
        if (stored != null) {
            AbstractExchange aggregate = (AbstractExchange) exchanges.copy(stored);
            group.aggregate = aggregate;
            group.lease = exchanges.lease(aggregate);
            Integer size = stored.getProperty(Exchange.AGGREGATED_SIZE, Integer.class);
            group.size = size == null ? 1 : size;
        }
    }

    /** False if another program has changed the group since it was loaded. */
    boolean save(Group group) {
        AbstractExchange aggregate = group.aggregate;
        if (aggregate == null) {
            return true;
        }
        Exchange kept = aggregate.copy();
        kept.setProperty(Exchange.AGGREGATED_SIZE, group.size);
        boolean saved = repository.replace(group.key, group.stored, kept);
        if (saved) {
            group.stored = kept;
        }
        return saved;
    }

    /** Removes a group that ends here; false if another program has changed it since it was loaded. */
    boolean remove(Group group) {
        Exchange stored = group.stored;
        return stored == null || repository.remove(group.key, stored);
    }

    /**
     * For a group that was removed but cannot run, because its route has ended. A group that is not loaded is still
     * stored.
     */
    boolean putBack(Group group) {
        group.stored = null;
        return save(group);
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
            exchanges.release(aggregate, group.lease);
        }
    }
}
