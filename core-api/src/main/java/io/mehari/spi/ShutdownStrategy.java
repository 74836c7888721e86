package io.mehari.spi;

import io.mehari.Route;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Waits in a graceful shutdown for messages in flight and in queues, up to a timeout. */
public interface ShutdownStrategy {
    /**
     * Waits until no message is in flight or queued in routes whose intake was closed.
     *
     * @return the number of messages left, by route id; empty if all were done
     */
    Map<String, Long> awaitQuiet(List<Route> routes, Duration timeout);

    /** The maximum time of a stop, 45 seconds by default. */
    Duration getTimeout();

    void setTimeout(Duration timeout);

    /** Sets the timeout as a number of seconds. */
    default void setTimeout(long timeout) {
        setTimeout(Duration.ofNanos(TimeUnit.SECONDS.toNanos(timeout))); // the largest is no limit
    }

    /** What a stop does with messages that wait at a delay, at a throttle or for a redelivery. */
    enum Delays {
        /** Those whose time comes within the timeout are waited for; the others fail at once. The default. */
        REFUSE_LATE,
        /** They are waited for like other messages in flight; those that are left after the timeout fail. */
        WAIT,
        /** They continue at once, before their time. */
        RUN_NOW
    }

    /** What a stop does with messages that wait for their time. */
    default Delays getDelays() {
        return Delays.REFUSE_LATE;
    }

    /**
     * Sets what a stop does with messages that wait for their time. One that fails does so with an {@link
     * io.mehari.EndedByStopException}. It applies to stops that begin later.
     */
    default void setDelays(Delays delays) {
        throw new UnsupportedOperationException(getClass().getName() + " has no setDelays(...): override getDelays()");
    }
}
