package io.mehari.connectors;

import java.util.concurrent.atomic.LongAdder;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.model.ProcessorDefinition;
import org.apache.camel.spi.CamelEvent;
import org.apache.camel.support.EventNotifierSupport;
import org.messaginghub.pooled.jms.JmsPoolConnectionFactory;

/** Apache Camel, with a connection pool for its sends. */
final class CamelCopier implements Copier {
    /*
     * CLIENT_ACKNOWLEDGE: by default, Camel acknowledges a message before the route has run. A Kafka consumer sends
     * record by record, and its next poll commits the records that are done. A batching consumer sends a list of
     * records at once, and commits them when all are acknowledged.
     */
    private static final String BATCHING = "&batching=true&maxPollRecords=500&pollTimeoutMs=100&autoCommitEnable=false";

    private final boolean batching;
    private final String topic;

    /** @param topic more options of the producer, if it sends to a topic */
    CamelCopier(boolean batching, String topic) {
        this.batching = batching;
        this.topic = topic;
    }

    @Override
    public AutoCloseable start(Plan plan) throws Exception {
        DefaultCamelContext context = new DefaultCamelContext();
        JmsPoolConnectionFactory pool = new JmsPoolConnectionFactory();
        pool.setConnectionFactory(Copier.target(plan));
        pool.setMaxConnections(plan.consumers());
        context.getRegistry().bind("source", Copier.source(plan));
        context.getRegistry().bind("target", pool);
        if (plan.events()) {
            context.getManagementStrategy().addEventNotifier(new Events());
        }
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                ProcessorDefinition<?> route = from(uriFrom(plan));
                if (plan.threads() > 0) {
                    route = route.threads(plan.threads(), plan.threads());
                }
                if (plan.serviceMicros() > 0) {
                    route = route.process(each ->
                            Stopwatch.serve(String.valueOf(each.getMessage().getBody()), plan.serviceMicros()));
                }
                route.to(uriTo(plan));
            }
        });
        context.start();
        return () -> {
            context.stop();
            pool.stop();
        };
    }

    /** Counts all events of exchanges. */
    private static final class Events extends EventNotifierSupport {
        private final LongAdder count = new LongAdder();

        Events() {
            setIgnoreCamelContextEvents(true);
            setIgnoreRouteEvents(true);
            setIgnoreServiceEvents(true);
        }

        @Override
        public void notify(CamelEvent event) {
            count.increment();
        }
    }

    private String uriFrom(Plan plan) {
        if (plan.kind() == Plan.Kind.JMS) {
            return "jms:queue:" + plan.source() + "?connectionFactory=#source&disableReplyTo=true"
                    + "&acknowledgementModeName=CLIENT_ACKNOWLEDGE&concurrentConsumers=" + plan.consumers();
        }
        return "kafka:" + plan.source() + "?brokers=" + plan.from() + "&groupId=" + plan.group()
                + "&autoOffsetReset=earliest"
                + (batching ? BATCHING : "&consumersCount=" + plan.consumers());
    }

    private String uriTo(Plan plan) {
        return plan.kind() == Plan.Kind.KAFKA
                ? "kafka:" + plan.target() + "?brokers=" + plan.to() + topic
                : "jms:queue:" + plan.target() + "?connectionFactory=#target&disableReplyTo=true"
                        + "&explicitQosEnabled=true&deliveryPersistent=false";
    }
}
