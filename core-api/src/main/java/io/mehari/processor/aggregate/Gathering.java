package io.mehari.processor.aggregate;

import io.mehari.AggregationStrategy;
import io.mehari.Exchange;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Starts with the first exchange and adds all others to it. */
abstract class Gathering implements AggregationStrategy {

    Gathering() {}

    abstract void begin(Exchange first);

    abstract Exchange add(Exchange old, Exchange next);

    @Override
    public final Exchange aggregate(@Nullable Exchange oldExchange, Exchange newExchange) {
        if (oldExchange != null) {
            return add(oldExchange, newExchange);
        }
        begin(newExchange);
        return newExchange;
    }

    @Override
    public final Exchange aggregate(
            @Nullable Exchange oldExchange, Exchange newExchange, @Nullable Exchange inputExchange) {
        if (oldExchange == null || oldExchange != inputExchange) {
            return aggregate(oldExchange, newExchange);
        }
        begin(oldExchange); // the message that is enriched
        Exchange both = newExchange == null ? oldExchange : add(oldExchange, newExchange);
        onCompletion(both, inputExchange);
        return both;
    }

    /** The second exchange, with the failure of the first unless it has one of its own. */
    static Exchange failedLike(Exchange first, Exchange second) {
        if (first.isFailed() && !second.isFailed()) {
            second.setException(first.getException());
        }
        return second;
    }

    static List<@Nullable Object> group(@Nullable Object first) {
        List<@Nullable Object> group = new ArrayList<>();
        group.add(first);
        return group;
    }

    @SuppressWarnings("unchecked") // only these strategies make this list
    static void addTo(Exchange aggregate, @Nullable Object element) {
        if (!(aggregate.getBody() instanceof ArrayList<?> list)) {
            throw new IllegalStateException(
                    "The body of the aggregate is not the list that this strategy made: something has replaced it");
        }
        ((ArrayList<@Nullable Object>) list).add(element);
    }
}
