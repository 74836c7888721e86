package io.mehari.testing;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A latch. Threads of a simulation wait for it in simulated time, other threads in real time. */
final class SimulatedLatch extends CountDownLatch {
    /*
     * No wake-up is lost: a thread is in the queue before it reads the count, and the count is changed before the
     * queue is read.
     */
    private final Queue<Member> waiting = new ConcurrentLinkedQueue<>();

    SimulatedLatch() {
        super(1);
    }

    @Override
    public void countDown() {
        super.countDown();
        waiting.forEach(each -> each.turns.unpark(each));
    }

    @Override
    public void await() throws InterruptedException {
        Member me = SimulatedThreading.me();
        if (me == null) {
            super.await();
        } else {
            await(me, Turns.NEVER);
        }
    }

    @Override
    public boolean await(long timeout, TimeUnit unit) throws InterruptedException {
        Member me = SimulatedThreading.me();
        return me == null ? super.await(timeout, unit) : await(me, me.turns.after(unit.toNanos(timeout)));
    }

    private boolean await(Member me, long deadline) throws InterruptedException {
        waiting.add(me);
        try {
            while (getCount() > 0) {
                if (Thread.interrupted()) {
                    throw new InterruptedException("Interrupted while waiting");
                }
                if (me.turns.now() >= deadline) {
                    return false;
                }
                me.turns.park(me, this, deadline);
            }
            return true;
        } finally {
            waiting.remove(me);
        }
    }
}
