package io.mehari.impl;

import io.mehari.Expression;
import org.jspecify.annotations.Nullable;

/** A child for each part of a value. */
final class Split extends Children.Source {
    private final Expression parts;
    private final @Nullable String delimiter;
    private final boolean streaming;
    private final RouteCode block;

    Split(Expression parts, @Nullable String delimiter, boolean streaming, RouteCode block) {
        this.parts = parts;
        this.delimiter = delimiter;
        this.streaming = streaming;
        this.block = block;
    }

    @Override
    Children of(DefaultExchange parent) {
        return new PartChildren(Parts.of(parts.evaluate(parent), delimiter));
    }

    private final class PartChildren extends Children {
        private final Parts remaining;
        private int index;

        PartChildren(Parts remaining) {
            this.remaining = remaining;
        }

        @Override
        boolean hasNext() {
            return remaining.hasNext();
        }

        @Override
        RouteCode prepare(DefaultExchange child) {
            child.setBody(remaining.next());
            boolean last = !remaining.hasNext();
            int size = streaming || remaining.size() < 0 ? (last ? index + 1 : -1) : remaining.size();
            child.setSplit(index++, size, last);
            return block;
        }

        @Override
        int size() {
            return remaining.size();
        }

        @Override
        void close() {
            remaining.close();
        }
    }
}
