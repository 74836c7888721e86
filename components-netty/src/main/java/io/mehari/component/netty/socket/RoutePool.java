package io.mehari.component.netty.socket;

import io.mehari.spi.internal.Log;
import io.mehari.spi.internal.StackRoom;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;

/** The threads of a route. A thread that has been woken runs all tasks that came before it was awake. */
public final class RoutePool {
    /*
     * To wake a thread costs more than a short route. So at most one thread is being woken at a time:
     *
     *     run()                               drain()
     *     add a task                          woken = false
     *     woken is true: wake none            take a task
     *
     * All are volatile. Who finds that a thread is being woken has added his task before that thread clears woken, and
     * so before it looks for tasks. A task may block: therefore a thread that finds more tasks than its own wakes
     * another one, before it begins.
     */
    private final ExecutorService threads;
    private final Queue<Task> waiting = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean woken = new AtomicBoolean();
    private final Runnable drain = this::drain;
    private volatile boolean stopped;

    /** What the threads run. */
    public interface Task extends Runnable {
        /** The task will not run: the pool has stopped, or no thread could be made. Called on any thread. */
        void refused(Throwable why);
    }

    public RoutePool(ExecutorService threads) {
        this.threads = threads;
    }

    /** Runs the task on a thread of the pool, or refuses it. If this throws, the task is not run and not refused. */
    public void run(Task task) {
        if (stopped) {
            task.refused(new RejectedExecutionException("The route has stopped"));
            return;
        }
        StackRoom.claim(StackRoom.EXECUTOR); // else a full stack here refuses the tasks of others
        waiting.add(task);
        wake(true);
    }

    /** No task that comes later is run. Those that have come are run as before: none waits for another that blocks. */
    @SuppressWarnings("CatchingUnchecked") // such as an OutOfMemoryError; a thread that runs takes what is left
    public void shutdown() {
        stopped = true;
        try {
            waiting.forEach(each -> threads.execute(drain));
        } catch (Throwable e) {
            Log.warn(RoutePool.class, "Fewer threads than messages are left for a route that stops", e);
        }
        threads.shutdown();
    }

    public boolean isShutdown() {
        return threads.isShutdown();
    }

    @SuppressWarnings("CatchingUnchecked") // such as an OutOfMemoryError, if no more threads can be created
    private void wake(boolean needed) {
        if (woken.get() || !woken.compareAndSet(false, true)) {
            return;
        }
        try {
            threads.execute(drain);
        } catch (Throwable e) {
            woken.set(false);
            if (needed) {
                refuse(e);
            }
        }
    }

    /** Others may have left their tasks to the thread that could not be woken. */
    @SuppressWarnings("CatchingUnchecked") // such as another OutOfMemoryError
    private void refuse(Throwable why) {
        for (Task next = waiting.poll(); next != null; next = waiting.poll()) {
            try {
                next.refused(why);
            } catch (Throwable e) {
                Log.warn(RoutePool.class, "A message that could not enter its route could not be given up", e);
            }
        }
    }

    private void drain() {
        woken.set(false);
        boolean done = false;
        try {
            Task next;
            while ((next = waiting.poll()) != null) {
                if (!waiting.isEmpty()) {
                    wake(false);
                }
                next.run();
                if (!stopped) {
                    Thread.interrupted(); // an interrupt flag set for one message must not affect the next
                }
            }
            done = true;
        } finally {
            if (!done && !waiting.isEmpty()) { // a task has thrown, which ends this thread
                wake(true);
            }
        }
    }
}
