package io.mehari.simulation;

import io.mehari.Exchange;
import io.mehari.Route;
import io.mehari.spi.StepInterceptor;
import io.mehari.spi.Threading;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Records what user code sees while a schedule runs. Thread-safe. */
final class Ledger {
    static final String ROOT = "root";
    private static final int MOST_COMPLAINTS = 20;

    /** Threads that stop or disturb. They also complete messages, but are no callers as those of routes are. */
    private static final List<String> CALLERS = List.of("-call", "-disturb", "-stop");

    /** The visits of one message to one place, which is a route, a step or a group. */
    static final class Visit {
        final String place;
        final String token;
        int begun;
        int ended;
        long beganAt;
        long endedAt;

        Visit(String place, String token) {
            this.place = place;
            this.token = token;
        }
    }

    /** The messages that were given to each queue or route: their names by the name of the queue or route. */
    final Map<String, Set<String>> offered = new LinkedHashMap<>();

    final Map<String, List<String>> arrived = new LinkedHashMap<>();
    final Map<String, Integer> completions = new LinkedHashMap<>();
    final Map<String, List<Long>> passed = new LinkedHashMap<>();
    private final Map<String, Visit> visits = new LinkedHashMap<>();
    private final Map<String, Integer> counts = new LinkedHashMap<>();
    private final Set<String> troubled = new LinkedHashSet<>();
    private final Set<String> shaken = new LinkedHashSet<>();
    private final List<Complaint> complaints = new ArrayList<>();
    private final List<Moment> moments = new ArrayList<>();
    private final List<Runnable> completing = new ArrayList<>();
    private final List<Route> removed = new ArrayList<>();
    private int points;
    private long end = Long.MAX_VALUE;
    private long lastPoint;

    /** Threads that stop something for a caller that does not wait for it. */
    final AtomicInteger stopping = new AtomicInteger();

    /** Set when user code may block a shared thread. */
    volatile boolean sharedMayWait;

    /** Set when a stop lets messages continue before their time. */
    volatile boolean mayBeEarly;

    /** Lets the seed decide which thread runs next. */
    volatile @Nullable StepInterceptor interceptor;

    // ---- complaints

    synchronized void complain(Judge judge, String text) {
        if (complaints.size() < MOST_COMPLAINTS) {
            complaints.add(new Complaint(judge, text));
        }
    }

    synchronized List<Complaint> complaints() {
        return List.copyOf(complaints);
    }

    void sharedThreadWaited(long nanos) {
        if (!sharedMayWait) {
            complain(Judge.SHARED, Thread.currentThread().getName() + " waited for " + nanos / 1_000_000 + " ms");
        }
    }

    // ---- messages

    /** Called by all user code. Records where it runs, and checks that the message is complete. */
    String look(Exchange exchange, String place) {
        String token = String.valueOf(exchange.getMessage().getBody());
        String root = exchange.getMessage().getHeader(ROOT, String.class);
        if (root != null && !root.equals(Tokens.root(token))) {
            complain(Judge.MIXED, token + " at " + place + " has the header of " + root);
        }
        if (Thread.currentThread().getName().endsWith("-timer")) {
            complain(Judge.SHARED, "user code at " + place + " runs on the timer");
        }
        letOthersRun(exchange, place);
        point();
        return token;
    }

    private void letOthersRun(Exchange exchange, String place) {
        StepInterceptor seeded = interceptor;
        if (seeded != null) {
            try {
                seeded.before(exchange, new StepInterceptor.Place(place, place, null, null));
            } catch (Exception e) {
                throw new IllegalStateException("no chaos was set", e);
            }
        }
    }

    synchronized void offered(String queue, String token) {
        offered.computeIfAbsent(queue, any -> new LinkedHashSet<>()).add(token);
    }

    synchronized void arrived(String route, String token) {
        arrived.computeIfAbsent(route, any -> new ArrayList<>()).add(token);
    }

    synchronized List<String> arrivedAt(String route) {
        return List.copyOf(arrived.getOrDefault(route, List.of()));
    }

    synchronized void begin(String place, String token) {
        Visit visit = visits.computeIfAbsent(place + " " + token, any -> new Visit(place, token));
        visit.begun++;
        visit.beganAt = Threading.nanoTime();
    }

    synchronized void end(String place, String token) {
        Visit visit = visits.computeIfAbsent(place + " " + token, any -> new Visit(place, token));
        visit.ended++;
        visit.endedAt = Threading.nanoTime();
    }

    synchronized List<Visit> visits() {
        return new ArrayList<>(visits.values());
    }

    synchronized @Nullable Visit visit(String place, String token) {
        return visits.get(place + " " + token);
    }

    synchronized void passed(String place) {
        passed.computeIfAbsent(place, any -> new ArrayList<>()).add(Threading.nanoTime());
    }

    synchronized void completed(String what, int times) {
        completions.merge(what, times, Integer::sum);
    }

    /** Counts an event. Returns how often it was counted, including this time. */
    synchronized int count(String what) {
        return counts.merge(what, 1, Integer::sum);
    }

    synchronized boolean isCounted(String what) {
        return counts.containsKey(what);
    }

    synchronized int counted(String what) {
        return counts.getOrDefault(what, 0);
    }

    /** The message does not continue, for a known reason. */
    synchronized void trouble(String token) {
        troubled.add(token);
    }

    /** A block as a whole has failed. It may be tried again with all its parts. */
    synchronized void shaken(String token) {
        troubled.add(token);
        shaken.add(Tokens.root(token));
    }

    synchronized boolean isShaken(String token) {
        return shaken.contains(Tokens.root(token));
    }

    synchronized boolean isExplained(String token) {
        return troubled.stream().anyMatch(each -> Tokens.explains(each, token));
    }

    /** Whether a failure is known for any message that was made from the message with this name. */
    synchronized boolean isAnyPartExplained(String root) {
        return troubled.stream().anyMatch(each -> Tokens.root(each).equals(root));
    }

    /** A completion runs, and may disturb. */
    void completion() {
        String thread = Thread.currentThread().getName();
        if (CALLERS.stream().noneMatch(thread::contains)) {
            Runnable due;
            synchronized (this) {
                due = completing.isEmpty() ? null : completing.remove(0);
            }
            if (due != null) {
                due.run();
            }
        }
    }

    /** Runs that in the next completion. */
    synchronized void atCompletion(Runnable what) {
        completing.add(what);
    }

    synchronized void removed(Route route) {
        removed.add(route);
    }

    synchronized List<Route> removed() {
        return List.copyOf(removed);
    }

    // ---- disturbances: the plan gives their moments as numbers of calls of user code

    private record Moment(int point, Runnable what) {}

    synchronized void at(int point, Runnable what) {
        moments.add(new Moment(point, what));
    }

    /** A stop begins, which may take this long. */
    synchronized void stops(Duration limit) {
        end = Threading.nanoTime() + limit.toNanos();
    }

    /** Whether the stop at the end has begun. */
    synchronized boolean isStopping() {
        return end != Long.MAX_VALUE;
    }

    /** Whether no user code has run for this time. */
    synchronized boolean standsStill(Duration time) {
        return Threading.nanoTime() - lastPoint > time.toNanos();
    }

    /** Whether no user code ran for this time before the limit of the stop. */
    synchronized boolean hasStoodStill(Duration time) {
        return end - lastPoint > time.toNanos();
    }

    private void point() {
        List<Runnable> due = new ArrayList<>();
        synchronized (this) {
            points++;
            long now = Threading.nanoTime();
            lastPoint = now < end ? now : lastPoint;
            for (Moment each : moments) {
                if (each.point <= points) {
                    due.add(each.what);
                }
            }
            moments.removeIf(each -> each.point <= points);
        }
        due.forEach(Runnable::run);
    }
}
