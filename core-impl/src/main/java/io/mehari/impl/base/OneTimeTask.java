package io.mehari.impl.base;

import io.mehari.spi.internal.Log;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** A task for an executor that may be the user's. It runs at most once, and only if an executor has accepted it. */
public abstract class OneTimeTask implements Runnable {
    /*
     * The thread that moves the state away from NEW has the task: the first thread that runs it, or the submitting
     * thread after the executor has thrown. So the task does not run twice if an executor throws although it has run or
     * kept the task, or if it runs the task twice.
     */
    private static final int NEW = 0;
    private static final int RUN = 1;
    private static final int REFUSED = 2;

    @SuppressWarnings("UnusedVariable") // accessed through STATE
    private volatile int state = NEW;

    public abstract void work();

    @Override
    public final void run() {
        if (compareAndSetState(NEW, RUN)) {
            work();
        }
    }

    /**
     * Submits this task to an executor.
     *
     * @return null if the executor has accepted or run the task; else why it has rejected it
     */
    public final @Nullable Throwable giveTo(Executor executor) {
        try {
            passTo(executor);
            return null;
        } catch (Throwable e) { // an executor may throw anything
            if (takeBack()) {
                return e;
            }
            Log.warn(OneTimeTask.class, "An executor has thrown although it has accepted or run the task", e);
            return null;
        }
    }

    /** Like {@link #giveTo}, but throws what the executor throws. */
    public final void passTo(Executor executor) {
        compareAndSetState(REFUSED, NEW); // it may be submitted again
        executor.execute(this);
    }

    /** Takes the task back; false if it has run. */
    public final boolean takeBack() {
        return compareAndSetState(NEW, REFUSED);
    }

    private boolean compareAndSetState(int from, int to) {
        return STATE.compareAndSet(this, from, to);
    }

    private static final VarHandle STATE = VarHandles.field(MethodHandles.lookup(), "state", int.class);
}
