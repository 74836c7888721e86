package io.mehari.impl.engine;

import io.mehari.Exchange;
import io.mehari.Predicate;
import io.mehari.builder.model.Node;
import io.mehari.impl.exchange.AbstractExchange;
import io.mehari.impl.exchange.Flags;
import io.mehari.impl.exchange.Place;
import org.jspecify.annotations.Nullable;

/**
 * A whole route with an {@code onCompletion} in the mode before-consumer: runs the steps of the route and then those of
 * the completion, on the same exchange.
 */
public final class BeforeConsumer extends Step {
    private final RouteCode route;
    private final String routeId;
    private final Node.OnCompletion settings;
    private final RouteCode steps;

    public BeforeConsumer(RouteCode route, String routeId, Node.OnCompletion settings, RouteCode steps) {
        this.route = route;
        this.routeId = routeId;
        this.settings = settings;
        this.steps = steps;
    }

    /** How the route ended; kept while the steps of the completion run. */
    private record Ended(
            @Nullable Exception failure,
            @Nullable Place place,
            boolean exhausted,
            boolean stopped,
            boolean handled,
            boolean rollbackOnly) {}

    @Override
    public int run(AbstractExchange exchange) {
        return route.enter(exchange) ? complete(exchange) : suspended(exchange, null);
    }

    @Override
    public int resume(AbstractExchange exchange, @Nullable Object state) {
        return state == null ? complete(exchange) : restore(exchange, (Ended) state);
    }

    private int complete(AbstractExchange exchange) {
        Exception failure = exchange.getException();
        if (!Completion.concerns(settings, routeId, exchange)
                || !(failure == null ? settings.onComplete() : settings.onFailure())
                || !matches(exchange, failure)) {
            return next;
        }
        Ended ended = new Ended(
                failure,
                Place.of(exchange),
                exchange.isRedeliveryExhausted(),
                exchange.isRouteStop(),
                exchange.is(Flags.ERROR_HANDLER_HANDLED),
                exchange.isRollbackOnly());
        if (failure != null) {
            exchange.setProperty(Exchange.EXCEPTION_CAUGHT, failure);
        }
        exchange.setProperty(Exchange.ON_COMPLETION, true);
        exchange.goOnAfterFailure();
        exchange.setRollbackOnly(false);
        return steps.run(exchange, 0) ? restore(exchange, ended) : suspended(exchange, ended);
    }

    /**
     * Whether {@code onWhen} matches. If it throws, the exchange fails; but if the exchange has failed already, it does
     * not match.
     */
    private boolean matches(AbstractExchange exchange, @Nullable Exception failure) {
        Predicate onWhen = settings.onWhen();
        if (onWhen == null) {
            return true;
        }
        return failure == null ? onWhen.matches(exchange) : ErrorHandler.agrees(onWhen, exchange, failure);
    }

    private int restore(AbstractExchange exchange, Ended ended) {
        exchange.removeProperty(Exchange.ON_COMPLETION);
        if (ended.failure != null) {
            exchange.failAgain(ended.failure, ended.place);
            exchange.setRedeliveryExhausted(ended.exhausted);
        }
        exchange.setRouteStop(ended.stopped);
        exchange.setErrorHandlerHandled(ended.handled ? true : null);
        exchange.setRollbackOnly(ended.rollbackOnly);
        return next;
    }
}
