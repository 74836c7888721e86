package io.mehari.impl;

import io.mehari.Exchange;

/** A copy for each of several blocks. */
final class Multicast extends Children.Source {
    private final RouteCode[] ways;

    Multicast(RouteCode[] ways) {
        this.ways = ways;
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
            child.setProperty(Exchange.MULTICAST_INDEX, index);
            child.setProperty(Exchange.MULTICAST_COMPLETE, index == ways.length - 1);
            return ways[index++];
        }

        @Override
        int size() {
            return ways.length;
        }
    }
}
