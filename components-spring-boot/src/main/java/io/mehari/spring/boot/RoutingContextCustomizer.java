package io.mehari.spring.boot;

import io.mehari.RoutingContext;

/**
 * A bean that changes the context before routes are added to it: components, services, notifiers. Beans are called in
 * their order ({@code @Order}).
 */
@FunctionalInterface
public interface RoutingContextCustomizer {
    /** An exception ends the start of the application. */
    void customize(RoutingContext context) throws Exception;
}
