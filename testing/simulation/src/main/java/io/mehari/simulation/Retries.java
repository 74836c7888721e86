package io.mehari.simulation;

import io.mehari.builder.ErrorHandlerBuilder;
import io.mehari.builder.RouteBuilder;
import io.mehari.spi.Threading;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Checks how often a failed step of a route is tried again, and when: {@code handler none}, {@code handler default MOST
 * MILLIS [backoff]} or {@code handler dead MOST MILLIS [backoff]}.
 */
final class Retries {
    static final String DEAD_LETTERS = "direct:dead";

    private final Ledger ledger;
    private final String kind;
    private final int most;
    private final long millis;
    private final boolean backOff;
    private final boolean exact;
    private boolean shared;
    private final @Nullable Retries route;
    private final Map<String, Long> due = new HashMap<>();

    /** @param exact whether nothing, such as a stop, ends redeliveries early */
    Retries(Ledger ledger, @Nullable Line handler, boolean exact) {
        this(ledger, handler, exact, null);
    }

    private Retries(Ledger ledger, @Nullable Line handler, boolean exact, @Nullable Retries route) {
        this.route = route;
        this.ledger = ledger;
        kind = handler == null ? "default" : handler.word(1);
        most = handler == null || kind.equals("none") ? 0 : handler.number(2);
        millis = handler == null || kind.equals("none") ? 0 : handler.number(3);
        backOff = handler != null && handler.has("backoff");
        this.exact = exact;
    }

    /** For steps in a doTry, which are not tried again. */
    Retries inTry() {
        return new Retries(ledger, Line.of("handler none"), exact, ofRoute());
    }

    /** With shareUnitOfWork: the failure of a step is a failure of the block, and the block is tried again. */
    Retries inShared() {
        Retries inner = new Retries(ledger, Line.of("handler none"), exact, ofRoute());
        inner.shared = true;
        return inner;
    }

    /** For a group: its steps are not in a doTry that is around the aggregator. */
    Retries ofRoute() {
        return route == null ? this : route;
    }

    /** Whether the failure of a part does not fail the whole message. */
    boolean keepsFailures() {
        return kind.equals("dead");
    }

    ErrorHandlerBuilder handler() {
        if (kind.equals("none")) {
            return RouteBuilder.noErrorHandler();
        }
        ErrorHandlerBuilder handler =
                kind.equals("dead") ? RouteBuilder.deadLetterChannel(DEAD_LETTERS) : RouteBuilder.defaultErrorHandler();
        handler.maximumRedeliveries(most).redeliveryDelay(millis).maximumRedeliveryDelay(60_000);
        if (backOff) {
            handler.backOffMultiplier(2);
        }
        return handler;
    }

    private long delay(int attempt) {
        return TimeUnit.MILLISECONDS.toNanos(backOff ? millis << (attempt - 1) : millis);
    }

    /** Called by a step that is about to fail. */
    synchronized void failed(String place, String token, int attempt) {
        if (shared) {
            ledger.shaken(token);
        } else if (attempt > most || !exact) {
            ledger.trouble(token);
        }
        due.put(place + " " + token, Threading.nanoTime() + delay(attempt));
    }

    private boolean isWrong(long late) {
        return exact ? late != 0 : late < 0 && !ledger.mayBeEarly;
    }

    /** Called by a step at each attempt. */
    synchronized void judge(String place, String token, int attempt) {
        Long expected = due.remove(place + " " + token);
        if (ledger.isShaken(token)) {
            return; // a block around it was tried again
        }
        if (attempt > 1 && expected == null) {
            ledger.complain(Judge.ONCE, place + " runs again for " + token + ", which had not failed");
        } else if (attempt > most + 1) {
            ledger.complain(Judge.REDELIVERY, place + " is tried " + attempt + " times for " + token);
        } else if (expected != null && isWrong(Threading.nanoTime() - expected)) {
            ledger.complain(
                    Judge.REDELIVERY,
                    place + " is tried again for " + token + " " + (Threading.nanoTime() - expected) / 1_000_000
                            + " ms too late");
        }
    }
}
