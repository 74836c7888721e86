package io.mehari.support;

import io.mehari.RuntimeRoutingException;
import io.mehari.Service;
import io.mehari.ServiceStatus;

/** A base class for services: {@link #doStart} and {@link #doStop} run once for each start and stop, and may throw. */
public abstract class ServiceSupport implements Service {
    private volatile ServiceStatus status = ServiceStatus.Stopped;

    protected ServiceSupport() {}

    /** Called by {@link #start()} if this service is stopped. */
    protected void doStart() throws Exception {}

    /** Called by {@link #stop()} if this service is started, or if its start has failed. */
    protected void doStop() throws Exception {}

    @Override
    public final synchronized void start() {
        if (status == ServiceStatus.Started) {
            return;
        }
        status = ServiceStatus.Starting;
        try {
            run(this, "start", this::doStart);
            status = ServiceStatus.Started;
        } finally {
            if (status != ServiceStatus.Started) {
                stop();
            }
        }
    }

    @Override
    public final synchronized void stop() {
        if (status == ServiceStatus.Stopped) {
            return;
        }
        status = ServiceStatus.Stopping;
        try {
            run(this, "stop", this::doStop);
        } finally {
            status = ServiceStatus.Stopped;
        }
    }

    /** A start or stop, which may throw. */
    interface Work {
        void run() throws Exception;
    }

    static void run(Object owner, String what, Work work) {
        try {
            work.run();
        } catch (RuntimeException e) {
            throw e;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RuntimeRoutingException(owner + " was interrupted in its " + what, e);
        } catch (Exception e) {
            throw new RuntimeRoutingException(owner + " failed to " + what + ": " + e, e);
        }
    }

    public final ServiceStatus getStatus() {
        return status;
    }

    public boolean isStarted() {
        return status == ServiceStatus.Started;
    }

    public boolean isStopped() {
        return status == ServiceStatus.Stopped;
    }

    /** Whether this service is started and not stopping. */
    public final boolean isRunAllowed() {
        return status == ServiceStatus.Starting || status == ServiceStatus.Started;
    }
}
