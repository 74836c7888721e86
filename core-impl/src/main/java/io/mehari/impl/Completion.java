package io.mehari.impl;

import io.mehari.AsyncCallback;
import io.mehari.Exchange;
import io.mehari.builder.Node;
import io.mehari.spi.ExchangeFactory;
import io.mehari.spi.Synchronization;
import org.jspecify.annotations.Nullable;

/** At the entry of a route: sees to it that an {@code onCompletion} runs when the exchange is done. */
final class Completion extends Step implements Synchronization {
    /*
     * The steps run on a copy, which ends by itself: neither what they do to it nor how they fare reaches the exchange that is
     * done. Added once for each exchange, however often it comes through the route.
     */
    private final Node.OnCompletion says;
    private final RouteCode steps;
    private final DefaultRoutingContext context;

    Completion(Node.OnCompletion says, RouteCode steps, DefaultRoutingContext context) {
        this.says = says;
        this.steps = steps;
        this.context = context;
    }

    @Override
    int run(DefaultExchange exchange) {
        if (!exchange.containsOnCompletion(this)) {
            exchange.addOnCompletion(this);
        }
        return next;
    }

    @Override
    public void onComplete(Exchange exchange) {
        if (says.onComplete()) {
            begin((DefaultExchange) exchange, null);
        }
    }

    @Override
    public void onFailure(Exchange exchange) {
        if (says.onFailure()) {
            begin((DefaultExchange) exchange, exchange.getException());
        }
    }

    private void begin(DefaultExchange exchange, @Nullable Exception failure) {
        ExchangeFactory exchanges = context.getRoutingContextExtension().getExchangeFactory();
        DefaultExchange copy = (DefaultExchange) exchanges.copy(exchange);
        int lease = exchanges.lease(copy);
        copy.beginAnew(exchange.getExchangeId());
        if (failure != null) {
            copy.setProperty(Exchange.EXCEPTION_CAUGHT, failure);
        }
        if (says.onWhen() != null && !says.onWhen().matches(copy)) {
            exchanges.release(copy, lease);
        } else if (says.parallel()) {
            context.getRoutingContextExtension().getThreadPools().shared().execute(() -> run(copy, lease, exchanges));
        } else {
            run(copy, lease, exchanges);
        }
    }

    private void run(DefaultExchange copy, int lease, ExchangeFactory exchanges) {
        AsyncCallback ending = doneSync -> {
            Exception failure = copy.getException();
            if (failure != null) {
                Log.warn(Completion.class, "An onCompletion failed on exchange " + copy, failure);
            }
            exchanges.release(copy, lease);
        };
        if (steps.run(copy, 0) || copy.continuation().leave(ending)) {
            ending.done(true);
        }
    }
}
