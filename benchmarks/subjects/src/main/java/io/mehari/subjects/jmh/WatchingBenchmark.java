package io.mehari.subjects.jmh;

import io.mehari.Endpoint;
import io.mehari.Exchange;
import io.mehari.ProducerTemplate;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.management.FlightRecorderEvents;
import io.mehari.management.JmxManagement;
import io.mehari.spi.EventNotifier;
import io.mehari.spi.RoutingContextExtension;
import org.jspecify.annotations.NullUnmarked;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

/**
 * What do event notifiers and JMX cost for a message of three steps, and what does it cost that they are possible?
 * Expected: {@code none}, {@code jmx}, {@code removed} (a notifier that was removed before the start) and {@code
 * notifier} (one that overrides no event) are the same, to the byte. {@code empty} overrides all events and does
 * nothing in them, {@code empty-timed} too, and the clock is read for it. The others cost what they request.
 *
 * <p>{@code ./bench watching}
 */
@NullUnmarked // fields are set by JMH
public class WatchingBenchmark extends Measured {

    @Param({"none", "jmx", "removed", "notifier", "empty", "empty-timed", "flight-recorder-off", "history", "redelivery"
    })
    public String watching;

    private DefaultRoutingContext context;
    private ProducerTemplate template;
    private Endpoint endpoint;

    /** Lets the exchange escape. */
    @SuppressWarnings("UnusedVariable")
    private Exchange last;

    @Setup
    public void setUp() throws Exception {
        context = new DefaultRoutingContext();
        RoutingContextExtension extension = context.getRoutingContextExtension();
        EventNotifier notifier = new EventNotifier() {};
        switch (watching) {
            case "jmx" -> extension.addLifecycleStrategy(new JmxManagement());
            case "removed" -> {
                extension.addEventNotifier(notifier);
                extension.removeEventNotifier(notifier);
            }
            case "notifier" -> extension.addEventNotifier(notifier);
            case "empty" -> extension.addEventNotifier(new Empty(false));
            case "empty-timed" -> extension.addEventNotifier(new Empty(true));
            case "flight-recorder-off" -> extension.addEventNotifier(new FlightRecorderEvents());
            case "history" -> extension.setMessageHistory(true);
            default -> {}
        }
        context.addRoutes(r -> {
            if (watching.equals("redelivery")) {
                r.errorHandler(
                        io.mehari.builder.RouteBuilder.defaultErrorHandler().maximumRedeliveries(3));
            }
            r.from("direct:a")
                    .process(exchange -> last = exchange)
                    .to("direct:b")
                    .process(exchange -> {});
            r.from("direct:b").process(exchange -> {});
        });
        context.start();
        template = context.createProducerTemplate();
        endpoint = context.getEndpoint("direct:a");
    }

    @Benchmark
    public void send() {
        template.sendBody(endpoint, "body");
    }

    @TearDown
    public void tearDown() {
        context.stop();
    }

    /** Gets all events, and does nothing. */
    private static final class Empty implements EventNotifier {
        private final boolean timed;

        Empty(boolean timed) {
            this.timed = timed;
        }

        @Override
        public boolean usesTimes() {
            return timed;
        }

        @Override
        public void onExchangeCreated(Exchange exchange) {}

        @Override
        public void onExchangeSending(Exchange exchange, Endpoint endpoint) {}

        @Override
        public void onExchangeSent(Exchange exchange, Endpoint endpoint, long nanos) {}

        @Override
        public void onExchangeCompleted(Exchange exchange, long nanos) {}

        @Override
        public void onExchangeFailed(Exchange exchange, long nanos) {}

        @Override
        public void onExchangeRedelivery(Exchange exchange, int attempt) {}
    }
}
