package io.mehari.builder;

import io.mehari.AggregationStrategy;
import io.mehari.Exchange;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Ready-made strategies for aggregators, splits and multicasts. If one of several parts has failed, the result has that
 * failure.
 */
public final class AggregationStrategies {

    private AggregationStrategies() {}

    /**
     * Keeps the latest message, with two exceptions: a message whose failure an error handler has handled is kept, and
     * so is a message that is marked for rollback if the next one is not.
     */
    public static AggregationStrategy useLatest() {
        return (old, next) -> old == null ? next : isMissing(next) || isEnded(old, next) ? old : failedLike(old, next);
    }

    private static boolean isEnded(Exchange old, Exchange next) {
        return !old.isFailed()
                && ((old.isRollbackOnly() && !next.isRollbackOnly())
                        || (old.isRollbackOnlyLast() && !next.isRollbackOnlyLast())
                        || Boolean.TRUE.equals(old.getExchangeExtension().getErrorHandlerHandled()));
    }

    /** Keeps the message that was split or multicast, unchanged; in an aggregator, the first message of the group. */
    public static AggregationStrategy useOriginal() {
        return useOriginal(true);
    }

    /**
     * Like {@link #useOriginal()}. With false, failures of parts are ignored.
     *
     * @param propagateException whether the whole fails if a part has failed
     */
    public static AggregationStrategy useOriginal(boolean propagateException) {
        return new UseOriginal(propagateException);
    }

    /** Whether the original message continues unchanged. */
    static boolean isOriginal(@Nullable AggregationStrategy strategy) {
        return strategy instanceof UseOriginal;
    }

    /** Whether failures of parts are ignored. */
    static boolean ignoresFailures(@Nullable AggregationStrategy strategy) {
        return strategy instanceof UseOriginal original && !original.propagateException;
    }

    /**
     * Creates a list of all bodies that are not null; with {@code enrich}, of the bodies of the message and the reply.
     */
    public static AggregationStrategy groupedBody() {
        return new GroupBodies();
    }

    /**
     * Creates a list of copies of all exchanges. It is the body and the property {@code Exchange.GROUPED_EXCHANGE}. The
     * copies keep their failures; the result does not fail because of them.
     */
    public static AggregationStrategy groupedExchange() {
        return new GroupExchanges();
    }

    /** Concatenates all bodies as strings. */
    public static AggregationStrategy string() {
        return string("");
    }

    /** Concatenates all bodies as strings with a delimiter between them. A null body is left out. */
    public static AggregationStrategy string(String delimiter) {
        Given.check(delimiter, "string", "delimiter", "a text, which may be empty");
        return new JoinText(delimiter);
    }

    /** Whether a {@code pollEnrich} received nothing. */
    private static boolean isMissing(@Nullable Exchange next) {
        return next == null;
    }

    /** The second exchange, with the failure of the first unless it has one of its own. */
    private static Exchange failedLike(Exchange first, Exchange second) {
        if (first.isFailed() && !second.isFailed()) {
            second.setException(first.getException());
        }
        return second;
    }

    private static final class UseOriginal implements AggregationStrategy {
        final boolean propagateException;

        UseOriginal(boolean propagateException) {
            this.propagateException = propagateException;
        }

        @Override
        public Exchange aggregate(@Nullable Exchange old, Exchange next) {
            return old == null ? next : isMissing(next) || !propagateException ? old : failedLike(next, old);
        }

        @Override
        public Exchange aggregate(@Nullable Exchange old, Exchange next, @Nullable Exchange input) {
            if (old == null && input != null) {
                next.copyFrom(input);
            }
            return aggregate(old, next);
        }
    }

    /** Starts with the first exchange and adds all others to it. */
    private abstract static class Gathering implements AggregationStrategy {
        abstract void begin(Exchange first);

        abstract Exchange add(Exchange old, Exchange next);

        @Override
        public final Exchange aggregate(@Nullable Exchange old, Exchange next) {
            if (old != null) {
                return add(old, next);
            }
            begin(next);
            return next;
        }

        @Override
        public final Exchange aggregate(@Nullable Exchange old, Exchange next, @Nullable Exchange input) {
            if (old == null || old != input) {
                return aggregate(old, next);
            }
            begin(old); // the message that is enriched
            Exchange both = isMissing(next) ? old : add(old, next);
            onCompletion(both, input);
            return both;
        }
    }

    private static final class GroupBodies extends Gathering {
        @Override
        void begin(Exchange first) {
            Object body = first.getBody();
            first.setBody(body == null ? new ArrayList<>() : group(body));
        }

        @Override
        Exchange add(Exchange old, Exchange next) {
            Object body = next.getBody();
            if (body != null) {
                addTo(old, body);
            }
            return failedLike(next, old);
        }
    }

    private static final class GroupExchanges extends Gathering {
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

    private static List<@Nullable Object> group(@Nullable Object first) {
        List<@Nullable Object> group = new ArrayList<>();
        group.add(first);
        return group;
    }

    @SuppressWarnings("unchecked") // only these strategies make this list
    private static void addTo(Exchange aggregate, @Nullable Object element) {
        if (!(aggregate.getBody() instanceof ArrayList<?> list)) {
            throw new IllegalStateException(
                    "The body of the aggregate is not the list that this strategy made: something has replaced it");
        }
        ((ArrayList<@Nullable Object>) list).add(element);
    }

    /** Until the group is complete the body is a StringBuilder; a String would be copied for each message. */
    private static final class JoinText extends Gathering {
        private final String delimiter;

        JoinText(String delimiter) {
            this.delimiter = delimiter;
        }

        @Override
        @SuppressWarnings("UnnecessaryStringBuilder") // more text is appended with the next message
        void begin(Exchange first) {
            String text = first.getBody(String.class);
            first.setBody(text == null ? null : joined(text));
        }

        private static StringBuilder joined(String text) {
            StringBuilder joined = new StringBuilder();
            return joined.append(text);
        }

        @Override
        @SuppressWarnings("UnnecessaryStringBuilder")
        Exchange add(Exchange old, Exchange next) {
            String text = next.getBody(String.class);
            if (text == null) {
                return failedLike(next, old);
            }
            if (old.getBody() instanceof StringBuilder joined) {
                joined.append(delimiter).append(text);
            } else {
                old.setBody(joined(text));
            }
            return failedLike(next, old);
        }

        @Override
        public void onCompletion(@Nullable Exchange exchange, @Nullable Exchange inputExchange) {
            if (exchange != null) {
                String text = exchange.getBody(String.class);
                exchange.setBody(text == null ? "" : text);
            }
        }
    }
}
