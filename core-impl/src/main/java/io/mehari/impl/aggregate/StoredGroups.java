package io.mehari.impl.aggregate;

import io.mehari.Exchange;
import io.mehari.RoutingContext;
import io.mehari.builder.AggregateSettings;
import io.mehari.impl.exchange.AbstractExchange;
import io.mehari.spi.AggregationRepository;
import io.mehari.spi.ExchangeFactory;
import io.mehari.spi.OptimisticLockingAggregationRepository;
import io.mehari.spi.OptimisticLockingAggregationRepository.OptimisticLockingException;
import io.mehari.support.SynchronizationAdapter;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Groups in a repository: loaded after their lock was taken, and saved or removed before it is released. */
final class StoredGroups {
    /*
     * A repository that other programs share is changed by a compare-and-set against the state that was loaded; a
     * program that is too late loads again. The repository keeps plain copies, never an exchange of the pool or the one
     * that runs here. So this class need not know when the repository is done with them.
     */
    private final RoutingContext context;
    private final AggregationRepository repository;
    private final @Nullable OptimisticLockingAggregationRepository shared;
    private final ExchangeFactory exchanges;

    StoredGroups(RoutingContext context, AggregateSettings.Store store, ExchangeFactory exchanges) {
        this.context = context;
        this.repository = store.repository();
        this.shared = store.optimistic() ? (OptimisticLockingAggregationRepository) repository : null;
        this.exchanges = exchanges;
    }

    /** The key of a group as the repository has it. */
    static String key(Object key) {
        return String.valueOf(key);
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
        try {
            if (shared == null) {
                repository.add(context, (String) group.key, kept);
            } else {
                shared.add(context, (String) group.key, group.stored, kept);
            }
        } catch (OptimisticLockingException e) {
            return false;
        }
        group.stored = kept;
        return true;
    }

    /** Removes a group that ends here; false if another program has changed it since it was loaded. */
    boolean remove(Group group) {
        Exchange stored = group.stored;
        if (stored == null) {
            return true;
        }
        try {
            repository.remove(context, (String) group.key, stored);
        } catch (OptimisticLockingException e) {
            return false;
        }
        return true;
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
