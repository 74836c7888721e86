/**
 * Meters of routes and queues in a registry of Micrometer: add a {@link io.mehari.micrometer.MicrometerMetrics} to a
 * context before it starts. Its methods are called on the thread that starts or stops a context, route or endpoint. The
 * registry reads the counts of routes and queues on a thread of its own, whenever it publishes; nothing is measured or
 * counted that Mehari would not count anyway.
 *
 * <p>Memory consistency: each value that the registry reads is at least as new as the last one that it has read. Values
 * are read one after the other, so their sums are exact only while no message moves.
 */
@NullMarked
package io.mehari.micrometer;

import org.jspecify.annotations.NullMarked;
