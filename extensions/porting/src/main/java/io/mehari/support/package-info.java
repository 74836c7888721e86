/**
 * What code that was written for Apache Camel extends and calls, under the names that it knows: base classes for
 * components, endpoints, producers and consumers, whose options come as a map and are set by setters, and thread pool
 * profiles. A new component should rather extend {@link io.mehari.Component}, whose options are declared, checked and
 * documented.
 *
 * <h2>Which thread calls what</h2>
 *
 * <ul>
 *   <li>The thread that starts or stops a context or a route calls {@code doStart} and {@code doStop}, one after the
 *       other.
 *   <li>The thread that carries a message calls {@code process} of a producer, several threads at once.
 *   <li>A {@link io.mehari.support.ScheduledPollConsumer} has one thread of its own, which calls {@code poll}.
 * </ul>
 *
 * <h2>Memory consistency</h2>
 *
 * Actions in {@code doStart} <i>happen-before</i> the actions of a thread for which {@code isStarted()} has returned
 * true. They also <i>happen-before</i> the messages of a route that starts afterwards.
 */
package io.mehari.support;
