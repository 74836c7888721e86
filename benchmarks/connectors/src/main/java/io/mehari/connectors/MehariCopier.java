package io.mehari.connectors;

import io.mehari.Endpoint;
import io.mehari.Exchange;
import io.mehari.builder.ProcessorDefinition;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.spi.EventNotifier;
import java.util.concurrent.atomic.LongAdder;

/** Mehari. */
final class MehariCopier implements Copier {
    private final String consumer;
    private final String queue;
    private final String topic;

    /**
     * @param consumer more options of the consumer
     * @param queue more options of the producer, if it sends to a queue
     * @param topic the same, if it sends to a topic
     */
    MehariCopier(String consumer, String queue, String topic) {
        this.consumer = consumer;
        this.queue = queue;
        this.topic = topic;
    }

    @Override
    public AutoCloseable start(Plan plan) throws Exception {
        var context = new DefaultRoutingContext();
        context.getRegistry().bind("source", Copier.source(plan));
        // What the guide says: asyncSend=true needs a confirmation window, and nothing else needs an option of the URL.
        String options = queue.contains("asyncSend=true") ? "?confirmationWindowSize=1048576" : "";
        context.getRegistry().bind("target", Copier.target(plan, options));
        if (plan.events()) {
            context.getRoutingContextExtension().addEventNotifier(new Events());
        }
        context.addRoutes(r -> {
            ProcessorDefinition<?> route = r.from(from(plan));
            if (plan.threads() > 0) {
                route = route.threads(plan.threads());
            }
            if (plan.serviceMicros() > 0) {
                route = route.process(each -> Stopwatch.serve(String.valueOf(each.getBody()), plan.serviceMicros()));
            }
            route.to(to(plan));
        });
        context.start();
        return context::stop;
    }

    /** Counts all events of exchanges. */
    private static final class Events implements EventNotifier {
        private final LongAdder count = new LongAdder();

        @Override
        public void onExchangeCreated(Exchange exchange) {
            count.increment();
        }

        @Override
        public void onExchangeSending(Exchange exchange, Endpoint endpoint) {
            count.increment();
        }

        @Override
        public void onExchangeSent(Exchange exchange, Endpoint endpoint, long nanos) {
            count.increment();
        }

        @Override
        public void onExchangeCompleted(Exchange exchange, long nanos) {
            count.increment();
        }
    }

    private String from(Plan plan) {
        return plan.kind() == Plan.Kind.JMS
                ? "jms:queue:" + plan.source() + "?connectionFactory=#source&concurrentConsumers=" + plan.consumers()
                        + consumer
                : "kafka:" + plan.source() + "?brokers=" + plan.from() + "&groupId=" + plan.group()
                        + "&autoOffsetReset=earliest" + consumer;
    }

    private String to(Plan plan) {
        return plan.kind() == Plan.Kind.KAFKA
                ? "kafka:" + plan.target() + "?brokers=" + plan.to() + topic
                : "jms:queue:" + plan.target() + "?connectionFactory=#target&deliveryPersistent=false" + queue;
    }
}
