package io.mehari.woven.cases;

import io.mehari.ProducerTemplate;
import io.mehari.Route;
import io.mehari.RouteStats;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.spi.PoolStatistics;
import io.mehari.spi.RouteController;
import io.mehari.spi.Threading;
import io.mehari.woven.Cases;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Runs one shape: something may be thrown while messages come, while it starts or while it stops. Then all must work. */
final class Case {
    /** When something may be thrown. */
    enum Moment {
        RUNNING,
        STARTING,
        STOPPING,
        /** Messages come while a route is stopped and started. */
        CONTROLLED
    }

    private static final int SENDERS = 2;
    private static final int MESSAGES = 3;
    private static final long PATIENCE_MILLIS = 1_500;
    private static final long PATIENCE_AFTER_A_FAILURE_MILLIS = 60;
    private static final long MOST_REAL_MILLIS = 10_000; // for the last instructions of a thread, on a busy machine
    private static final AtomicInteger NUMBERS = new AtomicInteger();
    private final Shape shape;
    private final Moment moment;
    private final Cases.Strike strike;
    private final String name = "w" + NUMBERS.incrementAndGet();
    private final World world;
    private final DefaultRoutingContext context;
    private final ProducerTemplate template;
    private final Ledger ledger = new Ledger();
    private final Map<String, Object> outcomes = new ConcurrentHashMap<>();
    private final Map<String, CompletableFuture<@Nullable Object>> replies = new ConcurrentHashMap<>();
    private final List<String> wrong = new ArrayList<>();

    Case(World world, Shape shape, Moment moment, boolean pooled, Cases.Strike strike) {
        this.world = world;
        context = world.context(name);
        template = context.createProducerTemplate();
        this.shape = shape;
        this.moment = moment;
        this.strike = strike;
        if (pooled) {
            context.getRoutingContextExtension().setExchangePool(16, false);
        }
    }

    @SuppressWarnings("CatchingUnchecked") // a finding
    List<String> run() {
        Logs.to(ledger.log);
        strike.spareMe(true);
        try {
            start();
            if (wrong.isEmpty()) {
                armedIf(Moment.RUNNING, Moment.CONTROLLED);
                messages();
                strike.disarm();
                later();
            }
        } catch (Throwable e) {
            wrong.add("threw " + e + " at "
                    + Arrays.stream(e.getStackTrace()).limit(6).toList());
        } finally {
            strike.disarm();
        }
        stop();
        judge();
        return wrong;
    }

    private void armedIf(Moment... moments) {
        if (Arrays.asList(moments).contains(moment)) {
            strike.arm();
        }
    }

    // ---- start and stop

    @SuppressWarnings("CatchingUnchecked") // it may be what is thrown on purpose
    private void start() throws Exception {
        context.addRoutes(r -> shape.routes().describe(r, ledger));
        armedIf(Moment.STARTING);
        strike.spareMe(false);
        try {
            context.start();
        } catch (Throwable e) {
            strike.disarm();
            context.stop();
            context.start();
        }
        if (moment == Moment.STARTING) {
            strike.disarm();
        }
        strike.spareMe(true);
    }

    @SuppressWarnings("CatchingUnchecked") // it may be what is thrown on purpose
    private void stop() {
        long begin = Threading.nanoTime();
        armedIf(Moment.STOPPING);
        strike.spareMe(false);
        try {
            context.stop();
        } catch (Throwable e) {
            strike.disarm();
            try {
                context.stop();
            } catch (Throwable again) {
                wrong.add("the second stop threw " + again);
            }
        }
        strike.disarm();
        strike.spareMe(true);
        // a message that is counted for ever is waited for, until the limit of the stop
        Duration limit = world.limitOfAStop().multipliedBy(strike.hasThrown() ? 3 : 1);
        if (Threading.nanoTime() - begin > limit.toNanos()) {
            wrong.add("the stop waited");
        }
        if (!await(this::noThreadIsLeft) && !World.awaitInRealTime(this::noThreadIsLeft, MOST_REAL_MILLIS)) {
            wrong.add("a thread is left: " + threadsLeft());
        }
    }

    private boolean noThreadIsLeft() {
        return threadsLeft().isEmpty();
    }

    private List<String> threadsLeft() {
        List<String> left = new ArrayList<>();
        Thread[] all = new Thread[2 * Thread.activeCount() + 10];
        int count = Thread.enumerate(all);
        for (Thread each : Arrays.copyOf(all, count)) {
            if (each.getName().startsWith(name + "-")) {
                left.add(each.getName()
                        + Arrays.stream(each.getStackTrace()).limit(8).toList());
            }
        }
        return left;
    }

    // ---- messages

    private void messages() {
        if (shape.way() == Shape.Way.TICKS) {
            int before = ledger.ticks.get();
            await(() -> ledger.ticks.get() >= before + 3);
        }
        List<Sender> senders = new ArrayList<>();
        for (int i = 0; i < SENDERS && shape.way() != Shape.Way.TICKS; i++) {
            List<String> messages = new ArrayList<>();
            for (int n = 0; n < MESSAGES; n++) {
                messages.add("m" + i + n);
            }
            senders.add(new Sender(messages));
        }
        if (moment == Moment.CONTROLLED) {
            control();
        }
        senders.forEach(each -> each.await("a sender"));
        awaitReplies();
        await(this::isQuiet);
    }

    /** What has thrown can be done again. */
    @SuppressWarnings("CatchingUnchecked") // it may be what is thrown on purpose
    private void control() {
        RouteController routes = context.getRouteController();
        strike.spareMe(false);
        try {
            routes.stopRoute("in", Duration.ofMillis(200));
            routes.startRoute("in");
            routes.suspendRoute("in");
            routes.resumeRoute("in");
        } catch (Throwable e) {
            strike.disarm();
            routes.stopRoute("in", Duration.ofMillis(200));
            routes.startRoute("in");
        }
        strike.spareMe(true);
    }

    /** After what was thrown has passed: all messages arrive. */
    private void later() {
        if (shape.way() == Shape.Way.TICKS) {
            int before = ledger.ticks.get();
            check("the timer does not tick", () -> ledger.ticks.get() >= before + 3);
            return;
        }
        List<String> all = List.of("later0", "later1", "later2", "later3");
        new Sender(all).await("a later sender");
        awaitReplies();
        for (String each : all) {
            Object outcome = outcomes.get(each);
            if (outcome instanceof Throwable e) {
                wrong.add("a later message failed: " + e);
            } else {
                shape.expected()
                        .apply(each)
                        .forEach(arrival ->
                                check("a later message does not arrive", () -> ledger.arrivedAt(arrival) == 1));
            }
        }
    }

    @SuppressWarnings("CatchingUnchecked") // whatever it is, the sender hears it
    private void send(String message) {
        try {
            String uri = shape.entries().get(0);
            switch (shape.way()) {
                case SEND -> template.sendBody(uri, message);
                case REQUEST -> reply(message, template.requestBody(uri, (Object) message));
                default -> replies.put(message, template.asyncRequestBody(uri, message));
            }
            outcomes.putIfAbsent(message, "sent");
        } catch (Throwable e) {
            outcomes.put(message, e);
        }
    }

    private void reply(String message, @Nullable Object reply) {
        if (!String.valueOf(reply).startsWith(message)) {
            outcomes.put(message, "reply " + reply);
        }
    }

    /** A thread that sends messages. */
    private final class Sender {
        private volatile boolean done;
        private final Thread thread;

        Sender(List<String> messages) {
            thread = context.getRoutingContextExtension().getThreadPools().newThread("sender", () -> {
                messages.forEach(Case.this::send);
                done = true;
            });
            thread.start();
        }

        void await(String what) {
            if (!Case.this.await(() -> done)) {
                wrong.add(what + " waits"
                        + Arrays.stream(thread.getStackTrace()).limit(12).toList());
            }
        }
    }

    private void awaitReplies() {
        replies.forEach((message, reply) -> {
            if (!await(reply::isDone)) {
                outcomes.put(message, "no reply");
            } else {
                try {
                    reply(message, reply.getNow(null));
                } catch (CompletionException e) {
                    outcomes.put(message, e);
                }
            }
        });
    }

    // ---- judging

    private boolean isQuiet() {
        RouteStats stats = context.stats();
        return shape.way() == Shape.Way.TICKS || (stats.inflight() == 0 && stats.pending() == 0);
    }

    private void judge() {
        RouteStats all = context.stats();
        if (!strike.hasThrown()) { // after an Error in Mehari's own frames counts may be off, by this message
            judgeCounts();
        }
        boolean told = all.failed() > 0 || !ledger.log.isEmpty();
        for (Map.Entry<String, Object> each : outcomes.entrySet()) {
            judge(each.getKey(), each.getValue(), told);
        }
    }

    private void judgeCounts() {
        check("in flight", () -> context.stats().inflight() == 0);
        for (Route each : context.getRoutes()) {
            if (each.stats().inflight() < 0 || each.stats().pending() != 0) {
                wrong.add("a route counts " + each.stats());
            }
        }
        check("completions", ledger::haveAllEnded);
        PoolStatistics pool = context.getRoutingContextExtension().getExchangePoolStatistics();
        if (pool != null) {
            check(
                    "pooled exchanges are not released",
                    () -> Objects.requireNonNull(
                                            context.getRoutingContextExtension().getExchangePoolStatistics())
                                    .inUse()
                            == 0);
            if (pool.refused() != 0) {
                wrong.add("an exchange was released twice");
            }
        }
    }

    private void judge(String message, Object outcome, boolean told) {
        if (outcome.equals("no reply")) {
            wrong.add("no reply");
        } else if (!(outcome instanceof Throwable) && !outcome.equals("sent") && !told) {
            wrong.add("wrong reply: " + outcome);
        }
        for (String each : shape.expected().apply(message)) {
            int arrived = ledger.arrivedAt(each);
            if (arrived == 0 && !(outcome instanceof Throwable) && !ledger.isKnownToHaveFailed(message) && !told) {
                wrong.add("a message is lost without a word");
            } else if (arrived > 1
                    && !told
                    && !shape.repeats()) { // a step that has run may fail at its end, and is repeated
                wrong.add("a message arrived twice");
            }
        }
    }

    private void check(String what, BooleanSupplier right) {
        if (!await(right)) {
            wrong.add(what + details(what));
        }
    }

    private String details(String what) {
        return switch (what) {
            case "in flight" -> ": " + context.stats();
            case "completions" -> ": " + ledger.completions();
            default -> "";
        };
    }

    private boolean await(BooleanSupplier right) {
        return world.await(right, wrong.isEmpty() ? PATIENCE_MILLIS : PATIENCE_AFTER_A_FAILURE_MILLIS);
    }
}
