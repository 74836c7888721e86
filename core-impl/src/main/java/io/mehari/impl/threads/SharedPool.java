package io.mehari.impl.threads;

import io.mehari.spi.internal.Log;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** The pool that serves all routes. While all its threads are blocked it grows, up to a limit. */
public final class SharedPool extends ThreadPoolExecutor {
    /*
     * The threads run user code, which may block for any time. If all threads block, the rest of the context waits in
     * the queue of this pool: delays, replies, timeouts of requests. So the pool grows.
     *
     * When it grows: a thread that adds a task and finds a task in the queue requests a check after LOOK_AGAIN_MILLIS.
     * The flag `looking` allows only one pending check. If fewer tasks ended between two checks than there are threads,
     * a task takes longer than that time. Then the threads are considered blocked rather than busy, and the pool grows
     * by its initial size.
     *
     * No task is missed: a task is in the queue before `looking` is read, and a check clears `looking` before it reads
     * the queue for the last time. Both are volatile. So either the check sees the task, or the thread that added the
     * task sees no flag and requests a check.
     *
     * When it shrinks: if no task waits and no more threads are busy than the initial size, it returns to that size.
     * The other threads end when they are idle.
     */
    public static final long LOOK_AGAIN_MILLIS = 100;

    /** The largest size, as a multiple of the first. */
    private static final int MOST = 10;

    private final int regular;
    private final AtomicBoolean looking = new AtomicBoolean();
    private final Consumer<SharedPool> askForLook;

    // used by one look at a time
    private long endedBefore;

    /**
     * @param askForLook schedules one later call of {@link #look}, on a thread that runs no user code
     */
    public SharedPool(int threads, long idleSeconds, ThreadFactory factory, Consumer<SharedPool> askForLook) {
        super(threads, threads, idleSeconds, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
        setThreadFactory(worker -> factory.newThread(() -> PoolThreads.runAndReplace(worker, this)));
        allowCoreThreadTimeOut(true);
        setRejectedExecutionHandler((task, stopped) -> task.run());
        this.regular = threads;
        this.askForLook = askForLook;
    }

    @Override
    public void execute(Runnable task) {
        super.execute(task);
        if (!getQueue().isEmpty()) {
            lookLater();
        }
    }

    /** Never throws, because the task is in the pool already and must not be added a second time. */
    @SuppressWarnings("CatchingUnchecked") // the timer may fail to get a thread
    private void lookLater() {
        if (!looking.get() && looking.compareAndSet(false, true)) {
            endedBefore = getCompletedTaskCount();
            try {
                askForLook.accept(this);
            } catch (Throwable e) {
                looking.set(false); // the next task asks again
                Log.warn(SharedPool.class, "The shared pool cannot be checked, so it does not grow", e);
            }
        }
    }

    /** Checks the pool: grows it if too few tasks have ended since the last check, and shrinks it if possible. */
    public void look() {
        long ended = getCompletedTaskCount();
        boolean waits = !getQueue().isEmpty();
        int size = getCorePoolSize();
        if (waits && ended - endedBefore < size && size < MOST * regular) {
            resize(size + regular);
        } else if (!waits && size > regular && getActiveCount() <= regular) {
            resize(regular);
        }
        endedBefore = ended;
        if (waits || getCorePoolSize() > regular) {
            askAgain();
            return;
        }
        looking.set(false);
        if (!getQueue().isEmpty()) {
            lookLater();
        }
    }

    /** All threads may be blocked, and then no task may come that would ask: waits while the heap is full (law S4). */
    private void askAgain() {
        while (true) {
            try {
                askForLook.accept(this);
                return;
            } catch (OutOfMemoryError e) {
                PoolThreads.waitForRoom();
            }
        }
    }

    @SuppressWarnings("CatchingUnchecked") // if no thread can be made, the next look tries again
    private void resize(int threads) {
        try {
            setMaximumPoolSize(Math.max(threads, getCorePoolSize()));
            setCorePoolSize(threads);
            setMaximumPoolSize(threads);
        } catch (Throwable e) {
            Log.warn(SharedPool.class, "No more threads can be made for the shared pool", e);
        }
    }
}
