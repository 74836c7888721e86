/**
 * Steps around steps, for routes in which something is observed: notifiers of sends and of {@code step(id)}, the
 * watches of {@code mehari-core-main}, the times of a route, interceptors. A route in which nothing is observed
 * contains none of them. {@code mehari-core-main} is asked through {@link io.mehari.impl.observe.Insight}.
 *
 * <pre>{@code
 *   RouteCode:  step, ObservedStep( step ), ObservedStep( ObservedStep( step ) ), step
 * }</pre>
 *
 * <h2>Threads and memory consistency</h2>
 *
 * They run on the thread that carries the message, like the step inside. A step that ends later hands its state on in
 * the continuation of the exchange, which gives the <i>happens-before</i> edge.
 */
package io.mehari.impl.observe;
