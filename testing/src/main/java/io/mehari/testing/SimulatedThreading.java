package io.mehari.testing;

import io.mehari.spi.internal.ThreadingSubstitute;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Implements {@link io.mehari.spi.Threading} for the threads of simulations: their waits and their clock. Other threads
 * use real time. {@link io.mehari.spi.Threading} finds this class by its name.
 */
public final class SimulatedThreading extends ThreadingSubstitute {
    private static final Map<Thread, Member> MEMBERS = new ConcurrentHashMap<>();

    /** For {@link io.mehari.spi.Threading}. */
    public SimulatedThreading() {}

    static void enter(Member driver) {
        if (MEMBERS.putIfAbsent(driver.thread, driver) != null) {
            throw new IllegalStateException("Thread " + driver.thread.getName()
                    + " already has a simulation, which is not closed: close it, or use that one");
        }
    }

    static void join(Member member) {
        MEMBERS.put(member.thread, member);
    }

    static void exit(Member member) {
        MEMBERS.remove(member.thread, member);
    }

    /** The calling thread as a member of its simulation; null if it belongs to none. */
    static @Nullable Member me() {
        return memberOf(Thread.currentThread());
    }

    private static @Nullable Member memberOf(Thread thread) {
        return MEMBERS.get(thread);
    }

    @Override
    public boolean isSimulated() {
        return me() != null;
    }

    @Override
    public long nanoTime() {
        Member me = me();
        return me == null ? System.nanoTime() : me.turns.now();
    }

    @Override
    public void park(Object blocker) {
        Member me = me();
        if (me == null) {
            LockSupport.park(blocker);
        } else {
            me.turns.park(me, blocker, Turns.NEVER);
        }
    }

    @Override
    public void parkNanos(Object blocker, long nanos) {
        Member me = me();
        if (me == null) {
            LockSupport.parkNanos(blocker, nanos);
        } else {
            me.turns.park(me, blocker, me.turns.after(nanos));
        }
    }

    @Override
    public void unpark(Thread thread) {
        Member member = memberOf(thread);
        if (member == null) {
            LockSupport.unpark(thread);
        } else {
            member.turns.unpark(member);
        }
    }

    @Override
    public void sleepNanos(long nanos) throws InterruptedException {
        Member me = me();
        if (me == null) {
            TimeUnit.NANOSECONDS.sleep(nanos);
            return;
        }
        long end = me.turns.after(nanos);
        while (me.turns.now() < end) {
            if (Thread.interrupted()) {
                throw new InterruptedException("Interrupted while sleeping");
            }
            me.turns.park(me, this, end);
        }
    }

    @Override
    public void join(Thread thread, long millis) throws InterruptedException {
        Member me = me();
        Member other = memberOf(thread);
        if (me == null || other == null) {
            thread.join(millis);
            return;
        }
        long end = millis == 0 ? Turns.NEVER : me.turns.after(TimeUnit.MILLISECONDS.toNanos(millis));
        while (thread.getState() != Thread.State.NEW && !me.turns.hasEnded(other) && me.turns.now() < end) {
            if (Thread.interrupted()) {
                throw new InterruptedException("Interrupted while waiting for the end of " + thread.getName());
            }
            me.turns.park(me, other, end);
        }
    }

    @Override
    public CountDownLatch latch() {
        return isSimulated() ? new SimulatedLatch() : new CountDownLatch(1);
    }

    @Override
    public double random() {
        Member me = me();
        return me == null ? ThreadLocalRandom.current().nextDouble() : me.turns.random();
    }
}
