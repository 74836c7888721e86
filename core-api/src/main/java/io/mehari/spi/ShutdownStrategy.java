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

    /** Whether a stop closes and ends routes in the reverse order of their start, as by default. */
    boolean isShutdownRoutesInReverseOrder();

    void setShutdownRoutesInReverseOrder(boolean reverse);

    /** The maximum time of a stop, 45 seconds by default. */
    Duration getTimeout();

    void setTimeout(Duration timeout);

    /** Sets the timeout as a number of seconds, or of the unit that {@link #setTimeUnit} sets. */
    void setTimeout(long timeout);

    /** The unit of the number that {@link #setTimeout(long)} gets, before or after this call; seconds by default. */
    void setTimeUnit(TimeUnit unit);
}
