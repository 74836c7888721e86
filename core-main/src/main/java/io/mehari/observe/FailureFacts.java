package io.mehari.observe;

import io.mehari.Description;
import io.mehari.EndedByStopException;
import io.mehari.Predicate;
import io.mehari.builder.model.FailurePolicy;
import io.mehari.builder.model.Redelivery;
import io.mehari.impl.base.Causes;
import io.mehari.observe.RouteDescriber.Facts;
import io.mehari.spi.internal.SafeText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/** What an error handler would do with a failure, in words. */
final class FailureFacts {
    private static final int DELAYS_SHOWN = 8;
    private static final String UNANSWERED = "a request from outside is answered as failed (HTTP: 500), unless ";

    private FailureFacts() {}

    /** A clause that matches one of the exceptions in the chain of causes. */
    private record Match(FailurePolicy.Clause clause, Throwable cause, int distance) {}

    /** The clauses that match, in the order in which they are asked, and the error handler if all may refuse. */
    static List<Description> explain(RouteDescriber describer, FailurePolicy policy, Throwable failure) {
        List<Description> parts = new ArrayList<>();
        List<FailurePolicy.Clause> asked = new ArrayList<>();
        for (Match each : matches(policy, failure)) {
            if (!asked.contains(each.clause)) {
                asked.add(each.clause);
                Facts facts = new Facts();
                facts.put("because", because(each, failure));
                parts.add(describer.clause(policy, each.clause, facts));
                if (each.clause.onWhen() == null) {
                    return parts;
                }
            }
        }
        Facts facts = new Facts();
        facts.put("because", parts.isEmpty() ? "no onException matches" : "no condition above matches");
        parts.add(describer.errorHandler(policy, facts));
        return parts;
    }

    /** As the engine finds a clause: the nearest type, the innermost cause, the first in the list. */
    private static List<Match> matches(FailurePolicy policy, Throwable failure) {
        List<Match> all = new ArrayList<>();
        for (Throwable cause : Causes.innermostFirst(failure)) {
            for (FailurePolicy.Clause each : policy.handles() ? policy.clauses() : List.<FailurePolicy.Clause>of()) {
                int distance = each.distanceTo(cause.getClass());
                if (distance < Integer.MAX_VALUE) {
                    all.add(new Match(each, cause, distance));
                }
            }
        }
        all.sort(Comparator.comparingInt(Match::distance)); // which keeps the order of equals
        return all;
    }

    private static String because(Match match, Throwable failure) {
        String what = match.cause.getClass().getSimpleName();
        String below = match.distance == 0 ? "the type itself" : match.distance + " below the type";
        return (match.cause == failure ? what : "its cause " + what) + " is " + below;
    }

    /** What is the same in all routes; null for most failures. */
    static @Nullable String note(Throwable failure) {
        if (failure instanceof InterruptedException || failure instanceof EndedByStopException) {
            return "never redelivered, because the thread was interrupted or the route stops";
        }
        boolean isOfVm = Causes.has(VirtualMachineError.class, failure);
        return isOfVm ? "never handled or continued, because it is an error of the virtual machine" : null;
    }

    /** The redeliveries, and what comes after them. */
    static void add(FailurePolicy policy, FailurePolicy.@Nullable Clause clause, Facts facts) {
        redeliveries(clause == null ? policy.redelivery() : clause.redelivery(), facts);
        Predicate continued = clause == null ? null : clause.continued();
        Predicate handled = clause == null ? null : clause.handled();
        if (continued != null) {
            facts.put("then", "the route continues after the failed step" + unlessAlways(continued));
            facts.put("caller", "sees no failure");
        } else if (policy.deadLetterUri() != null
                && (clause == null || clause.steps().isEmpty())) {
            facts.put("then", "the message goes to " + SafeText.uri(policy.deadLetterUri()) + ", and the route ends");
            facts.put("caller", "sees no failure");
            facts.put("reply", UNANSWERED + "the dead letter endpoint sets a body or a status");
        } else if (handled != null) {
            facts.put("then", "the failure is handled, and the route ends" + unlessAlways(handled));
            facts.put("caller", "sees no failure, and gets the message as the steps of this clause leave it");
            facts.put("reply", UNANSWERED + "these steps set a body or a status");
        } else {
            facts.put("then", policy.handles() ? "the route fails" : "the route fails; its caller may handle that");
            facts.put("caller", "gets the exception; if no caller waits, it is logged");
        }
    }

    private static String unlessAlways(Predicate condition) {
        String text = RouteDescriber.textOf(condition);
        return condition instanceof FailurePolicy.Always ? "" : ", if " + (text == null ? RouteDescriber.CODE : text);
    }

    private static void redeliveries(Redelivery redelivery, Facts facts) {
        int maximum = redelivery.isPossible() ? redelivery.maximum() : 0;
        facts.put("redeliveries", maximum < 0 ? "without limit" : maximum);
        facts.condition("redeliveredWhile", redelivery.retryWhile());
        StringJoiner delays = new StringJoiner(", ");
        int shown = maximum < 0 ? DELAYS_SHOWN : Math.min(DELAYS_SHOWN, maximum);
        for (int i = 1; i <= shown; i++) {
            delays.add(Math.round(redelivery.delayWithoutJitter(i)) + " ms");
        }
        if (shown > 0) {
            String jitter = redelivery.jitter() == 0 ? "" : "; each varies by a factor of " + redelivery.jitter();
            facts.put("delays", delays + (shown == maximum ? "" : ", ...") + jitter);
        }
    }
}
