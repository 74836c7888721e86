package io.mehari.spi;

import io.mehari.Endpoint;
import io.mehari.Exchange;
import org.jspecify.annotations.Nullable;

/**
 * Sees the steps of each route before they run, and may let one fail, wait, run twice, or never run. It does not see
 * {@code filter}, {@code choice} and {@code doTry} themselves, but the steps in them. It is meant for tests: {@code
 * mehari-testing} records the journeys of messages and injects faults with it. Store it as the plugin {@link #KEY}
 * before routes start. Without one, a route contains nothing of this and costs nothing. Must be thread-safe.
 */
public interface StepInterceptor {
    /** The key for {@link RoutingContextExtension#setPlugin}. */
    PluginKey<StepInterceptor> KEY = new PluginKey<>("step interceptor");

    /**
     * Called before the step, and again before each redelivery of it, on the thread that carries the message. What it
     * throws is the failure of the step.
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
