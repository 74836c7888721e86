package io.mehari;

/** The state of a service. */
public enum ServiceStatus {
    Stopped,
    Starting,
    Started,
    Suspending,
    Suspended,
    Stopping;

    public boolean isStarted() {
        return this == Started;
    }

    public boolean isSuspended() {
        return this == Suspended;
    }

    public boolean isStopped() {
        return this == Stopped;
    }
}
