package io.mehari.micrometer;

import io.mehari.Endpoint;
import io.mehari.component.queue.QueueEndpoint;
import io.mehari.component.queue.QueueStatistics;
import io.mehari.component.queue.WaitingTimes;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.TimeGauge;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;

/** The meters of a queue. Loaded only if {@code mehari-components-queue} is present. */
final class QueueMeters {
    private static final double NANOS_A_SECOND = 1e9;

    private QueueMeters() {}

    static boolean isQueue(Endpoint endpoint) {
        return endpoint instanceof QueueEndpoint;
    }

    static List<Meter> register(MeterRegistry registry, Tags tags, Endpoint endpoint) {
        QueueEndpoint queue = (QueueEndpoint) endpoint;
        List<Meter> all = new ArrayList<>();
        all.add(Gauge.builder(
                        "mehari.queue.size", queue, each -> each.getStatistics().size())
                .tags(tags)
                .description("Messages in the queue")
                .register(registry));
        all.add(Gauge.builder(
                        "mehari.queue.capacity",
                        queue,
                        each -> each.getStatistics().capacity())
                .tags(tags)
                .description("The largest number of messages in the queue")
                .register(registry));
        all.add(messages(registry, tags, queue, "enqueued", QueueStatistics::enqueued));
        all.add(messages(registry, tags, queue, "taken", QueueStatistics::taken));
        all.add(messages(registry, tags, queue, "discarded", QueueStatistics::discarded));
        all.add(FunctionCounter.builder(
                        "mehari.queue.blocked",
                        queue,
                        each -> each.getStatistics().blockedNanos() / NANOS_A_SECOND)
                .tags(tags)
                .baseUnit("seconds")
                .description("Total time that senders have waited for room")
                .register(registry));
        all.add(waiting(registry, tags, queue, "0.5", WaitingTimes::medianNanos));
        all.add(waiting(registry, tags, queue, "0.99", WaitingTimes::percentile99Nanos));
        all.add(waiting(registry, tags, queue, "0.999", WaitingTimes::percentile999Nanos));
        all.add(waiting(registry, tags, queue, "1", WaitingTimes::maxNanos));
        return all;
    }

    private static Meter messages(
            MeterRegistry registry,
            Tags tags,
            QueueEndpoint queue,
            String event,
            ToDoubleFunction<QueueStatistics> count) {
        return FunctionCounter.builder(
                        "mehari.queue.messages", queue, each -> count.applyAsDouble(each.getStatistics()))
                .tags(tags.and("event", event))
                .description("Messages that were put into the queue, taken from it, or dropped")
                .register(registry);
    }

    /** The value is NaN unless waiting times are measured. */
    private static Meter waiting(
            MeterRegistry registry,
            Tags tags,
            QueueEndpoint queue,
            String quantile,
            ToDoubleFunction<WaitingTimes> nanos) {
        return TimeGauge.builder("mehari.queue.waiting", queue, TimeUnit.NANOSECONDS, each -> {
                    WaitingTimes times = each.getWaitingTimes();
                    return times == null ? Double.NaN : nanos.applyAsDouble(times);
                })
                .tags(tags.and("quantile", quantile))
                .description("How long messages were in the queue; measured after setTimesWaiting(true)")
                .register(registry);
    }
}
