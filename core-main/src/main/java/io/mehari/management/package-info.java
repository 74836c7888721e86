/**
 * Metrics and events of a running context, with the tools of the JDK: {@link io.mehari.management.JmxManagement}
 * registers MBeans for the context, its routes and its queues; {@link io.mehari.management.FlightRecorderEvents} writes
 * events for JDK Flight Recorder. Add one before the context starts; a context without them pays nothing.
 *
 * <pre>{@code
 *   JMX client ---any thread, reads---> MBeans ---> counts of contexts, routes and queues
 *   thread of a message ---> FlightRecorderEvents ---> recording
 * }</pre>
 *
 * <h2>Threads and memory consistency</h2>
 *
 * MBeans may be read by any thread while messages flow. Reading one gives no <i>happens-before</i> edge to the messages
 * that it counts: the counts are exact when messages have ended, and may be a few messages old while messages are in
 * flight. {@code FlightRecorderEvents} is called on the thread that carries the message, and is thread-safe.
 */
package io.mehari.management;
