/**
 * Runs routes. A route is a flat array of steps, {@link io.mehari.impl.engine.RouteCode}; one loop runs them in order.
 * The package also contains redelivery and error handlers, the entry and end of a route, completions, counts,
 * listeners, and {@code direct:}, which is a call from one route to another. It uses exchanges, but not the patterns
 * and not the context.
 */
package io.mehari.impl.engine;
