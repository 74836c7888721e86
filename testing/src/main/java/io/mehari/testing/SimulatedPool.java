package io.mehari.testing;

import io.mehari.spi.Threading;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

/** A bounded pool of simulated threads. */
final class SimulatedPool extends AbstractExecutorService {
    private final Turns turns;
    private final String name;
    private final int threads;
    private final int maxQueued;
    private final boolean shared;

    // guarded by this
    private final Deque<Runnable> queue = new ArrayDeque<>();
    private final Set<Member> workers = new LinkedHashSet<>();
    private final Deque<Member> idle = new ArrayDeque<>();
    private boolean stopped;
    private int numbered;

    SimulatedPool(Turns turns, String name, int threads, int maxQueued, boolean shared) {
        this.turns = turns;
        this.name = name;
        this.threads = threads;
        this.maxQueued = maxQueued;
        this.shared = shared;
    }

    synchronized int queued() {
        return queue.size();
    }

    @Override
    public void execute(Runnable task) {
        Member made = null;
        synchronized (this) {
            if (stopped) {
                throw new RejectedExecutionException("Pool " + name + " has stopped");
            }
            Member free = idle.poll();
            if (free == null && workers.size() >= threads && queue.size() >= maxQueued) {
                throw new RejectedExecutionException("Pool " + name + " is full: " + threads + " threads are busy and "
                        + maxQueued + " tasks wait; make the pool larger, or send more slowly");
            }
            queue.add(task);
            if (free != null) {
                turns.unpark(free);
            } else if (workers.size() < threads) {
                made = turns.threads().make(name + "-" + ++numbered, this::work, shared);
                workers.add(made);
            }
        }
        if (made != null) {
            made.thread.start();
        }
    }

    private void work() {
        Member me = Objects.requireNonNull(SimulatedThreading.me());
        while (true) {
            Runnable task;
            synchronized (this) {
                idle.remove(me);
                task = queue.poll();
                if (task == null && stopped) {
                    workers.remove(me);
                    return;
                }
                if (task == null) {
                    idle.add(me);
                }
            }
            if (task == null) {
                turns.park(me, this, Turns.NEVER);
            } else {
                run(me.thread, task);
            }
        }
    }

    @SuppressWarnings("CatchingUnchecked") // the pool survives any exception of a task
    private static void run(Thread me, Runnable task) {
        try {
            task.run();
        } catch (Turns.Closed e) {
            throw e;
        } catch (Throwable e) {
            me.getUncaughtExceptionHandler().uncaughtException(me, e);
        }
        Thread.interrupted(); // an interrupt of one task must not affect the next
    }

    @Override
    public synchronized void shutdown() {
        stopped = true;
        workers.forEach(turns::unpark);
    }

    @Override
    public List<Runnable> shutdownNow() {
        List<Runnable> left;
        List<Member> busy;
        synchronized (this) {
            left = new ArrayList<>(queue);
            queue.clear();
            busy = new ArrayList<>(workers);
        }
        shutdown();
        busy.forEach(each -> each.thread.interrupt());
        return left;
    }

    @Override
    public synchronized boolean isShutdown() {
        return stopped;
    }

    @Override
    public synchronized boolean isTerminated() {
        return stopped && workers.isEmpty();
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
        long end = Threading.nanoTime() + unit.toNanos(timeout);
        while (!isTerminated()) {
            if (Threading.nanoTime() - end >= 0) {
                return false;
            }
            Threading.sleepNanos(TimeUnit.MILLISECONDS.toNanos(1));
        }
        return true;
    }
}
