package io.mehari.soak;

import io.mehari.ContextNotStartedException;
import io.mehari.DirectConsumerNotAvailableException;
import io.mehari.Exchange;
import io.mehari.ExchangePattern;
import io.mehari.ExchangeTimedOutException;
import io.mehari.ProducerTemplate;
import io.mehari.builder.RouteBuilder;
import io.mehari.component.queue.MessageDiscardedException;
import io.mehari.component.queue.QueueClosedException;
import io.mehari.component.queue.QueueStatistics;
import io.mehari.impl.DefaultRoutingContext;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;

/** A queue whose senders wait for replies. Each request ends once, with its own reply or with an exception. */
final class Calls extends Lane {
    /*
     * Half of the requests block their sender, which gives up if it is interrupted or after a timeout. The other half
     * suspend a route. The route has a step after the queue, which must run only if there is a reply.
     *
     * The sender's exchange keeps its completion, so the completion says nothing about the copy in the queue: a request
     * that was given up may still be processed, once. The counts of the queue itself show what happened to the copies.
     *
     * Some replies are late on purpose. They must not touch an exchange whose sender gave up. So the last of these
     * exchanges are kept and checked again. With a pool, such an error would give the next request a wrong reply.
     */
    private static final int ONE_IN = 256;
    private static final int KEPT = 64;
    private static final long LATE_NANOS = 3_000_000;

    private static final Set<Class<?>> EXPECTED = Set.of(
            InterruptedException.class,
            ExchangeTimedOutException.class,
            MessageDiscardedException.class,
            QueueClosedException.class,
            DirectConsumerNotAvailableException.class,
            ContextNotStartedException.class);

    private record Answer(Ticket to) {}

    private record GivenUp(Exchange exchange, Ticket ticket, Exception why) {}

    private final Queue<GivenUp> givenUp = new ConcurrentLinkedQueue<>();

    Calls(Plan plan, String kind, DefaultRoutingContext context, Findings findings) {
        super(plan, kind, context, findings);
    }

    @Override
    void addEntrance() throws Exception {
        context.addRoutes(r -> r.from(entrance())
                .errorHandler(RouteBuilder.noErrorHandler())
                .to(uri)
                .process(Calls::returnTo));
    }

    private static void returnTo(Exchange exchange) {
        if (exchange.getMessage().getBody() instanceof Answer answer) {
            answer.to.hear();
        }
    }

    @Override
    void consume(Exchange exchange, int route) {
        Ticket ticket = ticket(exchange);
        ticket.processCall();
        dieIfDue();
        if (ticket.number % ONE_IN < 2) {
            LockSupport.parkNanos(LATE_NANOS);
        }
        exchange.setBody(new Answer(ticket));
    }

    @Override
    boolean send(ProducerTemplate template, Ticket ticket) {
        Exchange exchange = exchanges.create(ExchangePattern.InOut);
        exchange.setBody(ticket);
        ticket.waitForReply();
        ticket.addTo(exchange);
        if (ticket.isEven()) {
            template.asyncSend(entrance(), exchange).join();
        } else {
            template.send(uri, exchange);
        }
        boolean answered = isAnswered(exchange, ticket);
        if (!exchanges.release(exchange) && !answered) { // if it is pooled, it has another message now
            keep(new GivenUp(exchange, ticket, Objects.requireNonNull(exchange.getException())));
        }
        return answered;
    }

    private boolean isAnswered(Exchange exchange, Ticket ticket) {
        Exception failure = exchange.getException();
        if (failure != null) {
            count("call ended by " + failure.getClass().getSimpleName());
            if (!EXPECTED.contains(failure.getClass()) && !(failure.getCause() instanceof Killed)) {
                findings.add("replies: an unexpected exception", failure.toString());
            }
        }
        boolean answered = exchange.getMessage().getBody() instanceof Answer answer && answer.to == ticket;
        if (answered == (failure != null)) {
            findings.add("replies: neither one nor an exception, or both", exchange.getMessage() + ", " + failure);
        }
        ticket.checkHeard(ticket.isEven() && failure == null ? 1 : 0);
        return failure == null;
    }

    private void keep(GivenUp call) {
        if (call.why instanceof ExchangeTimedOutException || call.why instanceof InterruptedException) {
            givenUp.add(call);
            if (givenUp.size() > KEPT) {
                checkUntouched(givenUp.remove());
            }
        }
    }

    private void checkUntouched(GivenUp call) {
        if (call.exchange.getMessage().getBody() != call.ticket || call.exchange.getException() != call.why) {
            findings.add("replies: to a sender that had given up", "number " + call.ticket.number);
        }
        call.ticket.checkHeard(0);
    }

    @Override
    void checkEnds(QueueStatistics statistics) {
        givenUp.forEach(this::checkUntouched);
        long processed = sum(each -> each.processed.sum());
        checkEqual("statistics: enqueued", statistics.enqueued(), processed + statistics.discarded());
    }
}
