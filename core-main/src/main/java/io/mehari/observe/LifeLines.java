package io.mehari.observe;

import io.mehari.Route;
import io.mehari.RoutingContext;
import io.mehari.ServiceStatus;
import io.mehari.spi.internal.Log;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** The lines that say that a context has started and stopped (law S6). */
final class LifeLines {
    private static final int MOST_ROUTES = 50;

    private LifeLines() {}

    static void started(RoutingContext context, long nanos) {
        List<Route> routes = context.getRoutes();
        StringBuilder line = new StringBuilder("Mehari").append(version()).append("context ");
        line.append(context.getName()).append(" has started in ").append(millis(nanos));
        line.append(", ").append(routes.size()).append(routes.size() == 1 ? " route" : " routes");
        for (int i = 0; i < routes.size() && i < MOST_ROUTES; i++) {
            Route each = routes.get(i);
            line.append(i == 0 ? ": " : ", ").append(each);
            if (each.getStatus() != ServiceStatus.Started) {
                line.append(" (").append(each.getStatus()).append(')');
            }
        }
        if (routes.size() > MOST_ROUTES) {
            line.append(" and ").append(routes.size() - MOST_ROUTES).append(" more");
        }
        Log.info(Log.CONTEXT, line.toString());
    }

    /** @param left how many messages were left, by route */
    static void stopped(RoutingContext context, long nanos, Map<String, Long> left) {
        Log.info(
                Log.CONTEXT,
                "Context " + context.getName() + " has stopped in " + millis(nanos)
                        + (left.isEmpty() ? "; no message was left" : "; messages that were left, by route: " + left));
    }

    private static String millis(long nanos) {
        return Duration.ofNanos(nanos).toMillis() + " ms";
    }

    /** The version and a colon; a colon alone in a native image, or in a jar from which resources were removed. */
    private static String version() {
        try (InputStream file = LifeLines.class.getResourceAsStream("version.txt")) {
            return file == null ? ": " : " " + new String(file.readAllBytes(), StandardCharsets.UTF_8).trim() + ": ";
        } catch (IOException e) {
            return ": ";
        }
    }
}
