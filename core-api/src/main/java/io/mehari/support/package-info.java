/**
 * What authors of components share. Two parts:
 *
 * <p>Superclasses for components, endpoints, producers and consumers that were written for Apache Camel: options come
 * as a map, and are set by setters. A new component rather extends {@link io.mehari.Component}, whose options are
 * declared, checked and documented.
 *
 * <p>The sending side of a connector: {@link io.mehari.support.SharedClient} holds the connection of all producers of
 * an endpoint, {@link io.mehari.support.QueuedSends} the messages that senders do not wait for, and {@link
 * io.mehari.support.Backoff} the pauses between attempts to connect.
 *
 * <p>Memory consistency: {@code QueuedSends} and {@code SharedClient} may be used by any thread. {@code
 * start} and {@code stop} of a service happen one after the other; what {@code doStart} has written is visible to the
 * threads that call the service after {@code start} has returned.
 */
package io.mehari.support;
