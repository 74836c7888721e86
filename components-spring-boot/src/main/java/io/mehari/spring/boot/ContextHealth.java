package io.mehari.spring.boot;

import io.mehari.Route;
import io.mehari.RouteStats;
import io.mehari.RoutingContext;
import io.mehari.ServiceStatus;
import java.util.LinkedHashMap;
import java.util.Map;

/** The health of a context, for both Spring Boot 3.5 and 4. */
final class ContextHealth {
    private ContextHealth() {}

    static boolean isUp(RoutingContext context) {
        return context.getStatus() == ServiceStatus.Started;
    }

    static boolean isSuspended(RoutingContext context) {
        return context.getStatus() == ServiceStatus.Suspended;
    }

    static Map<String, Object> details(RoutingContext context) {
        RouteStats stats = context.stats();
        Map<String, Object> details = new LinkedHashMap<>();
        details.put("name", context.getName());
        details.put("status", context.getStatus().name());
        details.put("routes", context.getRoutes().size());
        details.put(
                "routesStarted",
                context.getRoutes().stream()
                        .map(Route::getStatus)
                        .filter(ServiceStatus::isStarted)
                        .count());
        details.put("exchangesInflight", stats.inflight());
        details.put("exchangesCompleted", stats.completed());
        details.put("exchangesFailed", stats.failed());
        details.put("exchangesRedelivered", stats.redelivered());
        details.put("exchangesHandled", stats.handled());
        details.put("exchangesDeadLettered", stats.deadLettered());
        details.put("exchangesRefused", stats.refused());
        details.put("exchangesExpired", stats.expired());
        details.put("exchangesDiscarded", stats.discarded());
        details.put("openGroups", stats.openGroups());
        return details;
    }
}
