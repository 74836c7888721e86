package io.mehari.support;

import io.mehari.support.service.ServiceSupport;

/** One start or stop of a component or endpoint, which cannot be a {@link ServiceSupport} itself. */
final class Lifecycle extends ServiceSupport {
    private final Object owner;
    private final Work start;
    private final Work stop;

    /** A start or stop, which may throw. */
    interface Work {
        void run() throws Exception;
    }

    private Lifecycle(Object owner, Work start, Work stop) {
        this.owner = owner;
        this.start = start;
        this.stop = stop;
    }

    static void start(Object owner, Work work) {
        new Lifecycle(owner, work, () -> {}).start();
    }

    static void stop(Object owner, Work work) {
        Lifecycle started = new Lifecycle(owner, () -> {}, work);
        started.start();
        started.stop();
    }

    @Override
    protected void doStart() throws Exception {
        start.run();
    }

    @Override
    protected void doStop() throws Exception {
        stop.run();
    }

    @Override
    public String toString() {
        return owner.toString();
    }
}
