package io.mehari.micrometer;

import io.mehari.Route;
import io.mehari.RouteStats;
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
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/** The meters of a route. */
final class RouteMeters {
    private static final RouteTimes NONE = new RouteTimes(0, 0, 0, 0);

    private RouteMeters() {}

    static List<Meter> register(MeterRegistry registry, Tags tags, Route route) {
        List<Meter> all = new ArrayList<>();
        all.add(ended("completed", route, each -> each.stats().completed())
                .tags(tags)
                .register(registry));
        all.add(ended("failed", route, each -> each.stats().failed()).tags(tags).register(registry));
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
        all.add(failures("redelivered", route, RouteStats::redelivered, registry, tags));
        all.add(failures("handled", route, RouteStats::handled, registry, tags));
        all.add(failures("dead", route, RouteStats::deadLettered, registry, tags));
        all.add(failures("refused", route, RouteStats::refused, registry, tags));
        all.add(failures("discarded", route, RouteStats::discarded, registry, tags));
        all.add(Gauge.builder("mehari.groups.open", route, each -> each.stats().openGroups())
                .tags(tags)
                .description("Open groups of aggregators")
                .register(registry));
        all.add(TimeGauge.builder(
                        "mehari.groups.oldest",
                        route,
                        TimeUnit.MILLISECONDS,
                        each -> each.stats().oldestGroupMillis())
                .tags(tags)
                .description("The age of the oldest open group, in full seconds")
                .register(registry));
        all.add(Gauge.builder("mehari.consumer.lag", route, each -> each.stats().lag())
                .tags(tags)
                .description("Messages that wait at the broker, as far as the consumer knows; only that of Kafka does")
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

    private static FunctionCounter.Builder<Route> ended(String outcome, Route route, ToDoubleFunction<Route> count) {
        return FunctionCounter.builder("mehari.exchanges", route, count)
                .tag("outcome", outcome)
                .description("Exchanges that have left the route; failures that were handled count as completed");
    }

    private static Meter failures(
            String event, Route route, ToLongFunction<RouteStats> count, MeterRegistry registry, Tags tags) {
        return FunctionCounter.builder("mehari.failures", route, each -> count.applyAsLong(each.stats()))
                .tags(tags.and("event", event))
                .description("What has become of failures and of messages that were not accepted")
                .register(registry);
    }

    private static RouteTimes times(Route route) {
        return Objects.requireNonNullElse(route.times(), NONE);
    }
}
