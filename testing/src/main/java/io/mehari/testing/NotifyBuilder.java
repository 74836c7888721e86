package io.mehari.testing;

import io.mehari.Endpoint;
import io.mehari.Route;
import io.mehari.RouteStats;
import io.mehari.RoutingContext;
import io.mehari.spi.Threading;
import io.mehari.spi.internal.Nearest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Waits in a test until routes have processed a number of messages, as in {@code new
 * NotifyBuilder(context).fromRoute("orders").whenDone(5).create()}. It counts messages that enter a route from its
 * consumer or from a template after {@code create()}. A call by {@code direct:} is not counted, because its message was
 * counted in the calling route. A message is done at the end of its route, a moment before its {@code onCompletion}
 * steps run.
 */
public final class NotifyBuilder {
    /*
     * This class reads the counts of the routes, which are always on. So it costs routes nothing, and routes may be
     * added and started later. But a route does not wake a waiting thread, so that thread polls.
     */
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(2);
    private static final long USUAL_SECONDS = 10;

    private final RoutingContext context;
    private final List<Condition> conditions = new ArrayList<>();
    private final Map<Route, RouteStats> before = new HashMap<>();
    private volatile boolean created;
    private @Nullable String routeId;
    private @Nullable String endpointUri;
    private String operator = "and";

    public NotifyBuilder(RoutingContext context) {
        this.context = Objects.requireNonNull(context, "context is null; give the context of the routes");
    }

    // ---- what is waited for

    /** The next conditions apply to the route with this id. */
    public NotifyBuilder fromRoute(String routeId) {
        this.routeId = Objects.requireNonNull(routeId, "fromRoute(routeId): give the id of a route");
        return this;
    }

    /** The next conditions apply to the routes from this endpoint. Its URI must have the same options. */
    public NotifyBuilder from(String endpointUri) {
        this.endpointUri =
                Objects.requireNonNull(endpointUri, "from(endpointUri): give a URI, such as \"direct:orders\"");
        return this;
    }

    /** At least this many messages have come. */
    public NotifyBuilder whenReceived(int messages) {
        return when(What.RECEIVED, messages, false);
    }

    /** At least this many messages are done, completed or failed. */
    public NotifyBuilder whenDone(int messages) {
        return when(What.DONE, messages, false);
    }

    /** At least this many messages are done without a failure, or with one that an error handler has handled. */
    public NotifyBuilder whenCompleted(int messages) {
        return when(What.COMPLETED, messages, false);
    }

    /** At least this many messages have failed. */
    public NotifyBuilder whenFailed(int messages) {
        return when(What.FAILED, messages, false);
    }

    public NotifyBuilder whenExactlyDone(int messages) {
        return when(What.DONE, messages, true);
    }

    public NotifyBuilder whenExactlyCompleted(int messages) {
        return when(What.COMPLETED, messages, true);
    }

    public NotifyBuilder whenExactlyFailed(int messages) {
        return when(What.FAILED, messages, true);
    }

    /** The next condition must also hold. It may apply to another route. Conditions are read from left to right. */
    public NotifyBuilder and() {
        return next("and");
    }

    /** It is enough that the next condition holds. It cannot be negated. */
    public NotifyBuilder or() {
        if (conditions.isEmpty()) {
            throw new IllegalStateException("or() has no condition before it: begin with one, such as whenDone(1)");
        }
        return next("or");
    }

    /** The next condition must not hold. */
    public NotifyBuilder not() {
        return next("and not");
    }

    private NotifyBuilder next(String operator) {
        if (!this.operator.equals("and")) {
            throw new IllegalStateException("There is no condition between " + this.operator + " and " + operator
                    + ": add one, such as whenDone(1)");
        }
        this.operator = operator;
        routeId = null;
        endpointUri = null;
        return this;
    }

    private NotifyBuilder when(What what, int messages, boolean exactly) {
        conditions.add(new Condition(operator, what, messages, exactly, routeId, endpointUri));
        operator = "and";
        return this;
    }

    /** Starts to count. */
    public NotifyBuilder create() {
        if (conditions.isEmpty()) {
            throw new IllegalStateException("NotifyBuilder has no condition: add one, such as whenDone(1)");
        }
        created = true;
        reset();
        return this;
    }

    /** Counts from 0 again. */
    public void reset() {
        synchronized (before) {
            before.clear();
            context.getRoutes().forEach(route -> before.put(route, route.stats()));
        }
    }

    // ---- waiting

    /** Whether the conditions hold now. */
    public boolean matches() {
        if (!created) {
            throw new IllegalStateException("NotifyBuilder does not count yet: call create() after its conditions");
        }
        boolean all = true;
        for (Condition each : conditions) {
            boolean holds = each.holds(count(each));
            all = each.operator.equals("or") ? all || holds : all && holds != each.operator.equals("and not");
        }
        return all;
    }

    /** Waits until the conditions hold; false if the time expired first. */
    public boolean matches(long timeout, TimeUnit unit) {
        long end = Threading.nanoTime() + unit.toNanos(timeout);
        while (!matches()) {
            if (Threading.nanoTime() - end >= 0) {
                return false;
            }
            try {
                Threading.sleepNanos(PAUSE_NANOS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return matches();
            }
        }
        return true;
    }

    /** Waits up to 10 seconds. */
    public boolean matchesWaitTime() {
        return matches(USUAL_SECONDS, TimeUnit.SECONDS);
    }

    /**
     * Waits until the conditions hold.
     *
     * @throws AssertionError if the time expired first; its message says what was missing, and what each route had
     *     counted
     */
    public void assertMatches(long timeout, TimeUnit unit) {
        if (!matches(timeout, unit)) {
            StringBuilder text = new StringBuilder(
                    "Not within " + timeout + " " + unit.name().toLowerCase(Locale.ROOT) + ":");
            conditions.forEach(each -> text.append(each.text(count(each), each == conditions.get(0))));
            for (Condition each : conditions) {
                if (each.routeId != null && context.getRoute(each.routeId) == null) {
                    List<String> ids =
                            context.getRoutes().stream().map(Route::getRouteId).toList();
                    text.append(" There is no route " + each.routeId + Nearest.suggestion(each.routeId, ids));
                }
            }
            for (Route route : context.getRoutes()) {
                text.append(System.lineSeparator())
                        .append("Route " + route.getRouteId() + " has " + route.stats() + ", then " + then(route));
            }
            throw new AssertionError(text);
        }
    }

    // ---- counts

    private long count(Condition condition) {
        String uri = condition.endpointUri;
        Endpoint from = uri == null ? null : context.getEndpoint(uri);
        long sum = 0;
        for (Route each : context.getRoutes()) {
            boolean meant = condition.routeId == null || condition.routeId.equals(each.getRouteId());
            if (meant && (from == null || from == each.getEndpoint())) {
                RouteStats then = then(each);
                sum += condition.what.of(each.stats()) - (then == null ? 0 : condition.what.of(then));
            }
        }
        return sum;
    }

    private @Nullable RouteStats then(Route route) {
        synchronized (before) {
            return before.get(route);
        }
    }

    private enum What {
        RECEIVED,
        DONE,
        COMPLETED,
        FAILED;

        long of(RouteStats stats) {
            return switch (this) {
                case RECEIVED -> stats.inflight() + stats.completed() + stats.failed();
                case DONE -> stats.completed() + stats.failed();
                case COMPLETED -> stats.completed();
                case FAILED -> stats.failed();
            };
        }
    }

    private record Condition(
            String operator,
            What what,
            int messages,
            boolean exactly,
            @Nullable String routeId,
            @Nullable String endpointUri) {

        boolean holds(long count) {
            return exactly ? count == messages : count >= messages;
        }

        String text(long count, boolean first) {
            return (first && operator.equals("and") ? " expected " : " " + operator + " ")
                    + (exactly ? "exactly " : "") + messages + " " + what.name().toLowerCase(Locale.ROOT)
                    + (routeId == null ? "" : " in route " + routeId)
                    + (endpointUri == null ? "" : " from " + endpointUri) + ", but were " + count + ";";
        }
    }
}
