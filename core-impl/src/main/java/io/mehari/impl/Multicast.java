package io.mehari.impl;

import io.mehari.Exchange;
import io.mehari.builder.Node;
import io.mehari.spi.ExchangeFactory;

/** Runs each of several blocks with a copy of the message. */
final class Multicast extends Fan {
    private final RouteCode[] ways;

    Multicast(Node.Fan settings, ExchangeFactory exchanges, RouteCode[] ways) {
        super(settings, exchanges);
        this.ways = ways;
    }

    @Override
    Children children(DefaultExchange parent) {
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
    }
}
