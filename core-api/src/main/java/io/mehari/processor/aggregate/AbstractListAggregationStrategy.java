package io.mehari.processor.aggregate;

import io.mehari.AggregationStrategy;
import io.mehari.Exchange;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Collects one value of each message in a list. When the group is complete, the list is the body; until then it is the
 * property {@code Exchange.GROUPED_EXCHANGE}.
 */
public abstract class AbstractListAggregationStrategy<V> implements AggregationStrategy {

    protected AbstractListAggregationStrategy() {}

    /** The value of a message for the list; null leaves the message out. */
    public abstract @Nullable V getValue(Exchange exchange);

    @Override
    public Exchange aggregate(@Nullable Exchange oldExchange, Exchange newExchange) {
        Exchange aggregate = oldExchange == null ? newExchange : oldExchange;
        V value = getValue(newExchange);
        List<V> list = oldExchange == null ? null : listOf(aggregate);
        if (list == null) {
            list = new ArrayList<>();
            aggregate.setProperty(Exchange.GROUPED_EXCHANGE, list);
        }
        if (value != null) {
            list.add(value);
        }
        return aggregate;
    }

    @Override
    public void onCompletion(@Nullable Exchange exchange) {
        List<V> list = exchange == null ? null : listOf(exchange);
        if (exchange != null && list != null) {
            exchange.removeProperty(Exchange.GROUPED_EXCHANGE);
            exchange.setBody(list);
        }
    }

    @SuppressWarnings("unchecked") // only this class sets it
    private static <V> @Nullable List<V> listOf(Exchange aggregate) {
        return (ArrayList<V>) aggregate.getProperty(Exchange.GROUPED_EXCHANGE);
    }
}
