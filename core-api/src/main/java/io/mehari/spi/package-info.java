/**
 * For those who extend Mehari: the far side of the exchange, its completions, and the services that a
 * {@link io.mehari.RoutingContext} is made of and that may be replaced.
 *
 * <p><b>A component</b> extends {@link io.mehari.Component} and names its options as {@link io.mehari.spi.EndpointOption}
 * constants, from which values are read, mistakes are explained and documentation is made. Its consumer makes exchanges by
 * {@link io.mehari.Endpoint#createExchange}, says {@link io.mehari.spi.ExchangeExtension#leaveToRoute()} where it does
 * not need them afterwards, and gives them to the route's processor. A consumer that other routes feed is
 * {@link io.mehari.spi.ShutdownAware}; a producer that can take over an exchange instead of copying it is a
 * {@link io.mehari.spi.HandoverProducer}. Threads come from {@link io.mehari.spi.ThreadPools}, so that a stop ends them.
 *
 * <p><b>A completion</b> is a {@link io.mehari.spi.Synchronization} in the exchange's {@link io.mehari.spi.UnitOfWork}: it
 * acknowledges, commits or cleans up when the message is done, whatever became of it.
 *
 * <p><b>Watching</b> is done by an {@link io.mehari.spi.EventNotifier} (messages) or a
 * {@link io.mehari.spi.LifecycleStrategy} (starts and stops). Neither is in a route unless it was registered before that
 * started.
 *
 * <p><b>Services</b> are set by {@link io.mehari.spi.RoutingContextExtension} before the context starts.
 */
package io.mehari.spi;
