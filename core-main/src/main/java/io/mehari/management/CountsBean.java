package io.mehari.management;

import io.mehari.RouteStats;

/** The counts of a bean. */
abstract class CountsBean implements ExchangeCounts {
    abstract RouteStats stats();

    @Override
    public final long getExchangesInflight() {
        return stats().inflight();
    }

    @Override
    public final long getExchangesPending() {
        return stats().pending();
    }

    @Override
    public final long getExchangesCompleted() {
        return stats().completed();
    }

    @Override
    public final long getExchangesFailed() {
        return stats().failed();
    }

    @Override
    public final long getExchangesRedelivered() {
        return stats().redelivered();
    }

    @Override
    public final long getExchangesHandled() {
        return stats().handled();
    }

    @Override
    public final long getExchangesDeadLettered() {
        return stats().deadLettered();
    }

    @Override
    public final long getExchangesRefused() {
        return stats().refused();
    }

    @Override
    public final long getExchangesExpired() {
        return stats().expired();
    }

    @Override
    public final long getExchangesDiscarded() {
        return stats().discarded();
    }

    @Override
    public final long getOpenGroups() {
        return stats().openGroups();
    }

    @Override
    public final long getOldestGroupMillis() {
        return stats().oldestGroupMillis();
    }

    @Override
    public final long getLag() {
        return stats().lag();
    }
}
