/**
 * The words of Mehari: a {@link io.mehari.Message} travels as an {@link io.mehari.Exchange} from a
 * {@link io.mehari.Consumer} through {@link io.mehari.Processor}s to a {@link io.mehari.Producer}.
 *
 * <p>What you <em>implement</em> is a small interface ({@code Processor}, {@code Predicate}, {@code Expression},
 * {@code AggregationStrategy}); what you <em>call</em> is an abstract class ({@code Exchange}, {@code Endpoint},
 * {@code RoutingContext}). The message, the exchange and its extension are one object: a linear chain of classes, so
 * that a cast costs one load and one compare on every JVM.
 */
package io.mehari;
