/**
 * Meters of routes and queues in a registry of Micrometer. Add a {@link io.mehari.micrometer.MicrometerMetrics} to a
 * context before it starts. It only shows counts that Mehari keeps in any case, so messages cost no additional time.
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
 * When the registry reads a count again, the value is never older than the previous one. Counts are read one after
 * another, so sums of several counts are exact only while no message moves.
 */
@NullMarked
package io.mehari.micrometer;

import org.jspecify.annotations.NullMarked;
