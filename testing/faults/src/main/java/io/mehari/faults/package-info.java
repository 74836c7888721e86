/**
 * Shows that nothing is lost. A route from Kafka to a JMS queue, under load, while processes are killed and disks filled
 * ({@code ./demo --scenario sales}, {@link io.mehari.faults.Faults}), and HTTP while connections are cut ({@code ./demo
 * --scenario http}, {@link io.mehari.faults.NetworkSoak}). The brokers and the route to the queue run in processes of
 * their own. The counts are those that clients see.
 */
@org.jspecify.annotations.NullMarked
package io.mehari.faults;
