package io.mehari.impl;

import io.mehari.Exchange;
import io.mehari.collect.slots.Slots;

/** A copy for each of several blocks. */
final class Multicast extends Children.Source {
    private final RouteCode[] ways;

    /** The properties of each copy, for those that have no others: made once and shared by all messages. */
    private final Object[] properties;

    Multicast(RouteCode[] ways) {
        this.ways = ways;
        this.properties = new Object[ways.length];
        for (int i = 0; i < ways.length; i++) {
            Object first = Slots.append(null, false, Exchange.MULTICAST_INDEX, i, false);
            properties[i] = Slots.append(first, false, Exchange.MULTICAST_COMPLETE, i == ways.length - 1, false);
        }
    }

    @Override
    Children of(DefaultExchange parent) {
        return new Copies();
    }

    private final class Copies extends Children {
        private int index;

        @Override
        boolean hasNext() {
            return index < ways.length;
        }

        @Override
        RouteCode prepare(DefaultExchange child) {
            child.shareOrSet(properties[index]);
            return ways[index++];
        }

        @Override
        int size() {
            return ways.length;
        }
    }
}
