/**
 * What the core leaves to this jar: to describe a context and its routes, and to explain what a route would do with a
 * failure. The core finds {@link io.mehari.observe.RouteInsight} by {@link java.util.ServiceLoader}, when somebody asks
 * for a description. The package is not exported.
 *
 * <h2>Threads and memory consistency</h2>
 *
 * A description is made on the thread that asks for it, from the model of the routes, which does not change, and from
 * their counts, which are exact when messages have ended.
 */
package io.mehari.observe;
