/**
 * Types for extending Mehari: writing components, running code when a message is done, watching a context, and
 * replacing its services.
 *
 * <p><b>A component</b> extends {@link io.mehari.Component} and defines its options as {@link
 * io.mehari.spi.EndpointOption} constants. Its consumer creates exchanges with {@link
 * io.mehari.Endpoint#createExchange} and passes them to the processor of the route with {@link
 * io.mehari.Endpoint#deliver}, or with {@link io.mehari.Endpoint#ask} if it needs the outcome. Both release them. A
 * consumer that gets
 * messages from other routes is {@link io.mehari.spi.ShutdownAware}. A component gets its threads from {@link
 * io.mehari.spi.ThreadPools}, so that a stop ends them, and blocks them with {@link io.mehari.spi.Threading}, so that
 * it can be tested in simulated time.
 *
 * <pre>{@code
 *   Component --makes--> Endpoint --makes--> Consumer --exchange--> route's processor
 *                                 --makes--> Producer <--exchange-- a step of a route, or a template
 * }</pre>
 *
 * <p><b>A completion</b> is a {@link io.mehari.spi.Synchronization} in the {@link io.mehari.spi.UnitOfWork} of an
 * exchange. It acknowledges, commits or cleans up when the message is done, with or without a failure.
 *
 * <p><b>Listeners</b> are {@link io.mehari.spi.EventNotifier} for messages and {@link io.mehari.spi.LifecycleStrategy}
 * for starts and stops. Without a listener they cost nothing.
 *
 * <p><b>Services</b> are replaced through {@link io.mehari.spi.RoutingContextExtension} before the context starts.
 *
 * <h2>Threads: who calls what</h2>
 *
 * <ul>
 * <li>The thread that starts or stops a context or a route calls {@code createEndpoint}, {@code createConsumer}, {@code
 *     createProducer}, {@code start()}, {@code stop()} and {@code LifecycleStrategy}. If a message contains the URI of
 *     an endpoint, the thread that carries the message calls them.
 * <li>The thread that carries a message calls producers, completions and {@code EventNotifier}, and the services for
 *     ids, clocks, exchanges and conversions. Several threads do so at once, so all of these must be thread-safe.
 * <li>The one timer thread runs the tasks of {@code ThreadPools.schedule}. They must be short and must not call a
 *     processor; they pass such work to {@code ThreadPools.resume} or {@code shared()}.
 * </ul>
 *
 * <h2>Memory consistency</h2>
 *
 * Actions of a component on an exchange before it calls the processor of a route <i>happen-before</i> the steps of the
 * route. For a step that ends later, actions before the call of {@link io.mehari.AsyncCallback#done}
 * <i>happen-before</i> the next step. The steps of an exchange <i>happen-before</i> its completions, and these
 * <i>happen-before</i> its next use if it is pooled. Actions before a task is passed to {@code ThreadPools}
 * <i>happen-before</i> the task.
 */
package io.mehari.spi;
