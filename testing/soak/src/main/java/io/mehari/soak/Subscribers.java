package io.mehari.soak;

import io.mehari.Exchange;
import io.mehari.ProducerTemplate;
import io.mehari.component.queue.QueueStatistics;
import io.mehari.impl.DefaultRoutingContext;

/** A queue of which each route gets one copy of each message. The message ends once, with its last copy. */
final class Subscribers extends Lane {
    /*
     * A stopped route gets no copy, and a suspended route misses messages for which it has no room. So a message must
     * reach all routes only if no route was stopped, started, suspended or resumed during the send. Even then a copy
     * may be missing because it was dropped: in this case the message ends with a failure, and the queue counts the
     * dropped copy.
     */
    Subscribers(Plan plan, String kind, DefaultRoutingContext context, Findings findings) {
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
    boolean send(ProducerTemplate template, Ticket ticket) {
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
