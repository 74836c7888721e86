/**
 * Runs routes as a service. {@link io.mehari.main.Main} is for a program whose only work is a context with routes. It
 * reads properties, starts the context, and stops it when the process gets a signal to end.
 *
 * <pre>{@code
 *   main thread:  new Main("shop").routes(...).run(args) --> starts the context, waits ----------> exit code
 *   threads of the context:                                  routes                                  ^
 *   signal, such as Ctrl-C:                                  stops the context: a graceful shutdown -+
 * }</pre>
 *
 * <h2>Threads and memory consistency</h2>
 *
 * One thread, usually the main thread of the program, calls all methods of {@code Main} and stays in {@code run} until
 * the context has stopped. It runs the {@code configure} methods of the routes; the routes themselves run on threads of
 * the context. Actions of the main thread before {@code run} <i>happen-before</i> all messages.
 */
package io.mehari.main;
