package io.mehari.simulation;

import io.mehari.Endpoint;
import io.mehari.Route;
import io.mehari.RouteStats;
import io.mehari.RoutingContext;
import io.mehari.component.queue.QueueEndpoint;
import io.mehari.component.queue.QueueStatistics;
import io.mehari.spi.PoolStatistics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Judges a schedule after its context has stopped. */
final class Judges {
    private static final Duration GRACE = Duration.ofSeconds(3);
    /** Timers count in milliseconds, so a timer may fire this much too late, and the next one in time. */
    private static final long TIMER_STEP = TimeUnit.MILLISECONDS.toNanos(1);

    /** Longer than any delay of a plan. */
    private static final Duration STANDSTILL = Duration.ofSeconds(2);

    private final Plan plan;
    private final Ledger ledger;
    private final RoutingContext context;
    private final boolean stuck;

    Judges(Plan plan, Ledger ledger, RoutingContext context) {
        this.plan = plan;
        this.ledger = ledger;
        this.context = context;
        stuck = plan.uses("never");
    }

    /**
     * R6: a stop ends within its limit. It uses all of the limit only if a message is stuck, or if messages moved until
     * the end.
     */
    void stopTook(Duration time, Duration limit) {
        if (time.compareTo(limit.plus(GRACE)) > 0) {
            ledger.complain(Judge.STOP, "the stop took " + time + ", its limit is " + limit);
        } else if (!stuck && !plan.uses("WAIT") && time.compareTo(limit) >= 0 && ledger.hasStoodStill(STANDSTILL)) {
            ledger.complain(Judge.STOP, "the stop took all of its " + time);
        }
    }

    void judge(List<CompletableFuture<@Nullable Object>> replies, @Nullable PoolStatistics pool, int threadsLeft) {
        once();
        new OrderJudge(plan, ledger).judge();
        throttles();
        if (stuck) {
            return; // the checks below hold for messages that end
        }
        requests(replies);
        lost();
        completions();
        counts();
        if (pool != null) {
            pool(pool);
        }
        if (threadsLeft != 0) {
            ledger.complain(Judge.THREAD, threadsLeft + " threads are left after the stop");
        }
    }

    // ---- messages

    private void once() {
        for (Line route : plan.routes()) {
            Set<String> seen = new HashSet<>();
            for (String each : ledger.arrivedAt(route.word(1))) {
                if (!seen.add(each) && !plan.isWaitedFor(route.word(2)) && !ledger.isShaken(each)) {
                    ledger.complain(Judge.ONCE, each + " came to " + route.word(1) + " twice");
                }
            }
        }
        for (Ledger.Visit each : ledger.visits()) {
            if ((each.begun > 1 && !ledger.isShaken(each.token)) || each.ended > each.begun) {
                ledger.complain(
                        Judge.ONCE,
                        each.token + " came to " + each.place + " " + each.begun + " times, and went on " + each.ended
                                + " times");
            }
        }
    }

    private void lost() {
        for (Ledger.Visit each : ledger.visits()) {
            boolean explained = (ledger.isExplained(each.token) && !each.place.endsWith(PlanBlocks.FINALLY))
                    || isBesideAStop(each.token);
            if (each.ended < each.begun && !explained && !mayBeLeftOver(each.place)) {
                ledger.complain(Judge.LOST, each.token + " came to " + each.place + " and did not go on");
            }
        }
        Map<String, Set<String>> offered = ledger.offered;
        for (Map.Entry<String, Set<String>> each : offered.entrySet()) {
            lost(each.getKey(), each.getValue());
        }
    }

    /** A part may fail after another part has stopped a parallel split. Then the failure is only logged. */
    private boolean isBesideAStop(String token) {
        return plan.any(each -> each.has("parallel") && each.has("stop"))
                && ledger.isAnyPartExplained(Tokens.root(token));
    }

    /** A group that is open when the context is stopped early, or when the limit of the stop is over, is reported. */
    private boolean mayBeLeftOver(String place) {
        boolean early = plan.has("early")
                && plan.any(each -> each.is("aggregate") && (!each.has("onstop") || plan.has("waits")));
        return (early || plan.has("disturb")) && plan.any(each -> each.is("aggregate")) && !place.contains("/");
    }

    private void lost(String queue, Set<String> tokens) {
        List<String> missing = new ArrayList<>();
        String uri = String.valueOf(plan.uriOf(queue));
        if (plan.has("disturb") && uri.contains("multipleConsumers")) {
            return; // a stopped subscriber gets nothing
        } else if (plan.uses("REMOVE_ROUTE") && uri.contains("discard")) {
            return; // the queue of a removed route ends with its counts
        }
        List<Set<String>> there = new ArrayList<>();
        for (Line route : plan.routes()) {
            if (Plan.nameOf(route.word(2)).equals(queue)) {
                there.add(new HashSet<>(ledger.arrivedAt(route.word(1))));
            }
        }
        for (String each : tokens) {
            long without = there.stream().filter(some -> !some.contains(each)).count();
            long discards = without > 0 && without == there.size() ? 1 : without; // to all, or to none
            for (int i = 0; i < discards && !ledger.isExplained(each) && !isSenderExplained(each); i++) {
                missing.add(each);
            }
        }
        long discarded = discarded(queue);
        if (missing.size() > discarded) {
            ledger.complain(
                    Judge.LOST,
                    missing + " were sent to " + queue + " and did not arrive; " + discarded + " were discarded");
        }
    }

    /** Whether the sender failed, possibly because of this send. */
    private boolean isSenderExplained(String token) {
        int end = Math.max(token.lastIndexOf(Tokens.SEND), token.lastIndexOf(Tokens.CALL));
        return end > 0 && (ledger.isExplained(token.substring(0, end)) || isBesideAStop(token));
    }

    private long discarded(String queue) {
        for (Endpoint each : context.getEndpoints()) {
            if (each instanceof QueueEndpoint known
                    && Plan.nameOf(each.getEndpointUri()).equals(queue)) {
                QueueStatistics statistics = known.stats();
                return statistics.discarded();
            }
        }
        return 0;
    }

    // ---- times

    private void throttles() {
        plan.routes().forEach(each -> throttles(each.inner(), each.word(1)));
    }

    private void throttles(List<Line> lines, String place) {
        List<Line> steps =
                lines.stream().filter(each -> !PlanRoutes.isSetting(each)).toList();
        for (int i = 0; i < steps.size(); i++) {
            Line line = steps.get(i);
            String at = place + "_" + (i + 1);
            if (line.is("throttle") && !plan.has("early") && !plan.has("disturb")) {
                throttle(line, at, ledger.passed.getOrDefault(at, List.of()));
            }
            throttles(line.inner(), at);
        }
    }

    private void throttle(Line line, String place, List<Long> passed) {
        int most = line.number(1);
        long period = TimeUnit.MILLISECONDS.toNanos(line.number(2));
        for (int i = most; i < passed.size(); i++) {
            if (passed.get(i) - passed.get(i - most) < period - TIMER_STEP) {
                ledger.complain(
                        Judge.TIME, place + " lets more than " + most + " pass within " + line.number(2) + " ms");
                return;
            }
        }
    }

    // ---- what must have run exactly once

    private void completions() {
        for (Map.Entry<String, Integer> each : ledger.completions.entrySet()) {
            String token = each.getKey().substring(each.getKey().lastIndexOf(' ') + 1);
            if (each.getValue() != 1 && !ledger.isShaken(token)) {
                ledger.complain(Judge.COMPLETIONS, each.getKey() + " ran " + each.getValue() + " times");
            }
        }
        for (Line route : plan.routes()) {
            boolean asked = route.inner().stream().anyMatch(each -> each.is("completion"));
            if (asked && Plan.isQueue(route.word(2))) {
                ledger.arrivedAt(route.word(1)).forEach(each -> onCompletion(route.word(1), each));
            }
        }
    }

    private void onCompletion(String route, String token) {
        String what = "onCompletion of " + route + " for " + token;
        if (!ledger.completions.containsKey(what)) {
            ledger.complain(Judge.COMPLETIONS, what + " did not run");
        }
    }

    private void requests(List<CompletableFuture<@Nullable Object>> replies) {
        for (int i = 0; i < replies.size(); i++) {
            CompletableFuture<@Nullable Object> reply = replies.get(i);
            String token = "r" + i;
            if (!reply.isDone()) {
                ledger.complain(Judge.REPLY, token + " got neither a reply nor a failure");
            } else if (reply.isCompletedExceptionally()) {
                var unused = reply.exceptionally(failure -> {
                    new Failures(plan, ledger).reported(token, failure);
                    return null;
                });
            } else if (!ledger.isExplained(token)
                    && !String.valueOf(reply.join()).startsWith(token)) {
                ledger.complain(Judge.REPLY, token + " got the reply " + reply.join());
            }
        }
    }

    // ---- counts

    private void counts() {
        RouteStats all = context.stats();
        if (all.inflight() != 0 || all.pending() != 0) {
            ledger.complain(
                    Judge.COUNTS, all.inflight() + " in flight and " + all.pending() + " pending after the stop");
        }
        for (Line route : plan.routes()) {
            List<Route> built = new ArrayList<>(ledger.removed());
            built.addAll(context.getRoutes());
            built.removeIf(each -> !each.getRouteId().equals(route.word(1)));
            if (!built.isEmpty() && Plan.isQueue(route.word(2))) {
                long arrivals = ledger.arrivedAt(route.word(1)).size();
                int groups = ledger.counted("groups of " + route.word(1));
                long counted =
                        built.stream().mapToLong(each -> each.stats().total()).sum();
                if (counted != arrivals + groups) {
                    ledger.complain(
                            Judge.COUNTS,
                            route.word(1) + " counts " + built + ", and " + arrivals + " messages and " + groups
                                    + " groups came");
                }
            }
        }
    }

    private void pool(PoolStatistics pool) {
        if (pool.inUse() != 0 || pool.refused() != 0) {
            ledger.complain(Judge.POOL, pool.inUse() + " not released, " + pool.refused() + " released twice");
        }
    }
}
