package io.mehari.brokers;

import io.mehari.builder.ProcessorDefinition;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.scenarios.mehari.EventCount;

/** Mehari. */
final class MehariCopier implements Copier {
    private final String concurrency;
    private final boolean asyncSend;

    /**
     * @param byKey whether Kafka records keep only the order of records with the same key
     * @param asyncSend whether the copy from queue to queue has several sends in flight
     */
    MehariCopier(boolean byKey, boolean asyncSend) {
        concurrency = byKey ? "Key" : "Partition";
        this.asyncSend = asyncSend;
    }

    @Override
    public AutoCloseable start(Plan plan) throws Exception {
        var context = new DefaultRoutingContext();
        context.getRegistry().bind("source", Clients.source(plan));
        context.getRegistry().bind("target", Clients.target(plan));
        if (plan.events()) {
            context.getRoutingContextExtension().addEventNotifier(new EventCount());
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

    private String from(Plan plan) {
        return plan.kind() == Plan.Kind.JMS
                ? "jms:queue:" + plan.source() + "?connectionFactory=#source&concurrentConsumers=" + plan.consumers()
                : "kafka:" + plan.source() + "?brokers=" + plan.from() + "&groupId=" + plan.group()
                        + "&autoOffsetReset=earliest&concurrency=" + concurrency;
    }

    private String to(Plan plan) {
        String queue = "jms:queue:" + plan.target() + "?connectionFactory=#target&deliveryPersistent=false";
        return switch (plan.kind()) {
            case JMS -> queue + "&asyncSend=" + asyncSend;
            case KAFKA_TO_JMS -> queue + "&asyncSend=true";
            case KAFKA -> "kafka:" + plan.target() + "?brokers=" + plan.to() + "&lingerMs=0";
        };
    }
}
