package io.mehari.spi;

import io.mehari.Route;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Ends routes: first the intake, then what is under way and queued, until the time is up. */
public interface ShutdownStrategy {
    /**
     * Waits until nothing is under way or queued in routes whose intake has been closed.
     *
     * @return what was left over, by route id; empty when everything was done
     */
    Map<String, Long> awaitQuiet(List<Route> routes, Duration timeout);

    /** How long a stop may take: 45 seconds unless said otherwise. */
    Duration getTimeout();

    void setTimeout(Duration timeout);
}
