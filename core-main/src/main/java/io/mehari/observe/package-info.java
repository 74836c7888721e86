/**
 * What the core leaves to this jar: to describe a context and its routes, to explain what a route would do with a
 * failure, to record and log the steps of messages, and to say what has started and stopped. The core finds {@link io.mehari.observe.RouteInsight} by {@link
 * java.util.ServiceLoader}, when somebody asks for a description or switches one of the others on. The package is
 * not exported.
 *
 * <h2>Threads and memory consistency</h2>
 *
 * A description is made on the thread that asks for it, from the model of the routes, which does not change, and from
 * their counts, which are exact when messages have ended. Steps are watched on the thread that carries the message. The
 * history of a message never changes: it is a list that a step replaces by a longer one.
 */
package io.mehari.observe;
