package io.mehari.spi.internal;

import io.mehari.AsyncCallback;

/** A callback that is also the task that calls it: so an executor resumes an exchange without another object. */
public abstract class Resumption implements AsyncCallback, Runnable {

    protected Resumption() {}

    /** The callback as a task: itself, if it is one of Mehari's own. */
    public static Resumption of(AsyncCallback callback) {
        return callback instanceof Resumption own
                ? own
                : new Resumption() {
                    @Override
                    public void done(boolean doneSync) {
                        callback.done(doneSync);
                    }
                };
    }

    @Override
    public final void run() {
        done(false);
    }
}
