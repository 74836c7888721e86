package io.mehari.spi;

import io.mehari.Endpoint;
import io.mehari.Exchange;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Is called before each step of a route, and may let the step fail, wait, run twice or never run. It is called for the
 * steps in {@code filter}, {@code choice} and {@code doTry}, but not for these blocks themselves. It is meant for
 * tests: {@code mehari-testing} uses it to record the steps of messages and to inject faults. Add it with {@link
 * RoutingContextExtension#addStepInterceptor}. Of several, the first one is around the others. A route without an
 * interceptor contains no code for this. Must be thread-safe.
 */
public interface StepInterceptor {
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
     * @param endpoint its endpoint, if it always sends to the same one
     */
    record Place(
            String routeId,
            String step,
            @Nullable String id,
            @Nullable Endpoint endpoint) {}

    /**
     * How a step runs.
     *
     * @param times how often; with 0 it never runs, and the message waits for ever
     * @param delay how long the message waits before
     */
    record Decision(int times, Duration delay) {
        /** Once and at once, as without an interceptor. */
        public static Decision proceed() {
            return times(1);
        }

        /** This often, and at once. */
        public static Decision times(int times) {
            return new Decision(times, Duration.ZERO);
        }

        /** Once, after the message has waited this long. */
        public static Decision after(Duration delay) {
            return new Decision(1, delay);
        }
    }
}
