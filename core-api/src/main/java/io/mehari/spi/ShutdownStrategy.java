package io.mehari.spi;

import io.mehari.Route;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Ends routes: first the intake, then what is under way and queued, until the time is up. */
public interface ShutdownStrategy {
    /**
     * Ends these routes.
     *
     * @return what was left over, by route id; empty when everything was done
     */
    Map<String, Integer> shutdown(List<Route> routes, Duration timeout);

    Duration getTimeout();

    void setTimeout(Duration timeout);
}
