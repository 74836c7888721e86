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
record QueueMeters(MeterRegistry registry, Tags tags, QueueEndpoint queue) {
    private static final double NANOS_A_SECOND = 1e9;

    static boolean isQueue(Endpoint endpoint) {
        return endpoint instanceof QueueEndpoint;
    }

    static List<Meter> register(MeterRegistry registry, Tags tags, Endpoint endpoint) {
        return new QueueMeters(registry, tags, (QueueEndpoint) endpoint).register();
    }

    private List<Meter> register() {
        List<Meter> all = new ArrayList<>();
        all.add(Gauge.builder("mehari.queue.size", queue, each -> each.stats().size())
                .tags(tags)
                .description("Messages in the queue")
                .register(registry));
        all.add(Gauge.builder(
                        "mehari.queue.capacity", queue, each -> each.stats().capacity())
                .tags(tags)
                .description("The largest number of messages in the queue")
                .register(registry));
        all.add(messages("enqueued", QueueStatistics::enqueued));
        all.add(messages("taken", QueueStatistics::taken));
        all.add(messages("discarded", QueueStatistics::discarded));
        all.add(messages("refused", QueueStatistics::refused));
        all.add(messages("expired", QueueStatistics::expired));
        all.add(TimeGauge.builder(
                        "mehari.queue.oldest",
                        queue,
                        TimeUnit.MILLISECONDS,
                        each -> each.stats().oldestMillis())
                .tags(tags)
                .description("The age of the message that is taken next")
                .register(registry));
        all.add(FunctionCounter.builder(
                        "mehari.queue.blocked", queue, each -> each.stats().blockedNanos() / NANOS_A_SECOND)
                .tags(tags)
                .baseUnit("seconds")
                .description("Total time that senders have waited for room")
                .register(registry));
        all.add(waiting("0.5", WaitingTimes::medianNanos));
        all.add(waiting("0.99", WaitingTimes::percentile99Nanos));
        all.add(waiting("0.999", WaitingTimes::percentile999Nanos));
        all.add(waiting("1", WaitingTimes::maxNanos));
        return all;
    }

    private Meter messages(String event, ToDoubleFunction<QueueStatistics> count) {
        return FunctionCounter.builder("mehari.queue.messages", queue, each -> count.applyAsDouble(each.stats()))
                .tags(tags.and("event", event))
                .description(
                        "Messages that were put into the queue, taken from it, dropped or not accepted, or got no reply in time")
                .register(registry);
    }

    /** The value is NaN unless waiting times are measured. */
    private Meter waiting(String quantile, ToDoubleFunction<WaitingTimes> nanos) {
        return TimeGauge.builder("mehari.queue.waiting", queue, TimeUnit.NANOSECONDS, each -> {
                    WaitingTimes times = each.getWaitingTimes();
                    return times == null ? Double.NaN : nanos.applyAsDouble(times);
                })
                .tags(tags.and("quantile", quantile))
                .description("How long messages were in the queue; measured after setTimesWaiting(true)")
                .register(registry);
    }
}
