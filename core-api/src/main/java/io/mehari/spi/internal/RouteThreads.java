package io.mehari.spi.internal;

import io.mehari.spi.ThreadPools;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Thread pools that resume suspended exchanges, and know which threads several routes share. Pools that a user has
 * written run what is resumed on their shared pool, and no thread of theirs is shared.
 */
public abstract class RouteThreads extends ThreadPools {

    protected RouteThreads() {}

    protected abstract void resume(Runnable suspended);

    protected abstract boolean isSharedThread();

    /** Runs the task on the calling thread. Meanwhile {@link #isSharedThread(ThreadPools)} is true. */
    public abstract void runShared(Runnable task);

    /**
     * Resumes a suspended exchange on a thread of the shared pool. It uses the calling thread only if the context has
     * stopped. For threads that must not run user code, such as the timer's thread. The number of tasks is not limited,
     * but each task stands for an exchange that already exists.
     */
    public static void resume(ThreadPools pools, Runnable suspended) {
        if (pools instanceof RouteThreads own) {
            own.resume(suspended);
        } else {
            resumeByUsers(pools, suspended);
        }
    }

    /** Law S4: the exchange must not be lost, whatever a user's pools do with the task. */
    private static void resumeByUsers(ThreadPools pools, Runnable suspended) {
        AtomicBoolean begun = new AtomicBoolean();
        try {
            pools.shared().execute(() -> {
                if (begun.compareAndSet(false, true)) {
                    suspended.run();
                }
            });
        } catch (Throwable e) { // the pools are the user's
            if (begun.compareAndSet(false, true)) {
                Log.warn(
                        RouteThreads.class,
                        "The shared pool of " + pools.getClass().getName()
                                + " has refused a task, which runs on the calling thread; it must not refuse any",
                        e);
                suspended.run();
            }
        }
    }

    /** As {@link #resume}, for a caller that can try again: throws if a user's pools do not take the task. */
    public static void tryToResume(ThreadPools pools, Runnable suspended) {
        if (pools instanceof RouteThreads own) {
            own.resume(suspended);
        } else {
            pools.shared().execute(suspended);
        }
    }

    /** Resumes a suspended exchange after a delay. */
    public static Delayed resumeAfter(ThreadPools pools, Runnable suspended, long delayMillis) {
        return pools.schedule(() -> resume(pools, suspended), delayMillis);
    }

    /**
     * Whether the calling thread works for several routes. This is true for the threads of the timer and of the shared
     * pool, and for those of {@code threads(n)} in a route that other routes call. Such a thread must not wait for room
     * in a queue or for a reply; it suspends the exchange instead.
     */
    public static boolean isSharedThread(ThreadPools pools) {
        return pools instanceof RouteThreads own && own.isSharedThread();
    }
}
