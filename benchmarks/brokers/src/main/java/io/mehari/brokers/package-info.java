/**
 * Copies between queues of Artemis and topics of Kafka, compared with Camel, Spring Integration and bare clients:
 * {@code ./bench brokers}. Also a route from Kafka to a JMS queue, under load, while processes are killed: {@code
 * ./demo --scenario sales} and {@code ./bench faults}. The brokers and the route run in their own processes. The counts
 * are those that clients of the brokers see.
 */
@org.jspecify.annotations.NullMarked
package io.mehari.brokers;
