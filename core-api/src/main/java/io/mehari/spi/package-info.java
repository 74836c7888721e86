/**
 * Types for extending Mehari: writing components, running code when a message is done, watching a context, and
 * replacing its services.
 *
 * <p><b>A component</b> extends {@link io.mehari.Component} and defines its options as {@link
 * io.mehari.spi.EndpointOption} constants, from which values are read and error messages and documentation are made.
 * Its consumer makes exchanges with {@link io.mehari.Endpoint#createExchange} and passes them to the processor of the
 * route, after it has called {@link io.mehari.spi.ExchangeExtension#leaveToRoute()} if it does not need them
 * afterwards. A consumer that gets messages from other routes is {@link io.mehari.spi.ShutdownAware}. A producer that
 * can take over an exchange instead of copying it is a {@link io.mehari.spi.HandoverProducer}. A component gets its
 * threads from {@link io.mehari.spi.ThreadPools}, so that a stop ends them, and blocks them by {@link
 * io.mehari.spi.Threading}, so that it can be tested in simulated time.
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
 * for starts and stops. They cost nothing unless one is registered before a route starts.
 *
 * <p><b>Services</b> are replaced through {@link io.mehari.spi.RoutingContextExtension} before the context starts.
 *
 * <h2>Threads: who calls what</h2>
 *
 * <ul>
 * <li>The thread that starts or stops a context or a route calls {@code createEndpoint}, {@code createConsumer}, {@code
 *     createProducer}, {@code start()}, {@code stop()} and {@code LifecycleStrategy}; for an endpoint that a message
 *     names, it is the thread of the message.
 * <li>The thread that carries a message calls producers, completions and {@code EventNotifier}, and the services for
 *     ids, clocks, exchanges and conversions. Several threads do so at once, so all of these must be thread-safe.
 * <li>A timer's task, from {@code ThreadPools.schedule}, runs on the one timer thread and must be short: it may pass
 *     work to {@code ThreadPools.resume} or {@code shared()}, and must not call a processor itself.
 * </ul>
 *
 * <h2>Memory consistency</h2>
 *
 * What a component does to an exchange before it calls the processor of a route <i>happens-before</i> the steps of the
 * route. For a step that ends later, what is done before {@link io.mehari.AsyncCallback#done} is called
 * <i>happens-before</i> the steps after it. What an exchange went through <i>happens-before</i> its completions run,
 * and these before it is released to its pool and used again. What was done before a task was passed to {@code
 * ThreadPools} <i>happens-before</i> the task runs. A {@code HandoverProducer} must pass the exchange on through
 * something that has such an edge, such as a queue of {@code java.util.concurrent}.
 */
package io.mehari.spi;
