/**
 * The types that users of Mehari see: a {@link io.mehari.Message} travels as an {@link io.mehari.Exchange} from a
 * {@link io.mehari.Consumer} through {@link io.mehari.Processor}s to a {@link io.mehari.Producer}.
 *
 * <pre>{@code
 *   ProducerTemplate --> Endpoint --> Consumer --> Processor --> Processor --> Producer --> Endpoint
 *                                    |                                      |
 *                                    +---------------- Route ---------------+
 * }</pre>
 *
 * <p>A {@link io.mehari.RoutingContext} owns everything that runs. A {@link io.mehari.Component} creates the {@link
 * io.mehari.Endpoint}s of one scheme, such as {@code direct}; each has a URI. A {@link io.mehari.Route} starts at an
 * endpoint and is described by a {@link io.mehari.builder.RouteBuilder}. A {@link io.mehari.ProducerTemplate} sends to
 * endpoints from plain code; a {@link io.mehari.ConsumerTemplate} receives from endpoints that can be polled.
 *
 * <p>What you <em>implement</em> is a small interface ({@code Processor}, {@code Predicate}, {@code Expression}, {@code
 * AggregationStrategy}). What you <em>call</em> is an abstract class ({@code Exchange}, {@code Endpoint}, {@code
 * RoutingContext}). The message, the exchange and its extension are one object, and their types are one chain of
 * superclasses. So a cast costs one load and one comparison on every JVM.
 *
 * <h2>Threads: who calls what</h2>
 *
 * <ul>
 * <li>Your threads call {@code RoutingContext}, the templates and {@code RouteController}. All of them are thread-safe.
 * <li>The thread that carries a message calls the {@code Processor}s, {@code Predicate}s, {@code Expression}s and
 *     {@code AggregationStrategy}s of a route. It is the sender's thread or a consumer's thread. After a step that ends
 *     later (a delay, {@code threads}, a reply from a queue), it is the thread that resumes the exchange. Several
 *     threads may call the same processor, predicate or expression at once, so these must be thread-safe. Calls of an
 *     aggregation strategy for one group never overlap.
 * <li>The thread that starts or stops a context or a route calls {@code Service.start()} and {@code stop()}.
 * </ul>
 *
 * <h2>Memory consistency</h2>
 *
 * An exchange has one owner at a time, and only the owner reads or writes it. Ownership passes in three ways: a call
 * returns, a queue hands the exchange over, or a suspended exchange is resumed. In each case the actions of the former
 * owner <i>happen-before</i> those of the next owner, so an exchange needs no synchronization of its own. What a thread
 * did before it called {@code RoutingContext.start()} <i>happens-before</i> the first message of each route. What a
 * route did with an exchange <i>happens-before</i> the return of the {@code send} or {@code request} that waited for
 * it, and before the completion of the future of an asynchronous send.
 *
 * <p>Several threads may {@link io.mehari.Exchange#copy() copy} one exchange at once, while none of them writes to it.
 * To keep an exchange for longer than the call in which you got it, keep a copy.
 *
 * <h2>Failures</h2>
 *
 * A step fails if it throws, or calls {@link io.mehari.Exchange#setException}. Then the message has failed, and goes to
 * the error handler of the route. An error in the description of a route is thrown by {@code addRoutes}, an error at
 * its start by {@code start}. Each kind of mistake has an exception type of its own, and a message that names the
 * cause, the place and the remedy.
 */
package io.mehari;
