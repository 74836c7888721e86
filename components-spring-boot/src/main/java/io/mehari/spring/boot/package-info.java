/**
 * A routing context as a bean of Spring Boot. The beans of type {@code RouteBuilder} and {@code Routes} describe its
 * routes. Spring starts and stops the context.
 *
 * <pre>{@code
 *   Spring's main thread:  creates beans --> starts the context --> ... --> stops the context
 *   Mehari's threads:                            routes, which call beans
 * }</pre>
 *
 * <h2>Which thread calls what</h2>
 *
 * Spring calls the classes of this package on the thread that starts or stops the application. Routes run on Mehari's
 * own threads. Several of them may call the same bean at once, so such a bean must be thread-safe, like any processor.
 *
 * <h2>Memory consistency</h2>
 *
 * Actions in the constructors and initializers of beans <i>happen-before</i> all routes, because the context starts
 * after them.
 */
@NullMarked
package io.mehari.spring.boot;

import org.jspecify.annotations.NullMarked;
