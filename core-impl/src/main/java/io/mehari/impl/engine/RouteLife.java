package io.mehari.impl.engine;

import io.mehari.EndedByStopException;
import io.mehari.impl.exchange.AbstractExchange;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A route from a start to a stop, as steps see it that may take long. */
public final class RouteLife {
    private final EngineContext engine;
    private final Waits waits;
    private final String routeId;
    private volatile boolean over;

    public RouteLife(EngineContext engine, String routeId) {
        this.engine = engine;
        this.waits = engine.waits;
        this.routeId = routeId;
    }

    /** Called when the limit of a stop is over. Messages that are left end at their next part. */
    public void end() {
        over = true;
        waits.giveUp(routeId);
    }

    /** Whether a stop has given messages up, of this route or of one that may have called it. */
    public boolean anyGivenUp() {
        return over || waits.hasGivenUp();
    }

    /** Called before each part, or round, of a work that may have no end, and after a wait for a thread. */
    public void checkGoesOn(AbstractExchange exchange) {
        EndedByStopException refusal = refusal(exchange);
        if (refusal != null) {
            throw refusal;
        }
    }

    /**
     * Why a work that may have no end does not go on; null if it does. The steps of an error handler go on, because
     * they save what a stop has refused.
     */
    @Nullable
    EndedByStopException refusal(AbstractExchange exchange) {
        if (!anyGivenUp() || exchange.handling() != null || !(over || waits.hasGivenUp(routeOf(exchange)))) {
            return null;
        }
        return new EndedByStopException("Route " + routeOf(exchange) + " of context "
                + engine.context().getName()
                + " has stopped, and a loop, split, recipientList, redelivery or wait for a thread was not done within"
                + " the limit of the stop: send the message again after the next start");
    }

    /** A wait of a message that is in this route, or that another route has brought here. */
    public Waits.Wait waitFor(AbstractExchange exchange, long millis) {
        return waits.start(routeOf(exchange), millis);
    }

    /** The number of waits in this context that a stop has ended. */
    public int waitsEndedByStops() {
        return waits.endedByStops();
    }

    /** The route that counts the message, whose stop waits for it. */
    private String routeOf(AbstractExchange exchange) {
        return exchange.isCalled() ? Objects.requireNonNullElse(exchange.getFromRouteId(), routeId) : routeId;
    }
}
