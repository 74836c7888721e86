package io.mehari.impl.pattern;

import io.mehari.Exchange;
import io.mehari.collect.slots.Slots;
import io.mehari.impl.engine.Children;
import io.mehari.impl.engine.RouteCode;
import io.mehari.impl.exchange.AbstractExchange;

/** Creates one child for each of several blocks. */
public final class Multicast extends Children.Source {
    private final RouteCode[] ways;

    /** The properties of each child, shared by all messages that have no other properties. */
    private final Object[] properties;

    private final Children copies = new Copies();

    public Multicast(RouteCode[] ways) {
        this.ways = ways;
        this.properties = new Object[ways.length];
        for (int i = 0; i < ways.length; i++) {
            Object first = Slots.append(null, false, Exchange.MULTICAST_INDEX, i, false);
            properties[i] = Slots.append(first, false, Exchange.MULTICAST_COMPLETE, i == ways.length - 1, false);
        }
    }

    @Override
    public Children of(AbstractExchange parent) {
        return copies;
    }

    private final class Copies extends Children {
        @Override
        public boolean hasNext(int made) {
            return made < ways.length;
        }

        @Override
        public RouteCode prepare(AbstractExchange child, int index) {
            child.shareOrSet(properties[index]);
            return ways[index];
        }

        @Override
        public int size() {
            return ways.length;
        }
    }
}
