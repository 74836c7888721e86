/**
 * A route from Kafka to a JMS queue, under load, while processes are killed: {@code ./demo --scenario sales} and {@code
 * ./bench faults}. The brokers and the route run in processes of their own; what is counted is what their clients see.
 */
@org.jspecify.annotations.NullMarked
package io.mehari.brokers;
