package io.mehari.brokers;

import io.mehari.scenarios.camel.EventCount;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.model.ProcessorDefinition;
import org.messaginghub.pooled.jms.JmsPoolConnectionFactory;

/** Apache Camel, with a connection pool for its sends. */
final class CamelCopier implements Copier {
    /*
     * CLIENT_ACKNOWLEDGE: by default, Camel acknowledges a message before the route has run. A Kafka consumer sends
     * record by record, and its next poll commits the records that are done. A batching consumer sends a list of
     * records at once, and commits them when all are acknowledged.
     */
    private final boolean batching;

    CamelCopier(boolean batching) {
        this.batching = batching;
    }

    @Override
    public AutoCloseable start(Plan plan) throws Exception {
        DefaultCamelContext context = new DefaultCamelContext();
        JmsPoolConnectionFactory pool = new JmsPoolConnectionFactory();
        pool.setConnectionFactory(Clients.target(plan));
        pool.setMaxConnections(plan.consumers());
        context.getRegistry().bind("source", Clients.source(plan));
        context.getRegistry().bind("target", pool);
        if (plan.events()) {
            context.getManagementStrategy().addEventNotifier(new EventCount());
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

    private String uriFrom(Plan plan) {
        if (plan.kind() == Plan.Kind.JMS) {
            return "jms:queue:" + plan.source() + "?connectionFactory=#source&disableReplyTo=true"
                    + "&acknowledgementModeName=CLIENT_ACKNOWLEDGE&concurrentConsumers=" + plan.consumers();
        }
        return "kafka:" + plan.source() + "?brokers=" + plan.from() + "&groupId=" + plan.group()
                + "&autoOffsetReset=earliest"
                + (batching
                        ? "&batching=true&maxPollRecords=500&pollTimeoutMs=100&autoCommitEnable=false"
                        : "&consumersCount=" + plan.consumers());
    }

    private static String uriTo(Plan plan) {
        return plan.kind() == Plan.Kind.KAFKA
                ? "kafka:" + plan.target() + "?brokers=" + plan.to()
                : "jms:queue:" + plan.target() + "?connectionFactory=#target&disableReplyTo=true"
                        + "&explicitQosEnabled=true&deliveryPersistent=false";
    }
}
