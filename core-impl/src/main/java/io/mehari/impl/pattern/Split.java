package io.mehari.impl.pattern;

import io.mehari.Expression;
import io.mehari.impl.engine.Children;
import io.mehari.impl.engine.RouteCode;
import io.mehari.impl.exchange.AbstractExchange;
import org.jspecify.annotations.Nullable;

/** Makes one child for each part of a value. */
public final class Split extends Children.Source {
    private final Expression parts;
    private final @Nullable String delimiter;
    private final boolean streaming;
    private final RouteCode block;

    public Split(Expression parts, @Nullable String delimiter, boolean streaming, RouteCode block) {
        this.parts = parts;
        this.delimiter = delimiter;
        this.streaming = streaming;
        this.block = block;
    }

    @Override
    public Children of(AbstractExchange parent) {
        return new PartChildren(SplitSource.of(parts.evaluate(parent), delimiter));
    }

    private final class PartChildren extends Children {
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
