/**
 * Runs routes as a service: {@link io.mehari.main.Main} is for a program that has nothing else to do. It is called on
 * the program's main thread, which stays in it until the context has stopped. Routes run on threads of the context.
 *
 * <p>Memory consistency: what the main thread has done before {@code run} is visible to all routes.
 */
package io.mehari.main;
