package io.mehari.testing;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Decides which thread of a simulation runs, and moves its time. One thread at a time has the turn. */
final class Turns {
    /*
     * Threads are real, but only the thread with the turn runs; the others are blocked in awaitTurn(). A thread gives
     * up its turn when it parks, ends or comes to a step. Then a random number from the seed selects the next thread
     * among those that can run. If none can run, the time moves to the next deadline. So one seed always gives the same
     * order.
     *
     * The thread of the test is a member like the others. While it waits for a moment or until there is nothing to do
     * (`last`), it is selected only if no other can run at that moment.
     *
     * A member may also wait for something that this class does not see: a lock, a Future, a latch of the test. The
     * watchdog detects that its thread is blocked, and takes its turn away (OUTSIDE). When that thread continues, it
     * runs at the same time as another thread, until it next calls this class. This costs a few milliseconds and some
     * determinism, but nothing hangs.
     *
     * Everything is guarded by the monitor of this object, which no thread holds while it is blocked.
     */
    static final long NEVER = Long.MAX_VALUE;
    private static final int MOST_MOMENTS = 100_000;
    private static final int MOST_TURNS = 1_000_000;

    private final SplittableRandom random;
    private final List<Member> members = new ArrayList<>();
    private volatile long now = TimeUnit.SECONDS.toNanos(1);
    private volatile @Nullable Member running;
    private final Member driver;
    private final SimulatedThreads threads;
    private long turns;
    private int momentsLeft = NO_LIMIT;
    /** After this number of turns of other threads at one moment, the wait of the test fails. */
    int mostTurns = MOST_TURNS;

    private int turnsNow;
    private @Nullable String endless;
    private @Nullable String deadlock;
    private volatile boolean closed;

    private static final int NO_LIMIT = Integer.MAX_VALUE;
    /** A thread that catches Closed this often, for example in a loop, is blocked for ever. */
    private static final int MOST_ENDS = 100;

    /** The calling thread is that of the test, and gets the turn. */
    Turns(long seed) {
        random = new SplittableRandom(seed);
        threads = new SimulatedThreads(this);
        driver = new Member(Thread.currentThread(), this, false);
        driver.state = Member.State.RUNNING;
        running = driver;
        members.add(driver);
    }

    SimulatedThreads threads() {
        return threads;
    }

    Member driver() {
        return driver;
    }

    long now() {
        return now;
    }

    /** The moment after that time; never if that is too far away. */
    long after(long nanos) {
        long end = now + Math.max(0, nanos);
        return end < 0 ? NEVER : end;
    }

    /** A random number from 0 to below 1. */
    synchronized double random() {
        return random.nextDouble();
    }

    /** A random number from 1 to the given one. */
    synchronized int randomUpTo(int most) {
        return 1 + random.nextInt(most);
    }

    // ---- members

    /** Called before the thread is started. */
    synchronized void join(Member member) {
        if (!closed) {
            members.add(member);
            SimulatedThreading.join(member);
        }
    }

    /** Called by the first instruction of the thread. */
    void begin(Member member) {
        synchronized (this) {
            if (member.state == Member.State.NEW) {
                member.state = Member.State.READY;
            }
            dispatchIfIdle();
        }
        awaitTurn(member);
    }

    /** Called by the last instruction of the thread. */
    synchronized void ended(Member member) {
        member.state = Member.State.ENDED;
        members.remove(member);
        SimulatedThreading.exit(member);
        for (Member each : members) {
            if (each.state == Member.State.PARKED && each.blocker == member) { // it joins the thread
                makeReady(each);
            }
        }
        if (running == member) {
            running = null;
        }
        dispatchIfIdle();
    }

    synchronized boolean hasEnded(Member member) {
        return member.state == Member.State.ENDED;
    }

    /** After this, no thread gets a turn, and the time stands still. Threads that wait here end. */
    synchronized void close() {
        closed = true;
        members.forEach(each -> LockSupport.unpark(each.thread));
        those(each -> each.state == Member.State.NEW).forEach(SimulatedThreading::exit);
        members.clear();
    }

    // ---- what members do

    /** Blocks the calling member until it is woken or the deadline has come. */
    void park(Member me, Object blocker, long deadline) {
        comeIn(me);
        synchronized (this) {
            if (me.permit || deadline <= now || me.thread.isInterrupted()) {
                me.permit = false;
                return;
            }
            wait(me, blocker, deadline, false);
        }
        awaitTurn(me);
        synchronized (this) {
            me.permit = false;
        }
        failIfDeadlocked(me);
    }

    /** A point at which the seed decides whether another member runs. */
    void letOthersRun(Member me) {
        comeIn(me);
        synchronized (this) {
            me.state = Member.State.READY;
            giveUpTurn(me);
        }
        awaitTurn(me);
    }

    /** For the test: lets all others run until that moment. The time moves no further. */
    void runUntil(Member me, long moment) {
        comeIn(me);
        synchronized (this) {
            wait(me, this, moment, true);
        }
        awaitTurn(me);
        failIfDeadlocked(me);
    }

    /** For the test: lets all others run until none can run and none waits for a later moment. */
    void runUntilIdle(Member me) {
        comeIn(me);
        synchronized (this) {
            momentsLeft = MOST_MOMENTS;
            wait(me, this, NEVER, true);
        }
        awaitTurn(me);
        boolean tooMany;
        synchronized (this) {
            tooMany = momentsLeft <= 0;
            momentsLeft = NO_LIMIT;
        }
        failIfDeadlocked(me);
        synchronized (this) {
            if (tooMany) {
                throw new IllegalStateException("After " + MOST_MOMENTS + " different moments there is still work to"
                        + " do, such as that of a timer without repeatCount: use advance(Duration) instead."
                        + System.lineSeparator() + Waiting.of(members));
            }
            if (Waiting.isAnyInRoute(members, me)) {
                throw new SimulatedDeadlockError("No thread can run and no time-out is due, but messages are on"
                        + " threads that wait:" + System.lineSeparator() + Waiting.of(members));
            }
        }
    }

    private void wait(Member me, Object blocker, long deadline, boolean last) {
        me.state = Member.State.PARKED;
        me.blocker = blocker;
        me.deadline = deadline;
        me.last = last;
        giveUpTurn(me);
    }

    /** Gives up the turn. If the watchdog has already taken it, another member may have it. */
    private void giveUpTurn(Member me) {
        if (running == me) {
            dispatch(false);
        } else {
            dispatchIfIdle();
        }
    }

    /** Wakes a member, or gives it a permit for its next park. */
    synchronized void unpark(Member member) {
        if (member.state == Member.State.PARKED && !member.last) {
            makeReady(member);
            dispatchIfIdle();
        } else {
            member.permit = true;
        }
    }

    private static void makeReady(Member member) {
        member.state = Member.State.READY;
        member.deadline = NEVER;
        member.blocker = null;
        member.last = false;
    }

    // ---- turns

    /** A member that was blocked outside waits for its turn before it does anything here. */
    private void comeIn(Member me) {
        synchronized (this) {
            if (running == me) {
                return;
            }
            makeReady(me);
            dispatchIfIdle();
        }
        awaitTurn(me);
        failIfDeadlocked(me);
    }

    /** Blocks the calling thread for as long as another member has the turn. */
    void awaitTurn(Member me) {
        while (running != me) {
            if (closed && me != driver && me.ends++ < MOST_ENDS) {
                throw new Closed();
            }
            LockSupport.park(this);
            if (me.thread.isInterrupted()) {
                noteInterrupt(me);
            }
        }
        if (me.interrupted) {
            me.interrupted = false;
            me.thread.interrupt();
        }
    }

    /** Clears and remembers the interrupt flag, because with the flag set, park would return at once. */
    private synchronized void noteInterrupt(Member me) {
        me.interrupted = true;
        var unused = Thread.interrupted();
        if (me.hasToRun()) {
            dispatchIfIdle();
        }
    }

    private void dispatchIfIdle() {
        if (running == null) {
            dispatch(false);
        }
    }

    private void dispatch(boolean withoutThoseOutside) {
        Member next = closed ? null : next(withoutThoseOutside);
        running = null;
        if (next != null) {
            makeReady(next);
            next.state = Member.State.RUNNING;
            turns++;
            turnsNow = next == driver ? 0 : turnsNow + 1;
            running = next;
            LockSupport.unpark(next.thread);
        }
    }

    /**
     * The member that runs next. Moves the time if necessary.
     *
     * @param withoutThoseOutside whether the time may move although members are outside; the watchdog decides this
     * @return null if no member can run yet
     */
    private @Nullable Member next(boolean withoutThoseOutside) {
        while (true) {
            List<Member> ready = those(Member::hasToRun);
            if (!ready.isEmpty() && turnsNow >= mostTurns && driver.state == Member.State.PARKED) {
                return tooManyTurns();
            }
            if (!ready.isEmpty()) {
                return ready.get(random.nextInt(ready.size()));
            }
            long due = NEVER;
            for (Member each : members) {
                due = each.state == Member.State.PARKED ? Math.min(due, each.deadline) : due;
            }
            if (due > now && mayComeIn(withoutThoseOutside)) {
                return null;
            }
            if (due == NEVER || (due > now && momentsLeft != NO_LIMIT && momentsLeft-- <= 0)) {
                return nobodyCanRun();
            }
            if (due > now) {
                now = due;
                turnsNow = 0;
            }
            List<Member> woken = those(each -> each.state == Member.State.PARKED && each.deadline <= now && !each.last);
            woken.forEach(Turns::makeReady);
            if (woken.isEmpty()) { // the test waits for this moment, and for those outside that can continue
                return mayComeIn(withoutThoseOutside) ? null : driver;
            }
        }
    }

    private boolean mayComeIn(boolean onlyIfRunnable) {
        return !those(each -> each.state == Member.State.OUTSIDE
                        && (!onlyIfRunnable || each.thread.getState() == Thread.State.RUNNABLE))
                .isEmpty();
    }

    private @Nullable Member nobodyCanRun() {
        if (driver.state != Member.State.PARKED) {
            return null; // the test itself is blocked outside
        }
        if (!driver.last && those(each -> each.state == Member.State.OUTSIDE).isEmpty()) {
            deadlock = "Deadlock: no thread can run and no time-out is due, and the test waits:"
                    + System.lineSeparator() + Waiting.of(members);
            return driver;
        }
        return driver.last ? driver : null;
    }

    private Member tooManyTurns() {
        endless = "After " + mostTurns + " turns of threads at one moment there is still work to do, such as that of"
                + " routes that send to each other in a ring: let one of them delay, or stop after some messages."
                + System.lineSeparator() + Waiting.of(members);
        return driver;
    }

    private List<Member> those(Predicate<Member> wanted) {
        List<Member> some = new ArrayList<>();
        for (Member each : members) {
            if (wanted.test(each)) {
                some.add(each);
            }
        }
        return some;
    }

    private synchronized void failIfDeadlocked(Member me) {
        String work = endless;
        String text = deadlock;
        if (me == driver) {
            endless = null;
            deadlock = null;
            if (work != null) {
                throw new IllegalStateException(work);
            } else if (text != null) {
                throw new SimulatedDeadlockError(text);
            }
        }
    }

    /** Ends a thread that still waits when its simulation is closed. */
    static final class Closed extends Error {
        Closed() {
            super("The simulation has been closed", null, false, false);
        }
    }

    // ---- for the watchdog

    /** The number of turns so far. If it has not changed, the same member still has the turn. */
    synchronized long turns() {
        return turns;
    }

    @Nullable
    Member running() {
        return running;
    }

    /** Whether members are outside, and all of them wait for a monitor. */
    synchronized boolean areBlockedByMonitors() {
        List<Member> outside = those(each -> each.state == Member.State.OUTSIDE);
        return !outside.isEmpty() && outside.stream().allMatch(each -> each.thread.getState() == Thread.State.BLOCKED);
    }

    /** Takes the turn from a member whose thread is blocked outside. */
    synchronized void takeTurn(Member from, long turn) {
        if (running == from && turns == turn && !closed) {
            from.state = Member.State.OUTSIDE;
            dispatch(false);
        }
    }

    /** Lets the time move if no member has the turn and those outside do not continue. */
    synchronized void nudge() {
        if (running == null) {
            dispatch(true);
        }
    }

    /** Fails the wait of the test, because nothing has run for a long real time. */
    synchronized void failStandstill() {
        if (closed || running != null) {
            return;
        }
        deadlock = "No thread of the simulation has run for a long time, and at least one waits for something outside"
                + " of it:" + System.lineSeparator() + Waiting.of(members);
        if (driver.state == Member.State.PARKED) {
            makeReady(driver);
            dispatch(false);
        } else {
            driver.thread.interrupt();
        }
    }

    /** The text of a deadlock that the test has not seen yet; null if there is none. */
    synchronized @Nullable String unseenDeadlock() {
        return deadlock;
    }

    synchronized boolean isClosed() {
        return closed;
    }
}
