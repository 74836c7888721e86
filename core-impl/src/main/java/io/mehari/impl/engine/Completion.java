package io.mehari.impl.engine;

import io.mehari.AsyncCallback;
import io.mehari.Exchange;
import io.mehari.RoutingContext;
import io.mehari.builder.model.Node;
import io.mehari.impl.exchange.AbstractExchange;
import io.mehari.impl.exchange.Exchanges;
import io.mehari.impl.exchange.RouteNumbers;
import io.mehari.spi.Synchronization;
import io.mehari.spi.internal.Log;
import org.jspecify.annotations.Nullable;

/** The first step of a route with an {@code onCompletion}: adds it as a completion of the exchange. */
public final class Completion extends Step implements Synchronization {
    /*
     * The steps run on a copy, so what they do to it, and whether it fails, does not affect the exchange that is done.
     *
     * It is added once to each exchange, however often the exchange passes through the route. A completion of a builder
     * is added by the route in which the message starts. It is equal to the completion of the builder's other routes,
     * so a route that takes the message from a queue does not add it again.
     */
    private final Node.OnCompletion settings;
    private final RouteCode steps;
    private final String routeId;
    private final int route;
    private final RoutingContext context;

    public Completion(Node.OnCompletion settings, RouteCode steps, String routeId, int route, RoutingContext context) {
        this.settings = settings;
        this.steps = steps;
        this.routeId = routeId;
        this.route = route;
        this.context = context;
    }

    @Override
    public int run(AbstractExchange exchange) {
        boolean concerns = !settings.ofBuilder() || routeId.equals(exchange.getFromRouteId());
        if (concerns && !exchange.containsOnCompletion(this)) {
            exchange.addOnCompletion(this);
        }
        return next;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other || (other instanceof Completion that && settings.ofBuilder() && settings == that.settings);
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(settings);
    }

    @Override
    public void onComplete(Exchange exchange) {
        if (settings.onComplete()) {
            begin((AbstractExchange) exchange, null);
        }
    }

    @Override
    public void onFailure(Exchange exchange) {
        if (settings.onFailure()) {
            begin((AbstractExchange) exchange, exchange.getException());
        }
    }

    private void begin(AbstractExchange exchange, @Nullable Exception failure) {
        AbstractExchange copy = Exchanges.of(context).copy(exchange);
        boolean passed = false;
        try {
            copy.clearHistory();
            copy.correlateWith(exchange);
            copy.setRoute(copy.getContext() == context ? route : RouteNumbers.NONE);
            copy.setProperty(Exchange.ON_COMPLETION, true);
            if (failure != null) {
                copy.setProperty(Exchange.EXCEPTION_CAUGHT, failure);
            }
            if (matches(copy, failure)) {
                AsyncCallback atTheEnd = doneSync -> ended(copy);
                if (settings.parallel()) {
                    context.getRoutingContextExtension()
                            .getThreadPools()
                            .shared()
                            .execute(() -> steps.run(copy, atTheEnd));
                    passed = true;
                } else {
                    passed = true; // from here on, its end releases it
                    steps.run(copy, atTheEnd);
                }
            }
        } finally {
            if (!passed) {
                copy.release();
            }
        }
    }

    /** Whether {@code onWhen} matches; false if it throws. It finds the failure in the copy, the steps do not. */
    private boolean matches(AbstractExchange copy, @Nullable Exception failure) {
        if (settings.onWhen() == null) {
            return true;
        }
        copy.setException(failure);
        try {
            return settings.onWhen().matches(copy);
        } catch (Throwable e) {
            Log.warn(Log.route(routeId), "The onWhen of an onCompletion failed on exchange " + copy, e);
            return false;
        } finally {
            copy.setException(null);
        }
    }

    private static void ended(AbstractExchange copy) {
        try {
            Exception failure = copy.getException();
            if (failure != null) {
                Log.warn(Log.of(copy), "An onCompletion failed on exchange " + copy, failure);
            }
        } finally {
            copy.release();
        }
    }
}
