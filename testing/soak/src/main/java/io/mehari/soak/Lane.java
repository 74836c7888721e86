package io.mehari.soak;

import io.mehari.Exchange;
import io.mehari.ExchangePattern;
import io.mehari.ProducerTemplate;
import io.mehari.RoutingExecutionException;
import io.mehari.ServiceStatus;
import io.mehari.builder.RouteBuilder;
import io.mehari.component.queue.QueueEndpoint;
import io.mehari.component.queue.QueueStatistics;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.proofs.Draw;
import io.mehari.spi.ExchangeFactory;
import io.mehari.spi.RouteController;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.ToLongFunction;

/** One queue of the soak, with its producers, its routes, and the disturbances. */
class Lane {
    /*
     * Messages enter in two ways, in turn. A direct route whose last step is the queue hands over the exchange itself.
     * A template keeps its exchange and sends a copy. The ticket was added as a completion before, so it is always
     * called, whatever happens to the message.
     *
     * If a stop does not wait long enough, a thread still has one message. After the route is started again, its new
     * thread may be faster. So for each such stop, at most one message may be overtaken, and only by another thread.
     */
    private static final int LONGEST_NAP_NANOS = 3_000_000;
    private static final int LONGEST_STOP_MILLIS = 20;
    private static final String STOPPED_UNDER_WAY = "stopped with messages under way";

    private final Plan plan;
    final DefaultRoutingContext context;
    private final RouteController controller;
    final ExchangeFactory exchanges;
    final Findings findings;
    final String uri;
    private final List<Ledger> ledgers = new ArrayList<>();
    private final List<Thread> producers = new ArrayList<>();
    private final List<String> routeIds = new ArrayList<>();
    private final AtomicInteger killsDue = new AtomicInteger();

    /** Odd while the route or the context is stopped. */
    private final AtomicInteger routeChanges = new AtomicInteger();

    private final Map<String, LongAdder> deeds = new ConcurrentHashMap<>();

    Lane(Plan plan, String kind, DefaultRoutingContext context, Findings findings) {
        this.plan = plan;
        this.context = context;
        this.controller = context.getRouteController();
        this.exchanges = context.getRoutingContextExtension().getExchangeFactory();
        this.findings = findings;
        this.uri = kind + ":" + plan.name() + "?" + plan.options();
    }

    void addRoutes() throws Exception {
        for (int consumers : plan.routes()) {
            int number = routeIds.size();
            String id = plan.name() + "-" + number;
            routeIds.add(id);
            context.addRoutes(r -> r.from(uri + "&concurrentConsumers=" + consumers)
                    .routeId(id)
                    .process(exchange -> consume(exchange, number)));
        }
        addEntrance();
    }

    void addEntrance() throws Exception {
        context.addRoutes(r -> r.from(entrance())
                .errorHandler(RouteBuilder.noErrorHandler())
                .process(exchange -> ticket(exchange).addTo(exchange))
                .to(uri));
    }

    String entrance() {
        return "direct:" + plan.name();
    }

    static Ticket ticket(Exchange exchange) {
        return Objects.requireNonNull(exchange.getMessage().getBody(Ticket.class));
    }

    // ---- consumers

    void consume(Exchange exchange, int route) {
        ticket(exchange).process(plan.isOrdered());
        dieIfDue();
    }

    void dieIfDue() {
        if (killsDue.get() > 0 && killsDue.getAndDecrement() > 0) {
            count("error in the route");
            throw new Killed();
        }
    }

    /** Thrown by a route, and by an exception handler to kill a consumer's thread. */
    static final class Killed extends Error {
        Killed() {
            super("on purpose", null, false, false);
        }
    }

    // ---- producers

    void startProducers(long messages) {
        ProducerTemplate template = context.createProducerTemplate();
        for (int i = 0; i < plan.producers(); i++) {
            Ledger ledger = new Ledger(findings);
            ledgers.add(ledger);
            Thread producer = new Thread(
                    () -> produce(template, ledger, messages / plan.producers()), plan.name() + "-producer-" + i);
            producers.add(producer);
        }
        producers.forEach(Thread::start);
    }

    private void produce(ProducerTemplate template, Ledger ledger, long messages) {
        try {
            while (ledger.accepted.get() < messages && !findings.isOver()) {
                Ticket ticket = ledger.open();
                boolean accepted = send(template, ticket);
                ticket.sent(accepted);
                Thread.interrupted();
                if (!accepted && context.getStatus() != ServiceStatus.Started) {
                    LockSupport.parkNanos(100_000);
                }
            }
        } catch (RuntimeException | Error e) {
            findings.add("a producer died", e.toString());
            e.printStackTrace();
        }
    }

    /** Sends a message. Returns whether it was accepted. */
    boolean send(ProducerTemplate template, Ticket ticket) {
        return ticket.isEven() ? sendThroughRoute(template, ticket) : sendCopy(template, ticket);
    }

    private boolean sendThroughRoute(ProducerTemplate template, Ticket ticket) {
        try {
            template.sendBody(entrance(), ticket);
            return true;
        } catch (RoutingExecutionException e) {
            ticket.endIfAddedToNone();
            return false;
        }
    }

    private boolean sendCopy(ProducerTemplate template, Ticket ticket) {
        Exchange exchange = exchanges.create(ExchangePattern.InOnly);
        exchange.setBody(ticket);
        ticket.addTo(exchange);
        boolean accepted = template.send(uri, exchange).getException() == null;
        exchanges.release(exchange);
        return accepted;
    }

    boolean isProducing() {
        return producers.stream().anyMatch(Thread::isAlive);
    }

    void interruptProducers() {
        producers.forEach(Thread::interrupt);
    }

    // ---- disturbances

    /** Makes one random disturbance. */
    void disturb(Draw draw) {
        String route = draw.pick(routeIds);
        switch (draw.below(6)) {
            case 0 -> {
                count("suspend and resume");
                suspensionChanges();
                controller.suspendRoute(route);
                nap(draw);
                controller.resumeRoute(route);
                suspensionChanges();
            }
            case 1 -> {
                count("stop and start");
                routesChange();
                if (!controller.stopRoute(route, Duration.ofMillis(draw.upTo(LONGEST_STOP_MILLIS)))) {
                    count(STOPPED_UNDER_WAY);
                }
                nap(draw);
                controller.startRoute(route);
                routesChange();
            }
            case 2 -> {
                count("purge");
                endpoint().purgeQueue();
            }
            case 3, 4 -> {
                count("interrupt");
                draw.pick(producers).interrupt();
            }
            default -> killsDue.set(1);
        }
    }

    /** Called before and after a change of the routes, by one thread at a time. */
    void routesChange() {
        routeChanges.incrementAndGet();
    }

    /** Called before a route is suspended and after it is resumed. */
    void suspensionChanges() {}

    int routeChanges() {
        return routeChanges.get();
    }

    int routes() {
        return plan.routes().size();
    }

    static void nap(Draw draw) {
        LockSupport.parkNanos(draw.below(LONGEST_NAP_NANOS));
    }

    private QueueEndpoint endpoint() {
        return context.getEndpoint(uri, QueueEndpoint.class);
    }

    void count(String deed) {
        deeds.computeIfAbsent(deed, name -> new LongAdder()).increment();
    }

    Map<String, LongAdder> deeds() {
        return deeds;
    }

    // ---- results

    long sum(ToLongFunction<Ledger> what) {
        return ledgers.stream().mapToLong(what).sum();
    }

    /** Whether all messages that were created have ended. */
    boolean isDrained() {
        return sum(Ledger::ended) >= sum(Ledger::begun);
    }

    /** Checks the counts. Called when no message is in flight. */
    void check() {
        ledgers.forEach(Ledger::checkAllEnded);
        QueueStatistics statistics = endpoint().stats();
        checkEqual("statistics: size", statistics.size(), 0);
        checkEnds(statistics);
    }

    void checkEnds(QueueStatistics statistics) {
        long accepted = sum(each -> each.accepted.get());
        long processed = sum(each -> each.processed.sum());
        long discarded = sum(each -> each.discarded.sum());
        checkEqual("sums: ended", processed + discarded, accepted);
        long overtaken = sum(each -> each.overtaken.sum());
        long stops = deeds.getOrDefault(STOPPED_UNDER_WAY, new LongAdder()).sum();
        if (overtaken > stops) {
            findings.add("out of order", overtaken + " of " + plan.name() + ", and only " + stops + " stops under way");
        }
        checkEqual("statistics: taken", statistics.taken(), processed);
        checkEqual("statistics: discarded", statistics.discarded(), discarded);
    }

    void checkEqual(String what, long is, long shouldBe) {
        if (is != shouldBe) {
            findings.add(what + " of " + plan.name(), "is " + is + ", should be " + shouldBe);
        }
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%s: %,d accepted, %,d refused, %,d processed, %,d dropped",
                plan.name(),
                sum(each -> each.accepted.get()),
                sum(each -> each.refused.get()),
                sum(each -> each.processed.sum()),
                sum(each -> each.discarded.sum()));
    }
}
