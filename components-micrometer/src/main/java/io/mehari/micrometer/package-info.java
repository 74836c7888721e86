/**
 * Meters of routes and queues in a registry of Micrometer. Add a {@link io.mehari.micrometer.MicrometerMetrics} to a
 * context before it starts. It only shows counts that Mehari has anyway, so messages cost nothing more.
 *
 * <pre>{@code
 *   messages --> counts of routes and queues <-- read -- meters <-- publish -- registry --> monitoring system
 * }</pre>
 *
 * <h2>Which thread calls what</h2>
 *
 * The thread that starts or stops a context, route or endpoint calls {@code MicrometerMetrics}. The registry reads the
 * counts on a thread of its own whenever it publishes.
 *
 * <h2>Memory consistency</h2>
 *
 * A value that the registry reads is at least as new as the value that it has read before. Values are read one after
 * the other, so their sums are exact only while no message moves.
 */
@NullMarked
package io.mehari.micrometer;

import org.jspecify.annotations.NullMarked;
