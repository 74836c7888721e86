package io.mehari.testing;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Checks in real time whether the thread with the turn is blocked by something that the simulation does not see. */
final class Watchdog {
    /*
     * One thread checks all simulations. It ends when there has been no simulation for a while.
     *
     * A thread is considered blocked if two successive checks find it waiting in the same turn. A thread that sleeps is
     * not considered blocked: it continues by itself, and the simulated time waits for it. A thread that was just
     * released looks blocked until it runs. So the time moves only if nothing has run during a few checks. They follow
     * each other faster if a monitor blocks all these threads, because its owner waits for a turn or for the time. On a
     * busy machine a released thread runs late, and so does this one: a late check counts for a quarter.
     */
    private static final int ON_TIME = 4;
    private static final int LATE = 1;
    private static final int LOOKS_BEFORE_TIME_MOVES = 3 * ON_TIME;

    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
    private static final long LOOK_SOON_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(30);
    private static final int LOOKS_BEFORE_END = 100;

    /** Guarded by itself. */
    private static final List<Watchdog> ALL = new ArrayList<>();

    private static boolean looking;

    private final Turns turns;
    private long suspectedTurn = -1;
    private long stillSince;
    private int stillLooks;
    private boolean stillSoon;

    private Watchdog(Turns turns) {
        this.turns = turns;
    }

    static void start(Turns turns) {
        synchronized (ALL) {
            ALL.add(new Watchdog(turns));
            if (looking) {
                return;
            }
            looking = true;
        }
        Thread thread = new Thread(null, Watchdog::lookAtAll, "simulation-watchdog", 0, false);
        thread.setDaemon(true);
        thread.start();
    }

    private static void lookAtAll() {
        int without = 0;
        boolean soon = false;
        while (true) {
            long pause = soon ? LOOK_SOON_NANOS : LOOK_NANOS;
            long begin = System.nanoTime();
            LockSupport.parkNanos(ALL, pause);
            boolean late = System.nanoTime() - begin > 2 * pause;
            List<Watchdog> all;
            synchronized (ALL) {
                ALL.removeIf(each -> each.turns.isClosed());
                without = ALL.isEmpty() ? without + 1 : 0;
                if (without > LOOKS_BEFORE_END) {
                    looking = false;
                    return;
                }
                all = List.copyOf(ALL);
            }
            soon = false;
            for (Watchdog each : all) {
                soon |= each.look(late ? LATE : ON_TIME);
            }
        }
    }

    /** Returns whether to look again soon. */
    private boolean look(int weight) {
        long turn = turns.turns();
        Member running = turns.running();
        if (running == null) {
            boolean byMonitors = turns.areBlockedByMonitors();
            lookAtStandstill(byMonitors, weight);
            return byMonitors;
        }
        stillSince = 0;
        stillLooks = 0;
        lookAt(running, turn);
        return running.thread.getState() == Thread.State.BLOCKED || turns.areBlockedByMonitors();
    }

    /** If another member has got the turn meanwhile, takeTurn does nothing. */
    private void lookAt(Member running, long turn) {
        if (!isBlocked(running.thread)) {
            suspectedTurn = -1;
        } else if (suspectedTurn != turn) {
            suspectedTurn = turn;
        } else {
            turns.takeTurn(running, turn);
        }
    }

    private static boolean isBlocked(Thread thread) {
        return switch (thread.getState()) {
            case BLOCKED, WAITING, TIMED_WAITING -> isOutside(thread.getStackTrace());
            default -> false;
        };
    }

    /**
     * Whether a blocked thread waits for anything but its turn. A thread that has just got the turn may not run yet, or
     * may wait until the former thread has left the monitor of the turns.
     */
    private static boolean isOutside(StackTraceElement[] stack) {
        for (StackTraceElement frame : stack) {
            String type = frame.getClassName();
            if (type.equals("java.lang.Thread") && frame.getMethodName().startsWith("sleep")) {
                return false; // it continues by itself
            }
            if (!type.startsWith("java.") && !type.startsWith("jdk.") && !type.startsWith("sun.")) {
                return !type.equals(Turns.class.getName());
            }
        }
        return false;
    }

    private void lookAtStandstill(boolean soon, int weight) {
        stillLooks = soon == stillSoon ? stillLooks + weight : weight;
        stillSoon = soon;
        if (stillLooks > LOOKS_BEFORE_TIME_MOVES) {
            stillLooks = 0;
            turns.nudge();
        }
        long now = System.nanoTime();
        if (turns.running() != null || stillSince == 0) {
            stillSince = now;
        } else if (now - stillSince > PATIENCE_NANOS) {
            stillSince = 0;
            turns.failStandstill();
        }
    }
}
