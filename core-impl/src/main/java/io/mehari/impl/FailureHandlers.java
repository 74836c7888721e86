package io.mehari.impl;

import io.mehari.Exchange;
import io.mehari.Predicate;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Where a route goes on when a step has failed or asked to stop. Consulted only then. */
final class FailureHandlers {
    /*
     * A table of regions, the inner ones first, as an exception table of compiled code: a failure at a position is
     * handled by the first region that contains it and has a catch that matches, or a finally. A finally block is in
     * the code twice: once behind the normal end, once for failures, where it ends with a step that fails again.
     */
    record Catch(
            List<Class<? extends Throwable>> types,
            @Nullable Predicate onWhen,
            int target) {
        boolean matches(DefaultExchange exchange, Exception failure) {
            for (Class<? extends Throwable> type : types) {
                if (exchange.getException(type) != null) {
                    return onWhen == null || ErrorHandler.agrees(onWhen, exchange, failure);
                }
            }
            return false;
        }
    }

    /**
     * Positions from (inclusive) to (exclusive), and where their failures go; pending is the property in which a failure
     * waits while the finally block runs.
     */
    record Region(
            int from,
            int to,
            List<Catch> catches,
            int finallyTarget,
            @Nullable String pending) {
        boolean contains(int position) {
            return from <= position && position < to;
        }
    }

    private final List<Region> regions;
    private final @Nullable ErrorHandler errorHandler;

    FailureHandlers(List<Region> regions, @Nullable ErrorHandler errorHandler) {
        this.regions = List.copyOf(regions);
        this.errorHandler = errorHandler;
    }

    /** Where to go on behind a step after which the exchange was found troubled. */
    int next(RouteCode code, DefaultExchange exchange, int at, int next) {
        Exception failure = exchange.getException();
        if (failure == null) {
            return exchange.endsRoute() ? Step.END : next;
        }
        for (Region region : regions) {
            if (region.contains(at)) {
                for (Catch each : region.catches) {
                    if (each.matches(exchange, failure)) {
                        exchange.setProperty(Exchange.EXCEPTION_CAUGHT, failure);
                        catchFailure(exchange);
                        return each.target;
                    }
                }
                if (region.pending != null) {
                    exchange.setProperty(region.pending, failure);
                    exchange.setProperty(Exchange.EXCEPTION_CAUGHT, failure);
                    catchFailure(exchange);
                    return region.finallyTarget;
                }
            }
        }
        return errorHandler == null ? Step.END : errorHandler.handle(code, exchange, at, next);
    }

    private static void catchFailure(DefaultExchange exchange) {
        exchange.setException(null);
        exchange.setRedeliveryExhausted(false); // said by a route that was called; here it goes on
    }

    /** Goes on after the steps of the error handler have suspended. */
    int resume(DefaultExchange exchange, @Nullable Object state) {
        return Objects.requireNonNull(errorHandler).resume(exchange, state);
    }
}
