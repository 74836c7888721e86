package io.mehari.impl.engine;

import io.mehari.Endpoint;
import io.mehari.Exchange;
import io.mehari.Predicate;
import io.mehari.RollbackExchangeException;
import io.mehari.impl.exchange.AbstractExchange;
import io.mehari.impl.exchange.Place;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Decides where a route continues when a step has failed or has stopped the route. */
public final class FailureHandlers {
    /*
     * A table of regions, inner ones first, like the exception table of a compiled Java method. A failure at a position
     * is handled by the first region that contains it and has a matching catch or a finally. A finally block is in the
     * code twice: as steps after the normal end, and as a single step that runs it as a block after a failure. A catch
     * block is there twice too, because the exchange still fails after a rollback was caught.
     */
    public record Catch(
            List<Class<? extends Throwable>> types,
            @Nullable Predicate onWhen,
            int target,
            int rollbackTarget) {
        boolean matches(AbstractExchange exchange, Exception failure) {
            for (Class<? extends Throwable> type : types) {
                if (exchange.getException(type) != null) {
                    return onWhen == null || ErrorHandler.agrees(onWhen, exchange, failure);
                }
            }
            return false;
        }
    }

    /**
     * A range of positions, from (inclusive) to (exclusive), and the targets of its failures; there may be no finally.
     */
    public record Region(int from, int to, List<Catch> catches, int finallyTarget) {
        public static final int NO_FINALLY = -1;

        boolean contains(int position) {
            return from <= position && position < to;
        }
    }

    private final @Nullable String routeId;
    private final List<Region> regions;
    private final @Nullable ErrorHandler errorHandler;

    /**
     * @param routeId the route of these steps; null for a single step that leaves all failures to its caller
     */
    public FailureHandlers(@Nullable String routeId, List<Region> regions, @Nullable ErrorHandler errorHandler) {
        this.routeId = routeId;
        this.regions = List.copyOf(regions);
        this.errorHandler = errorHandler;
    }

    /**
     * The position where to continue after a step that left the exchange with a failure or a stop.
     *
     * @param found the clause of the error handler for this failure; null if it was not looked for
     */
    int next(RouteCode code, AbstractExchange exchange, int at, int next, ErrorHandler.@Nullable Clause found) {
        Exception failure = exchange.getException();
        if (failure != null) {
            notePlace(code, exchange, at);
        } else if (!exchange.endsRoute()) {
            return next;
        } else if (exchange.isRouteStop()) {
            return Step.END;
        } // else a called route has handled its failure, which ends this route, too, after its doFinally
        for (Region region : regions) {
            if (region.contains(at)) {
                for (Catch each : region.catches) {
                    if (failure != null && each.matches(exchange, failure)) {
                        if (isRollback(exchange)) {
                            return each.rollbackTarget;
                        }
                        exchange.setProperty(Exchange.EXCEPTION_CAUGHT, failure);
                        exchange.goOnAfterFailure();
                        return each.target;
                    }
                }
                if (region.finallyTarget != Region.NO_FINALLY) {
                    return region.finallyTarget;
                }
            }
        }
        return errorHandler == null ? Step.END : errorHandler.handle(code, exchange, at, next, found);
    }

    private static boolean isRollback(AbstractExchange exchange) {
        return exchange.isRollbackOnly() && exchange.getException(RollbackExchangeException.class) != null;
    }

    /**
     * Notes the place of a failure. The innermost place counts, unless it is in a called route that left the failure to
     * the error handler of this route; then the place is the call.
     */
    private void notePlace(RouteCode code, AbstractExchange exchange, int at) {
        if (routeId == null) {
            return;
        }
        boolean handledHere = errorHandler != null && !exchange.isRedeliveryExhausted();
        Place known = Place.of(exchange);
        if (known == null || (handledHere && !routeId.equals(known.routeId()))) {
            Endpoint endpoint = code.endpoint(at);
            new Place(routeId, endpoint == null ? null : endpoint.getEndpointUri(), code.place(at)).noteIn(exchange);
        }
    }

    /** Continues when the steps of the error handler are done, after they were suspended. */
    int resume(AbstractExchange exchange, @Nullable Object state) {
        return Objects.requireNonNull(errorHandler).resume(exchange, state);
    }
}
