package io.mehari.impl;

import io.mehari.Exchange;
import io.mehari.spi.AggregationRepository;
import io.mehari.spi.ExchangeFactory;
import java.util.Collection;

/** Groups that a repository keeps: loaded when their turn is taken, saved or taken out before it is given back. */
final class StoredGroups {
    /*
     * The repository may be shared with other programs, so every change is a compare-and-set against what was loaded; the one
     * that is too late loads again. What the repository keeps comes from no pool, and is never the exchange that runs
     * here: so nobody has to know when the repository is done with it.
     */
    private final DefaultRoutingContext context;
    private final AggregationRepository repository;
    private final ExchangeFactory exchanges;

    StoredGroups(DefaultRoutingContext context, AggregationRepository repository, ExchangeFactory exchanges) {
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
            DefaultExchange aggregate = (DefaultExchange) exchanges.copy(stored);
            group.aggregate = aggregate;
            group.lease = exchanges.lease(aggregate);
            Integer size = stored.getProperty(Exchange.AGGREGATED_SIZE, Integer.class);
            group.size = size == null ? 1 : size;
        }
    }

    /** False when somebody else has changed the group since it was loaded. */
    boolean save(Group group) {
        DefaultExchange aggregate = group.aggregate;
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

    /** The same for a group that ends here. */
    boolean remove(Group group) {
        Exchange stored = group.stored;
        return stored == null || repository.remove(group.key, stored);
    }

    /** For a group that was removed, but cannot go on, as its route has ended; one that is not loaded is there anyway. */
    boolean putBack(Group group) {
        group.stored = null;
        return save(group);
    }

    /** Lets go of what was loaded. A group of which nothing was stored before or is now is empty then. */
    void unload(Group group) {
        DefaultExchange aggregate = group.aggregate;
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
