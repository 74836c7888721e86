package io.mehari.component.mock;

import io.mehari.Exchange;
import io.mehari.Expression;
import io.mehari.Predicate;
import io.mehari.builder.ValueBuilder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The kinds of expectations. */
final class Expectations {
    static final int EACH = -1;

    private Expectations() {}

    /**
     * Whether values are equal: as they are, as arrays, or after the actual value was converted to the type of the
     * expected one.
     */
    static boolean equal(Exchange exchange, @Nullable Object actual, @Nullable Object expected) {
        Object wanted = expected instanceof Expression expression ? expression.evaluate(exchange) : expected;
        return Objects.deepEquals(actual, wanted)
                || new ValueBuilder(same -> actual).isEqualTo(wanted).matches(exchange);
    }

    /** An expectation for single messages: for each of them, or for the one with an index. */
    record OfMessage(int only, String question, Expression value, Predicate predicate) implements Expectation {
        @Override
        public @Nullable String complaintAbout(long index, Exchange exchange) {
            if (only != EACH && only != index) {
                return null;
            }
            try {
                return predicate.matches(exchange)
                        ? null
                        : "message " + index + ": expected " + question + ", but was "
                                + Shown.value(value.evaluate(exchange));
            } catch (RuntimeException e) {
                return "message " + index + ": expected " + question + ", but checking this failed with " + e;
            }
        }

        @Override
        public @Nullable String complaint(Arrivals.Received received) {
            return only == EACH ? aboutEach(this, received) : aboutOne(this, only, received);
        }

        @Override
        public long needed() {
            return only + 1L;
        }
    }

    private static @Nullable String aboutEach(Expectation expectation, Arrivals.Received received) {
        String complaint = null;
        for (int i = 0; i < received.size() && complaint == null; i++) {
            complaint = expectation.complaintAbout(received.index(i), received.kept(i));
        }
        return complaint;
    }

    private static @Nullable String aboutOne(Expectation expectation, int index, Arrivals.Received received) {
        Exchange message = received.message(index);
        if (message != null) {
            return expectation.complaintAbout(index, message);
        }
        return "there is an expectation for message " + index + ", but it "
                + (index < received.count() ? "was not kept: set retainFirst higher" : "did not come");
    }

    /** The bodies of the first messages, in order. */
    record Bodies(List<@Nullable Object> expected) implements Expectation {
        @Override
        public @Nullable String complaintAbout(long index, Exchange exchange) {
            if (index >= expected.size()) {
                return null;
            }
            Object body = expected.get((int) index);
            return equal(exchange, exchange.getBody(), body)
                    ? null
                    : "message " + index + ": expected body " + Shown.value(body) + ", but was "
                            + Shown.value(exchange.getBody());
        }

        @Override
        public @Nullable String complaint(Arrivals.Received received) {
            String complaint = null;
            for (int i = 0; i < expected.size() && complaint == null; i++) {
                complaint = aboutOne(this, i, received);
            }
            return complaint;
        }
    }

    /** The values of all messages, in any order. */
    record InAnyOrder(String name, Expression value, List<@Nullable Object> expected) implements Expectation {
        @Override
        public @Nullable String complaint(Arrivals.Received received) {
            List<Exchange> left = new ArrayList<>(received.all());
            for (Object wanted : expected) {
                if (!removeFirst(left, wanted)) {
                    return "expected a message with " + name + " " + Shown.value(wanted) + ", but none is left";
                }
            }
            return null;
        }

        private boolean removeFirst(List<Exchange> left, @Nullable Object wanted) {
            for (int i = 0; i < left.size(); i++) {
                Exchange exchange = left.get(i);
                if (equal(exchange, value.evaluate(exchange), wanted)) {
                    left.remove(i);
                    return true;
                }
            }
            return false;
        }
    }

    /** Values in ascending order; equal neighbours are allowed. */
    record Ascending(Expression value) implements Expectation {
        @Override
        public @Nullable String complaint(Arrivals.Received received) {
            for (int i = 1; i < received.size(); i++) {
                Object before = value.evaluate(received.kept(i - 1));
                if (!inOrder(before, received.kept(i))) {
                    return "expected ascending values, but message " + received.index(i - 1) + " has "
                            + Shown.value(before) + " and message " + received.index(i) + " has "
                            + Shown.value(value.evaluate(received.kept(i)));
                }
            }
            return null;
        }

        private boolean inOrder(@Nullable Object before, Exchange next) {
            return before != null
                    && new ValueBuilder(value).isGreaterThanOrEqualTo(before).matches(next);
        }
    }

    /** Values without duplicates. */
    record NoDuplicates(Expression value) implements Expectation {
        @Override
        public @Nullable String complaint(Arrivals.Received received) {
            Map<@Nullable Object, Long> seen = new HashMap<>();
            for (int i = 0; i < received.size(); i++) {
                Object key = value.evaluate(received.kept(i));
                Long before = seen.putIfAbsent(key, received.index(i));
                if (before != null) {
                    return "expected no duplicates, but messages " + before + " and " + received.index(i)
                            + " both have " + Shown.value(key);
                }
            }
            return null;
        }
    }
}
