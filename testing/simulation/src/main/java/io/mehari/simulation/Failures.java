package io.mehari.simulation;

import io.mehari.Exchange;
import io.mehari.testing.SimulatedDeadlockError;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The failures that a plan may cause itself, in addition to those that its user code throws. */
final class Failures {
    private final Ledger ledger;
    private final Set<String> expected = new HashSet<>();
    private final boolean exact;
    private final boolean shares;

    Failures(Plan plan, Ledger ledger) {
        this.ledger = ledger;
        shares = plan.uses("share");
        boolean early = plan.has("early");
        boolean disturbed = plan.has("disturb");
        exact = !early && !disturbed;
        List<String> uris = plan.routes().stream().map(each -> each.word(2)).toList();
        expect(
                !plan.has("onebyone")
                        && uris.stream()
                                .anyMatch(
                                        each -> !each.contains("blockWhenFull=true") || each.contains("offerTimeout")),
                "QueueFullException");
        expect(
                early || disturbed,
                "QueueClosedException ContextNotStartedException MessageDiscardedException"
                        + " RejectedExecutionException QueueConsumerNotAvailableException InterruptedException"
                        + " DirectConsumerNotAvailableException SendInterruptedException IllegalStateException");
        boolean mayRefuse = plan.has("waits")
                || plan.all("disturb").stream().anyMatch(each -> each.words().size() > 5);
        expect(mayRefuse, "EndedByStopException");
        expect(plan.uses("reject"), "ThrottlerRejectedExecutionException");
        expect(plan.uses("interrupts"), "InterruptedException SendInterruptedException");
        expect(plan.uses("executor") || plan.uses("few"), "RejectedExecutionException");
        expect(
                uris.stream().anyMatch(each -> each.contains("discard") || each.contains("purge")),
                "MessageDiscardedException");
        expect(
                uris.stream().anyMatch(each -> Plan.isQueue(each) && plan.isWaitedFor(each)),
                "ExchangeTimedOutException");
    }

    private void expect(boolean when, String names) {
        if (when) {
            expected.addAll(List.of(names.split(" ", -1)));
        }
    }

    /** Whether all waits must take exactly the time in the plan. */
    boolean areExact() {
        return exact;
    }

    /** For the error handler: a step has failed. Planned failures are recorded where they are thrown. */
    void occurred(Exchange exchange) {
        Exception failure = exchange.getException();
        String token = String.valueOf(exchange.getMessage().getBody());
        if (failure != null && (shares || UsersPool.isFrom(failure))) {
            ledger.shaken(token);
            ledger.shaken(Tokens.whole(token));
        }
        if (failure != null && !expected.isEmpty()) {
            // another part may have failed, too, without being reported
            ledger.trouble(Tokens.whole(Tokens.caller(token)));
        }
        if (failure != null && !Planned.isIn(failure)) {
            reported(token, failure);
            reported(Tokens.sender(token), failure);
            reported(Tokens.whole(token), failure);
        }
    }

    /** For a route without an error handler: the exchange has failed. Its body may be that of a part. */
    void failed(Exchange exchange) {
        occurred(exchange);
        Object arrived = exchange.getProperty(PlanRoutes.arrival(String.valueOf(exchange.getFromRouteId())));
        if (arrived != null) {
            ledger.trouble(arrived.toString());
        }
    }

    /** The failure of a message was reported to a listener or a caller. */
    void reported(String token, Throwable failure) {
        ledger.trouble(token);
        if (Planned.isAny(failure, each -> each instanceof SimulatedDeadlockError)) {
            ledger.complain(Judge.DEADLOCK, token + " failed: " + failure);
        } else if (!Planned.isIn(failure)
                && !Planned.isAny(
                        failure, each -> expected.contains(each.getClass().getSimpleName()))) {
            ledger.complain(Judge.FAILURE, token + " failed: " + failure);
        }
    }
}
