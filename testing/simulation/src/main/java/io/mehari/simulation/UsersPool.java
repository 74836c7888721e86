package io.mehari.simulation;

import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** A user's executor that runs tasks at once, and fails as {@code executor WAY NTH} says. */
final class UsersPool extends ThreadPoolExecutor {
    private final String way;
    private final int nth;
    private int count;

    UsersPool(Line line) {
        super(0, 1, 0, TimeUnit.SECONDS, new SynchronousQueue<>()); // which is not used
        way = String.valueOf(line.after("executor"));
        nth = line.number(way, 1);
    }

    static boolean isFrom(Throwable failure) {
        return Planned.isAny(failure, each -> String.valueOf(each.getMessage()).startsWith("the pool of the user"));
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
}
