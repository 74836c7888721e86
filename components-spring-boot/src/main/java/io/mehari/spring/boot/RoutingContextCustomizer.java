package io.mehari.spring.boot;

import io.mehari.RoutingContext;

/**
 * A bean that changes the context before routes are added to it: components, services, notifiers. If there are several,
 * they are called in the order of {@code @Order}.
 */
@FunctionalInterface
public interface RoutingContextCustomizer {
    /** Changes the context. If this throws, the application does not start. */
    void customize(RoutingContext context) throws Exception;
}
