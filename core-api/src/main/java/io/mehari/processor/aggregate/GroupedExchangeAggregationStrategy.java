package io.mehari.processor.aggregate;

import io.mehari.Exchange;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Creates a list of copies of all exchanges. It is the body and the property {@code Exchange.GROUPED_EXCHANGE}. The
 * copies keep their failures; the result does not fail because of them.
 */
public final class GroupedExchangeAggregationStrategy extends Gathering {

    public GroupedExchangeAggregationStrategy() {}

    @Override
    void begin(Exchange first) {
        List<@Nullable Object> exchanges = group(first.copy());
        first.setException(null); // the copy keeps it; the group itself does not fail
        first.setBody(exchanges);
        first.setProperty(Exchange.GROUPED_EXCHANGE, exchanges);
    }

    @Override
    Exchange add(Exchange old, Exchange next) {
        addTo(old, next.copy());
        return old;
    }
}
