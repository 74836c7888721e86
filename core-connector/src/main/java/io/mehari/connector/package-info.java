/**
 * What connectors share, for authors of components that join routes to the world outside the process. Routes need
 * nothing of it.
 *
 * <p>The sending side: a {@link io.mehari.connector.SendingProducer} makes a {@link io.mehari.connector.PendingSend} of
 * each message and passes it to the {@link io.mehari.connector.SharedClient} of the endpoint; {@link
 * io.mehari.connector.QueuedSends} counts the messages that no sender waits for. The receiving side: a {@link
 * io.mehari.connector.ReceivingConsumer} calls its route, and an {@link io.mehari.connector.Admission} limits the
 * messages in it.
 *
 * <h2>Which thread calls what</h2>
 *
 * <ul>
 *   <li>The thread that carries a message calls {@code send} of a producer, several threads at once.
 *   <li>Any thread may end a {@code PendingSend}. The sender's route continues on a thread of the shared pool.
 *   <li>A {@link io.mehari.connector.ReconnectDelay} is used by one thread at a time, the others by any.
 * </ul>
 *
 * <h2>Memory consistency</h2>
 *
 * What a thread does before it ends a {@code PendingSend} <i>happens-before</i> the next step of the sender's route.
 */
package io.mehari.connector;
