package io.mehari.impl;

import io.mehari.spi.ThreadPools;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Tells when no message came to a group for too long. All methods are for whoever has the group's turn. */
final class GroupTimer {
    /*
     * One task for each group whose time runs, however many messages come: a message moves the deadline, and the task,
     * when it comes too early, is armed again for what is left. Only a deadline that moves nearer arms it anew.
     */
    private final ContextServices services;
    private final Consumer<Group> expired;

    /** @param expired told by the timer's thread, so it must not do more than hand on */
    GroupTimer(ContextServices services, Consumer<Group> expired) {
        this.services = services;
        this.expired = expired;
    }

    /** A message came. */
    void restart(Group group, long timeoutMillis) {
        long now = System.nanoTime();
        group.timeoutMillis = timeoutMillis;
        group.deadlineNanos = now + TimeUnit.MILLISECONDS.toNanos(timeoutMillis);
        if (group.timer == null || group.deadlineNanos - group.timerNanos < 0 || hasFired(group, now)) {
            arm(group, now);
        }
    }

    private static boolean hasFired(Group group, long now) {
        return group.timerNanos - now <= 0;
    }

    /** Whether the time of the group is up; if not, it will be told again. */
    boolean isUp(Group group) {
        long now = System.nanoTime();
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
