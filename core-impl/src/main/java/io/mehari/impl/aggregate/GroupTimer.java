package io.mehari.impl.aggregate;

import io.mehari.spi.RoutingContextExtension;
import io.mehari.spi.ThreadPools;
import io.mehari.spi.Threading;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Detects groups that have got no message for too long. The caller of each method holds the lock of the group. */
final class GroupTimer {
    /*
     * Each group has one timer task, however many messages come. A message only moves the deadline; a task that runs
     * before the deadline is scheduled again for the time that is left. A deadline that moves nearer replaces the task.
     */
    private final RoutingContextExtension services;
    private final Consumer<Group> expired;

    /** @param expired called on the timer's thread, so it may only pass the group on to another thread */
    GroupTimer(RoutingContextExtension services, Consumer<Group> expired) {
        this.services = services;
        this.expired = expired;
    }

    /** Moves the deadline, because a message came. */
    void restart(Group group, long timeoutMillis) {
        long now = Threading.nanoTime();
        group.timeoutMillis = timeoutMillis;
        group.deadlineNanos = now + TimeUnit.MILLISECONDS.toNanos(timeoutMillis);
        if (group.timer == null || group.deadlineNanos - group.timerNanos < 0 || hasFired(group, now)) {
            arm(group, now);
        }
    }

    private static boolean hasFired(Group group, long now) {
        return group.timerNanos - now <= 0;
    }

    /** Whether the deadline has passed; if not, the timer will run again. */
    boolean isUp(Group group) {
        long now = Threading.nanoTime();
        if (group.deadlineNanos - now <= 0) {
            return true;
        }
        if (hasFired(group, now)) {
            arm(group, now);
        }
        return false;
    }

    private void arm(Group group, long now) {
        stop(group);
        long millis = TimeUnit.NANOSECONDS.toMillis(group.deadlineNanos - now) + 1;
        group.timerNanos = group.deadlineNanos;
        ThreadPools pools = services.getThreadPools();
        group.timer = pools.schedule(() -> expired.accept(group), millis);
    }

    void stop(Group group) {
        ThreadPools.Delayed timer = group.timer;
        if (timer != null) {
            timer.cancel();
            group.timer = null;
        }
    }
}
