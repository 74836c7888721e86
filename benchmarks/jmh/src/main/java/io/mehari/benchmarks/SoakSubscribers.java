package io.mehari.benchmarks;

import io.mehari.Exchange;
import io.mehari.ProducerTemplate;
import io.mehari.component.queue.QueueStatistics;
import io.mehari.impl.DefaultRoutingContext;

/**
 * A queue each of whose routes gets a copy of each message, once. The message ends once, with the last of its copies.
 */
final class SoakSubscribers extends SoakLane {
    /*
     * A route that is stopped gets no copy, and one that is suspended misses what it has no room for. So a message must
     * come to all routes only if none was stopped, started, suspended or resumed while it was sent; then a copy may be
     * missing because it was dropped, which the message's end tells as a failure, and the queue's own numbers count.
     */
    SoakSubscribers(SoakPlan plan, String kind, DefaultRoutingContext context, SoakFindings findings) {
        super(plan, kind, context, findings);
    }

    @Override
    void consume(Exchange exchange, int route) {
        ticket(exchange).processCopy(route);
        dieIfDue();
    }

    @Override
    void suspensionChanges() {
        routesChange();
    }

    @Override
    boolean send(ProducerTemplate template, SoakTicket ticket) {
        int before = routeChanges();
        boolean accepted = super.send(template, ticket);
        if (accepted && (before & 1) == 0 && routeChanges() == before) {
            ticket.expectCopies(routes());
        }
        return accepted;
    }

    @Override
    void checkEnds(QueueStatistics statistics) {
        long missing = sum(each -> each.missing.sum());
        if (missing > statistics.discarded()) {
            findings.add(
                    "lost: copies", missing + " are missing, and only " + statistics.discarded() + " were dropped");
        }
        long accepted = sum(each -> each.accepted.get());
        checkEqual("sums: ended", sum(each -> each.processed.sum() + each.discarded.sum()), accepted);
    }
}
