package io.mehari.impl.exchange;

import io.mehari.impl.base.Suppressed;
import org.jspecify.annotations.Nullable;

/**
 * A failure in hand: the exception that was taken out of an exchange while steps run because of it, with its place. It
 * is put back if they have not handled it.
 */
public class Held {
    public final Exception failure;
    public final @Nullable Place place;

    /** The failure that an error handler has in hand already, and for which steps run; null if there is none. */
    public final @Nullable Held outer;

    /** For a failure that is in the exchange still. */
    public Held(AbstractExchange exchange, Exception failure) {
        this.failure = failure;
        this.place = Place.of(exchange);
        this.outer = exchange.handling();
    }

    /** The outcome of the steps in between does not count; their failure is added as suppressed. */
    public final void putBack(AbstractExchange exchange) {
        Exception second = exchange.getException();
        exchange.goOnAfterFailure();
        exchange.setException(failure);
        if (second != null) {
            Suppressed.add(failure, second);
        }
        if (place != null) {
            place.noteIn(exchange);
        }
    }
}
