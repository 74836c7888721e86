/**
 * The implementation of {@code io.mehari}: {@link io.mehari.impl.DefaultRoutingContext}, and the
 * clocks and id generators that can be chosen for a context.
 *
 * <pre>
 *   RouteBuilder --describes--&gt; RouteDefinition --start compiles--&gt; a flat array of steps
 *
 *   ProducerTemplate.sendBody          consumer (timer, queue)
 *             |                                 |
 *             +-------------&gt; route &lt;----------+      one loop runs the steps in order;
 *                               |                     a failed step goes to the error handler
 *                  step, step, step, ...
 * </pre>
 *
 * <h2>Threads</h2>
 *
 * A route runs on the thread that brings the message: the sender's for {@code direct:}, a consumer's for {@code seda:}
 * and {@code disruptor:}, one of the shared pool for {@code timer:}. A step that ends later ({@code delay}, {@code
 * threads}, a reply from a queue) suspends the exchange and does not block the thread; the exchange continues on the
 * thread that ends the step. Contexts, endpoints, templates, exchange factories, clocks and id generators are
 * thread-safe. An exchange is not: it has one owner at a time.
 *
 * <h2>Memory consistency</h2>
 *
 * What a step does <i>happens-before</i> the next step of the same exchange, even if they run on different threads.
 * What a route does <i>happens-before</i> the return of the call that sent the message and waited for it. What was set
 * on a context before {@code start()} <i>happens-before</i> any message of its routes.
 */
package io.mehari.impl;
