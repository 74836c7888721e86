package io.mehari.impl.pattern;

import io.mehari.Expression;
import io.mehari.builder.model.Node;
import io.mehari.impl.engine.Children;
import io.mehari.impl.engine.RouteCode;
import io.mehari.impl.exchange.AbstractExchange;
import io.mehari.impl.text.Parts;

/** Creates one child for each part of a value. */
public final class Split extends Children.Source {
    private final Expression parts;
    private final int group;
    private final boolean streaming;
    private final RouteCode block;

    public Split(Node.Split split, RouteCode block) {
        this.parts = split.parts();
        this.group = split.group();
        this.streaming = split.fan().streaming();
        this.block = block;
    }

    @Override
    public Children of(AbstractExchange parent) {
        Object value = parts.evaluate(parent);
        Parts source = Parts.of(value instanceof String text && text.isBlank() ? null : value); // as in Camel
        if (group > 0) {
            source = source.inGroupsOf(group);
        }
        return new PartChildren(source);
    }

    private final class PartChildren extends Children {
        private final Parts remaining;

        PartChildren(Parts remaining) {
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
