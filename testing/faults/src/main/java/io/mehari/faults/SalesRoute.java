package io.mehari.faults;

import io.mehari.component.jms.JmsComponent;
import io.mehari.component.kafka.KafkaComponent;
import io.mehari.impl.DefaultRoutingContext;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;

/** Forwards sales from Kafka to JMS: each record at least once, the records of a partition in their order. */
public final class SalesRoute {
    /** Arguments: host:port of Kafka, host:port of Artemis, and more options of {@code kafka:}. */
    public static void main(String[] args) throws Exception {
        KafkaComponent kafka = new KafkaComponent();
        kafka.setBrokers(args[0]);
        JmsComponent jms = new JmsComponent();
        String window = "?confirmationWindowSize=1048576"; // without it, asyncSend=true would lose messages
        jms.setConnectionFactory(new ActiveMQConnectionFactory("tcp://" + args[1] + window));

        var context = new DefaultRoutingContext();
        context.addComponent(kafka);
        context.addComponent(jms);
        context.addRoutes(r -> r.from("kafka:sales?groupId=shop&autoOffsetReset=earliest" + args[2])
                .to("jms:queue:logistics-processing?asyncSend=true"));
        Runtime.getRuntime().addShutdownHook(new Thread(context::stop));
        context.start();
        Thread.currentThread().join(); // the threads of a context do not keep a process alive
    }
}
