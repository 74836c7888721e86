package io.mehari.management;

/** The counts of a route, or of all routes and queues of a context. {@link io.mehari.RouteStats} explains them. */
public interface ExchangeCounts {
    long getExchangesInflight();

    long getExchangesPending();

    long getExchangesCompleted();

    long getExchangesFailed();

    long getExchangesRedelivered();

    long getExchangesHandled();

    long getExchangesDeadLettered();

    long getExchangesRefused();

    long getExchangesExpired();

    long getExchangesDiscarded();

    long getOpenGroups();

    long getOldestGroupMillis();

    long getLag();
}
