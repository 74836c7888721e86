/**
 * A routing context as a bean of Spring Boot. Spring calls the classes here on the thread that starts or stops the
 * application. Routes run on Mehari's own threads. Beans that a route calls must be thread-safe, as other processors.
 *
 * <p>Memory consistency: what the constructors and initializers of beans have done is visible to all routes, since the
 * context starts after them.
 */
@NullMarked
package io.mehari.spring.boot;

import org.jspecify.annotations.NullMarked;
