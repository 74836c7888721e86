package io.mehari.component.queue;

import io.mehari.Exchange;
import io.mehari.RoutingContext;
import io.mehari.component.queue.ring.OneTakerRing;
import io.mehari.impl.DefaultRoutingContext;
import java.util.HashMap;

/** Exchanges for tests that need no route. */
final class Cargo {
    private static final RoutingContext CONTEXT = new DefaultRoutingContext("cargo");

    private Cargo() {}

    static {
        CONTEXT.getRoutingContextExtension().setClock(() -> 0);
    }

    static Exchange of(Object body) {
        Exchange exchange = CONTEXT.createExchange();
        exchange.setBody(body);
        return exchange;
    }

    /** To be sent itself. */
    static OutgoingMessage message(Channel channel, Exchange exchange) {
        return new OutgoingMessage(
                new SharedQueue("test", one -> new OneTakerRing<>(1), new HashMap<>(), any -> {}),
                CONTEXT.getRoutingContextExtension().getExchangeFactory(),
                exchange,
                channel);
    }

    /** Waits for room until the deadline; whether it was sent. */
    static boolean send(Channel channel, Exchange exchange, long deadline) throws InterruptedException {
        return BlockedSender.send(message(channel, exchange), channel, deadline) == null;
    }
}
