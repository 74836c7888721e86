package io.mehari.micrometer;

import io.mehari.Route;
import io.mehari.RouteTimes;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.TimeGauge;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/** The meters of a route. */
final class RouteMeters {
    private static final RouteTimes NONE = new RouteTimes(0, 0, 0, 0);

    private RouteMeters() {}

    static List<Meter> register(MeterRegistry registry, Tags tags, Route route) {
        List<Meter> all = new ArrayList<>();
        all.add(FunctionCounter.builder(
                        "mehari.exchanges", route, each -> each.stats().completed())
                .tags(tags.and("outcome", "completed"))
                .description("Exchanges that have left the route without a failure")
                .register(registry));
        all.add(FunctionCounter.builder(
                        "mehari.exchanges", route, each -> each.stats().failed())
                .tags(tags.and("outcome", "failed"))
                .description("Exchanges that have left the route with a failure")
                .register(registry));
        all.add(Gauge.builder(
                        "mehari.exchanges.inflight", route, each -> each.stats().inflight())
                .tags(tags)
                .description("Exchanges that are in the route now")
                .register(registry));
        all.add(Gauge.builder(
                        "mehari.exchanges.pending", route, each -> each.stats().pending())
                .tags(tags)
                .description("Messages in the queue that the route consumes from")
                .register(registry));
        if (route.times() != null) {
            all.add(FunctionTimer.builder(
                            "mehari.route.time",
                            route,
                            each -> times(each).count(),
                            each -> times(each).totalNanos(),
                            TimeUnit.NANOSECONDS)
                    .tags(tags)
                    .description("How long exchanges were in the route, including those that other routes sent to it")
                    .register(registry));
            all.add(TimeGauge.builder(
                            "mehari.route.time.max",
                            route,
                            TimeUnit.NANOSECONDS,
                            each -> times(each).maxNanos())
                    .tags(tags)
                    .description("The longest time of an exchange in the route")
                    .register(registry));
        }
        return all;
    }

    private static RouteTimes times(Route route) {
        return Objects.requireNonNullElse(route.times(), NONE);
    }
}
