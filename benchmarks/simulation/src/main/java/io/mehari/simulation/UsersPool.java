package io.mehari.simulation;

import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

/** A user's executor that runs tasks at once, and fails as {@code executor WAY NTH} says. */
final class UsersPool extends AbstractExecutorService {
    private final String way;
    private final int nth;
    private int count;

    UsersPool(Line line) {
        way = String.valueOf(line.after("executor"));
        nth = line.number(way, 1);
    }

    static boolean isFrom(Throwable failure) {
        for (Throwable each = failure; each != null; each = each.getCause()) {
            if (String.valueOf(each.getMessage()).startsWith("the pool of the user")) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void execute(Runnable task) {
        boolean fails;
        synchronized (this) {
            fails = ++count == nth;
        }
        if (fails) {
            if (way.equals("rejects")) {
                throw new RejectedExecutionException("the pool of the user is full");
            }
            Planned.fail(way, "the pool of the user");
        }
        task.run();
    }

    @Override
    public void shutdown() {}

    @Override
    public List<Runnable> shutdownNow() {
        return List.of();
    }

    @Override
    public boolean isShutdown() {
        return false;
    }

    @Override
    public boolean isTerminated() {
        return false;
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) {
        return true;
    }
}
