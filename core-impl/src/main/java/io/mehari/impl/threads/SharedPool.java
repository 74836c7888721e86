package io.mehari.impl.threads;

import io.mehari.spi.internal.Log;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The pool that serves all routes. While all its threads are blocked it grows, up to a limit. */
final class SharedPool extends Pool {
    /*
     * The threads run user code, which may block for any time. If all threads block, the rest of the context waits in
     * the queue of this pool: delays, replies, timeouts of requests. So the pool grows.
     *
     * When it grows: a thread that adds a task and finds a task in the queue starts the looks, which a thread that runs
     * no user code repeats as long as a task waits or the pool has grown. If fewer tasks ended between two looks than
     * there are threads, a task takes longer than that time. Then the threads are considered blocked rather than busy,
     * and the pool grows by its initial size. A full heap does not end the looks, as the next one is made already (law
     * S4).
     *
     * No task is missed: a task is in the queue before `looks` is read, and the last look clears `looks` before it
     * reads the queue once more. Both are volatile. So either that look sees the task, or the thread that added the
     * task starts new ones.
     *
     * When it shrinks: if no task waits and no more threads are busy than the initial size, it returns to that size.
     * The other threads end when they are idle.
     */
    /** The largest size, as a multiple of the first. */
    private static final int MOST = 10;

    private final int regular;
    private final Function<Runnable, @Nullable Future<?>> repeat;
    private volatile @Nullable Future<?> looks;
    private long endedBefore;

    /** @param repeat calls the look again and again until its result is cancelled; null if nothing does any more */
    SharedPool(int threads, ThreadFactory factory, Function<Runnable, @Nullable Future<?>> repeat) {
        super(threads, new LinkedBlockingQueue<>(), factory, (task, stopped) -> task.run());
        this.regular = threads;
        this.repeat = repeat;
    }

    @Override
    public void execute(Runnable task) {
        super.execute(task);
        if (looks == null && !getQueue().isEmpty()) {
            startLooks();
        }
    }

    /** Never throws, because the task is in the pool already and must not be added a second time. */
    private synchronized void startLooks() {
        if (looks == null) {
            endedBefore = getCompletedTaskCount();
            try {
                looks = repeat.apply(this::look);
            } catch (Throwable e) { // the next task tries again
                Log.warn(SharedPool.class, "The shared pool cannot be checked, so it does not grow", e);
            }
        }
    }

    private synchronized void look() {
        try {
            growOrShrink();
            endLooksIfDone();
        } catch (Throwable e) { // the next look tries again
            Log.warn(SharedPool.class, "No more threads can be made for the shared pool", e);
        }
    }

    private void growOrShrink() {
        long ended = getCompletedTaskCount();
        boolean waits = !getQueue().isEmpty();
        int size = getCorePoolSize();
        boolean blocked = ended - endedBefore < size;
        endedBefore = ended;
        if (waits && blocked && size < MOST * regular) {
            setMaximumPoolSize(size + regular);
            setCorePoolSize(size + regular);
        } else if (!waits && size > regular && getActiveCount() <= regular) {
            setCorePoolSize(regular);
            setMaximumPoolSize(regular);
        }
    }

    private void endLooksIfDone() {
        Future<?> mine = looks;
        if (mine != null && getCorePoolSize() == regular && getQueue().isEmpty()) {
            looks = null;
            mine.cancel(false);
            if (!getQueue().isEmpty()) {
                startLooks();
            }
        }
    }
}
