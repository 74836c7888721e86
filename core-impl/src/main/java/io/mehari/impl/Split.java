package io.mehari.impl;

import io.mehari.Expression;
import io.mehari.builder.Node;
import io.mehari.spi.ExchangeFactory;

/** Runs a block once for each part of a value. */
final class Split extends Fan {
    private final Expression parts;
    private final boolean streaming;
    private final RouteCode block;

    Split(Expression parts, Node.Fan settings, ExchangeFactory exchanges, RouteCode block) {
        super(settings, exchanges);
        this.parts = parts;
        this.streaming = settings.streaming();
        this.block = block;
    }

    @Override
    Children children(DefaultExchange parent) {
        return new PartChildren(Parts.of(parts.evaluate(parent)));
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
    }
}
