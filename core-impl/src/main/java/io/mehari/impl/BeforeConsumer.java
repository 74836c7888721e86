package io.mehari.impl;

import io.mehari.Exchange;
import io.mehari.Predicate;
import io.mehari.builder.Node;
import org.jspecify.annotations.Nullable;

/** A whole route with an {@code onCompletion} of the mode before-consumer: its steps, then those, on one exchange. */
final class BeforeConsumer extends Step {
    private final RouteCode route;
    private final Node.OnCompletion says;
    private final RouteCode steps;

    BeforeConsumer(RouteCode route, Node.OnCompletion says, RouteCode steps) {
        this.route = route;
        this.says = says;
        this.steps = steps;
    }

    /** How the route ended, while the completion's steps run. */
    private record Ended(@Nullable Exception failure, boolean stopped, boolean handled) {}

    @Override
    int run(DefaultExchange exchange) {
        return route.run(exchange, 0) ? complete(exchange) : suspended(exchange, null);
    }

    @Override
    int resume(DefaultExchange exchange, @Nullable Object state) {
        return state == null ? complete(exchange) : restore(exchange, (Ended) state);
    }

    private int complete(DefaultExchange exchange) {
        Exception failure = exchange.getException();
        Predicate onWhen = says.onWhen();
        if (!(failure == null ? says.onComplete() : says.onFailure())
                || (onWhen != null && !onWhen.matches(exchange))) {
            return next;
        }
        Ended ended = new Ended(failure, exchange.isRouteStop(), exchange.is(Flags.ERROR_HANDLER_HANDLED));
        if (failure != null) {
            exchange.setProperty(Exchange.EXCEPTION_CAUGHT, failure);
        }
        exchange.setException(null);
        exchange.setRouteStop(false);
        exchange.set(Flags.ERROR_HANDLER_HANDLED, false);
        return steps.run(exchange, 0) ? restore(exchange, ended) : suspended(exchange, ended);
    }

    private int restore(DefaultExchange exchange, Ended ended) {
        if (exchange.getException() == null) {
            exchange.setException(ended.failure);
        }
        exchange.setRouteStop(ended.stopped);
        exchange.set(Flags.ERROR_HANDLER_HANDLED, ended.handled);
        return next;
    }
}
