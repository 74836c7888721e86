/**
 * Copies between queues of Artemis and topics of Kafka, compared with Camel, Spring Integration and bare clients:
 * {@code ./bench brokers}. And a route from Kafka to a JMS queue, under load, while processes are killed: {@code ./demo
 * --scenario sales} and {@code ./bench faults}. The brokers and the route run in processes of their own; what is
 * counted is what their clients see.
 */
@org.jspecify.annotations.NullMarked
package io.mehari.brokers;
