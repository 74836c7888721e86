package io.mehari.impl.pattern;

import io.mehari.Expression;
import io.mehari.builder.Node;
import io.mehari.impl.engine.Children;
import io.mehari.impl.engine.PartFailures;
import io.mehari.impl.engine.RouteCode;
import io.mehari.impl.exchange.AbstractExchange;
import org.jspecify.annotations.Nullable;

/** Creates one child for each part of a value. */
public final class Split extends Children.Source {
    private final Expression parts;
    private final @Nullable String delimiter;
    private final int group;
    private final Node.@Nullable Tolerance tolerance;
    private final boolean streaming;
    private final RouteCode block;

    public Split(Node.Split split, RouteCode block) {
        this.parts = split.parts();
        this.delimiter = split.delimiter();
        this.group = split.group();
        this.tolerance = split.tolerance();
        this.streaming = split.fan().streaming();
        this.block = block;
    }

    @Override
    public Children of(AbstractExchange parent) {
        SplitSource source = SplitSource.of(parts.evaluate(parent), delimiter);
        if (group > 0) {
            source = source.inGroupsOf(group);
        }
        return tolerance == null ? new PartChildren(source) : new CountedChildren(source, new PartFailures(tolerance));
    }

    private final class CountedChildren extends PartChildren {
        private final PartFailures failures;

        CountedChildren(SplitSource remaining, PartFailures failures) {
            super(remaining);
            this.failures = failures;
        }

        @Override
        public PartFailures failures() {
            return failures;
        }
    }

    private class PartChildren extends Children {
        private final SplitSource remaining;

        PartChildren(SplitSource remaining) {
            this.remaining = remaining;
        }

        @Override
        public boolean hasNext(int made) {
            return remaining.hasNext();
        }

        @Override
        public RouteCode prepare(AbstractExchange child, int index) {
            child.setBody(remaining.next());
            boolean last = !remaining.hasNext();
            int size = streaming || remaining.size() < 0 ? (last ? index + 1 : -1) : remaining.size();
            child.setSplit(index, size, last);
            return block;
        }

        @Override
        public int size() {
            return remaining.size();
        }

        @Override
        public void close() {
            remaining.close();
        }
    }
}
