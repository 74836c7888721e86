package io.mehari.builder;

import io.mehari.AggregationStrategy;
import io.mehari.Exchange;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Strategies that are ready to use, for aggregators, splits and multicasts. A failure of one of several parts is kept as the
 * failure of the whole.
 */
public final class AggregationStrategies {

    private AggregationStrategies() {}

    /** The last message. */
    public static AggregationStrategy useLatest() {
        return (old, next) -> old == null ? next : failedLike(old, next);
    }

    /** The message that was split or multicast, as it was; in an aggregator the first of the group. */
    public static AggregationStrategy useOriginal() {
        return new UseOriginal();
    }

    /** A list of all bodies. */
    public static AggregationStrategy groupedBody() {
        return (old, next) -> {
            if (old == null) {
                List<@Nullable Object> bodies = new ArrayList<>();
                bodies.add(next.getBody());
                next.setBody(bodies);
                return next;
            }
            addTo(old, next.getBody());
            return failedLike(next, old);
        };
    }

    /** A list of copies of all exchanges, as body and as the property {@code Exchange.GROUPED_EXCHANGE}. */
    public static AggregationStrategy groupedExchange() {
        return (old, next) -> {
            if (old == null) {
                List<@Nullable Object> exchanges = new ArrayList<>();
                exchanges.add(next.copy());
                next.setBody(exchanges);
                next.setProperty(Exchange.GROUPED_EXCHANGE, exchanges);
                return next;
            }
            addTo(old, next.copy());
            return failedLike(next, old);
        };
    }

    /** The texts of all bodies, one behind the other. */
    public static AggregationStrategy string() {
        return string("");
    }

    /** The same, with something in between. A body that is null is left out. */
    public static AggregationStrategy string(String delimiter) {
        return new JoinText(delimiter);
    }

    @SuppressWarnings("unchecked") // a list that these strategies have made
    private static void addTo(Exchange aggregate, @Nullable Object element) {
        if (!(aggregate.getBody() instanceof ArrayList<?> list)) {
            throw new IllegalStateException(
                    "A strategy that groups found another body in its aggregate than the list it had put there");
        }
        ((ArrayList<@Nullable Object>) list).add(element);
    }

    /** The second one, with the failure of the first if it has none of its own. */
    private static Exchange failedLike(Exchange first, Exchange second) {
        if (first.isFailed() && !second.isFailed()) {
            second.setException(first.getException());
        }
        return second;
    }

    private static final class UseOriginal implements AggregationStrategy {
        @Override
        public Exchange aggregate(@Nullable Exchange old, Exchange next) {
            return old == null ? next : failedLike(next, old);
        }

        @Override
        public Exchange aggregate(@Nullable Exchange old, Exchange next, @Nullable Exchange input) {
            if (old == null && input != null) {
                next.copyFrom(input);
            }
            return aggregate(old, next);
        }
    }

    /** While more may come, the body is a StringBuilder: a String in its place would be copied for each message. */
    private static final class JoinText implements AggregationStrategy {
        private final String delimiter;

        JoinText(String delimiter) {
            this.delimiter = delimiter;
        }

        @Override
        public Exchange aggregate(@Nullable Exchange old, Exchange next) {
            String text = next.getBody(String.class);
            if (old == null) {
                next.setBody(begin(text));
                return next;
            }
            if (text != null) {
                append(old, text);
            }
            return failedLike(next, old);
        }

        private static @Nullable StringBuilder begin(@Nullable String text) {
            StringBuilder joined = new StringBuilder();
            return text == null ? null : joined.append(text);
        }

        private void append(Exchange aggregate, String text) {
            if (aggregate.getBody() instanceof StringBuilder joined) {
                joined.append(delimiter).append(text);
            } else {
                aggregate.setBody(begin(text));
            }
        }

        @Override
        public void onCompletion(@Nullable Exchange exchange, @Nullable Exchange inputExchange) {
            if (exchange != null) {
                exchange.setBody(exchange.getBody(String.class));
            }
        }
    }
}
