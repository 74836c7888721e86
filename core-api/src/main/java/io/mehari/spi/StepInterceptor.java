package io.mehari.spi;

import io.mehari.Endpoint;
import io.mehari.Exchange;
import org.jspecify.annotations.Nullable;

/**
 * Is called before each step of a route, and may let the step fail, wait, run twice or never run. It is called for the
 * steps in {@code filter}, {@code choice} and {@code doTry}, but not for these blocks themselves. It is meant for
 * tests: {@code mehari-testing} uses it to record the steps of messages and to inject faults. Store it as the plugin
 * {@link #KEY} before routes start. Without an interceptor, a route contains no code for this. Must be thread-safe.
 */
public interface StepInterceptor {
    /** The key for {@link RoutingContextExtension#setPlugin}. */
    PluginKey<StepInterceptor> KEY = new PluginKey<>("step interceptor");

    /**
     * Called before the step, and again before each redelivery of it, on the thread that carries the message. An
     * exception that it throws is the failure of the step.
     */
    Decision before(Exchange exchange, Place place) throws Exception;

    /** Called when the step has ended, with or without a failure, and has not handed the exchange over. */
    default void after(Exchange exchange, Place place) {}

    /**
     * A step.
     *
     * @param step its number and kind, such as {@code 3 (to mock:bank)}
     * @param id the id that the route gives to the step, if any
     * @param endpoint the endpoint to which it sends, if it is always the same one
     */
    record Place(
            String routeId,
            String step,
            @Nullable String id,
            @Nullable Endpoint endpoint) {}

    /**
     * How a step runs.
     *
     * @param times how often it runs; 0 if it never does, and the message waits for ever
     * @param delayMillis how long the message waits before
     */
    record Decision(int times, long delayMillis) {
        /** Once and at once, as without an interceptor. */
        public static final Decision PROCEED = new Decision(1, 0);
    }
}
