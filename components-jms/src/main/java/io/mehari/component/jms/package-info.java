/**
 * The endpoint {@code jms:}, queues and topics of message brokers, over any client of Jakarta Messaging 3.1.
 *
 * <pre>
 *   broker --- message ---&gt; worker (receives, one at a time) --&gt; from("jms:queue:orders")
 *          &lt;-- acknowledge, commit or give back -- worker   &lt;-- end of the route
 *
 *   to("jms:queue:orders") --&gt; sender's queue --&gt; sender thread --- message ---&gt; broker
 *   the route continues    &lt;-- shared pool    &lt;-- acknowledgement or reply --    broker
 *
 *   to("jms:queue:orders") on a worker's thread ------------------- message ---&gt; broker
 * </pre>
 *
 * <h2>Which thread calls what</h2>
 *
 * <ul>
 *   <li><b>Workers</b> receive: {@code concurrentConsumers} threads of a route, each with a session and at most one
 *       message in the route. A worker runs the route, waits until it is done even if it ends on another thread, and
 *       acknowledges. With {@code asyncConsumer=true} it does not wait, and has up to {@code maxInFlight} messages in
 *       the route, which it acknowledges together.
 *   <li><b>A sender thread</b> for each endpoint that is sent to makes the connection, the messages and the sends. A
 *       message is read from its exchange on the thread of the route before that. Once there is a connection, a worker
 *       that waits for its route makes its sends itself, each in a session that no other thread uses meanwhile.
 *   <li><b>Threads of the client</b> bring replies and, with {@code asyncSend=true}, acknowledgements. They run no
 *       user code: the route continues on a thread of the shared pool.
 * </ul>
 *
 * <h2>Order, and memory consistency</h2>
 *
 * With one consumer, messages of a queue enter the route in the order in which the broker delivers them; each one
 * <i>happens-before</i> the next. With several consumers they are not ordered, and with {@code asyncConsumer=true} they
 * do not end in order. Messages that a worker sends to one endpoint are given to the client in the order of its sends,
 * and those of all other threads in the order in which the producers were called. What a sender does before it sends
 * <i>happens-before</i> the reply is written to its exchange, and that before its route continues.
 */
package io.mehari.component.jms;
