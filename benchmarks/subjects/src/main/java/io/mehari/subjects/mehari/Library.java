package io.mehari.subjects.mehari;

import io.mehari.Exchange;
import io.mehari.ExchangePattern;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.spi.ExchangeFactory;
import io.mehari.spi.Synchronization;

/** What differs between Mehari and Camel by more than names. */
final class Library {
    private Library() {}

    /** A context whose pool has that number of exchanges; 0 for none. */
    static DefaultRoutingContext context(int pool) {
        DefaultRoutingContext context = new DefaultRoutingContext();
        if (pool > 0) {
            context.getRoutingContextExtension().setExchangePool(pool, false);
        }
        return context;
    }

    static void prepare(DefaultRoutingContext context) {
        context.start();
    }

    /** As components make it: with the factory of the context. */
    static Exchange exchange(DefaultRoutingContext context) {
        return factory(context).create(ExchangePattern.InOnly);
    }

    private static ExchangeFactory factory(DefaultRoutingContext context) {
        return context.getRoutingContextExtension().getExchangeFactory();
    }

    /** Registers the completion, and ends the unit of work, which runs it. */
    static void complete(DefaultRoutingContext context, Exchange exchange, Synchronization completion) {
        exchange.getUnitOfWork().addSynchronization(completion);
        factory(context).end(exchange);
    }
}
