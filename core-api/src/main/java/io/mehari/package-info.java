/**
 * The words of Mehari: a {@link io.mehari.Message} travels as an {@link io.mehari.Exchange} from a
 * {@link io.mehari.Consumer} through {@link io.mehari.Processor}s to a {@link io.mehari.Producer}.
 *
 * <p>A {@link io.mehari.RoutingContext} owns all that runs. A {@link io.mehari.Component} makes the
 * {@link io.mehari.Endpoint}s of one scheme, each named by a URI. A {@link io.mehari.Route} begins at an endpoint and is
 * described by a {@link io.mehari.builder.RouteBuilder}; a {@link io.mehari.ProducerTemplate} sends into endpoints from plain
 * code, a {@link io.mehari.ConsumerTemplate} takes messages out of those that can be polled.
 *
 * <p>What you <em>implement</em> is a small interface ({@code Processor}, {@code Predicate}, {@code Expression},
 * {@code AggregationStrategy}); what you <em>call</em> is an abstract class ({@code Exchange}, {@code Endpoint},
 * {@code RoutingContext}). The message, the exchange and its extension are one object: a linear chain of classes, so
 * that a cast costs one load and one compare on every JVM.
 *
 * <h2>Who may touch an exchange</h2>
 *
 * An exchange has one owner at a time, and nobody else reads or writes it. Ownership moves when a call returns, through a
 * queue, and when an exchange that a step has suspended is resumed; what the former owner did <i>happens-before</i> what the
 * next one does. Several threads may {@link io.mehari.Exchange#copy() copy} one exchange at once. Whoever wants to keep
 * one beyond the call in which it was given keeps a copy.
 *
 * <h2>Failures</h2>
 *
 * A step fails by throwing, or by {@link io.mehari.Exchange#setException}. What goes wrong on the way of a message is the
 * message's; what goes wrong while routes are described or started is thrown there. Each mistake has a type, whose message
 * names the thing, the place and the remedy.
 */
package io.mehari;
