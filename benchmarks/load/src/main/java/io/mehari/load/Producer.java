package io.mehari.load;

import io.mehari.scenarios.Payload;
import io.mehari.scenarios.Subject;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Sends its share of the messages: first as fast as they are accepted, to warm up, and then each one when it is due.
 */
final class Producer {
    /*
     * A producer that was delayed sends all overdue messages at once, and the latency of each message starts when it
     * was due. So the figures include the time that messages would have waited, and need no correction afterwards.
     *
     * It spins before a message is due, because sleeping would add more than the measured time. It sleeps only if there
     * is much time left, and wakes early. If there are more threads than processors, each thread yields to the others.
     */
    private static final long FAR_NANOS = TimeUnit.MILLISECONDS.toNanos(2);
    private static final long NEAR_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long NAP_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final long LONGEST_NANOS = TimeUnit.MINUTES.toNanos(1);

    /**
     * For a shorter wait, this thread's clock is not read. A longer wait ends early enough to have time for reading it.
     */
    private static final long WORTH_A_CLOCK = 10_000;

    private static final long CLOCK_NANOS = 4_000;

    /** A producer that is this late gives up. The figures have the rate that it reached. */
    private static final long MOST_BEHIND_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private final Subject subject;
    private final Plan plan;
    private final Schedule schedule;
    private final int index;
    private final Bodies bodies;
    private final boolean yields;
    private final Histogram lateness = new Histogram(LONGEST_NANOS, 2);
    private long sent;
    private long waiting;
    private boolean gaveUp;
    private volatile boolean over;
    private volatile @Nullable Throwable failure;

    Producer(Subject subject, Plan plan, int index) {
        this.subject = subject;
        this.plan = plan;
        this.index = index;
        schedule = plan.schedule();
        bodies = new Bodies(plan.mix(), plan.bytes(), index);
        yields = plan.variation().senders() + 1 > Runtime.getRuntime().availableProcessors();
    }

    Bodies bodies() {
        return bodies;
    }

    /** A thread that sends complete rings of bodies until that time. */
    Thread warmUp(long until) {
        return thread(() -> {
            while (!over && System.nanoTime() - until < 0) {
                for (int i = 0; i < Payload.RING; i += schedule.together()) {
                    send();
                }
            }
        });
    }

    /**
     * A thread that sends that many messages, each when it is due. It then counts down {@code done}, and lives until
     * {@code mayEnd}.
     */
    Thread work(long begin, CountDownLatch done, CountDownLatch mayEnd) {
        long first = sent;
        long end = first + schedule.share(index, plan.count(), plan.unit());
        return thread(() -> {
            try {
                while (sent < end && (!over || (sent - first) % plan.unit() != 0)) {
                    long due = begin + schedule.nanos(index, sent - first);
                    long behind = awaitTime(due);
                    send();
                    if (behind > MOST_BEHIND_NANOS) {
                        gaveUp = true;
                        over = true;
                    }
                }
            } finally {
                done.countDown();
            }
            mayEnd.await();
        });
    }

    private interface Work {
        void run() throws Exception;
    }

    private Thread thread(Work work) {
        Thread thread = new Thread(
                () -> {
                    try {
                        work.run();
                    } catch (Throwable e) {
                        failure = e;
                    }
                },
                "producer-" + index);
        thread.setDaemon(true);
        return thread;
    }

    private void send() throws Exception {
        subject.send(schedule.together() > 1 ? bodies.asList() : bodies.at(sent));
        sent += schedule.together();
    }

    /** Waits until the time. Returns how late it is then. */
    private long awaitTime(long due) {
        long now = System.nanoTime();
        if (now - due >= 0) {
            return now - due;
        }
        while (due - now > FAR_NANOS && !over) {
            LockSupport.parkNanos(Math.min(NAP_NANOS, due - now - NEAR_NANOS));
            now = System.nanoTime();
        }
        now = due - now > WORTH_A_CLOCK ? spinByClock(due - CLOCK_NANOS) : now;
        long before = now;
        while (now - due < 0 && !over) {
            pause();
            now = System.nanoTime();
        }
        waiting += Math.max(0, Math.min(now, due) - before); // after the due time, another thread had the processor
        if (!over) {
            lateness.recordValue(Math.min(LONGEST_NANOS, now - due));
        }
        return now - due;
    }

    /**
     * Measures the wait with the clock of this thread, because other threads use part of the time if they share the
     * processor.
     */
    private long spinByClock(long until) {
        long begin = threads.getCurrentThreadCpuTime();
        long now = System.nanoTime();
        while (now - until < 0 && !over) {
            pause();
            now = System.nanoTime();
        }
        waiting += threads.getCurrentThreadCpuTime() - begin;
        return System.nanoTime();
    }

    @SuppressWarnings("ThreadPriorityCheck") // correctness does not depend on it
    private void pause() {
        if (yields) {
            Thread.yield();
        } else {
            Thread.onSpinWait();
        }
    }

    /** Asks it to end after the current unit of messages. */
    void end() {
        over = true;
    }

    /** The failure that ended it early; null if there is none. */
    @Nullable
    Throwable failure() {
        return failure;
    }

    /** The number of sent messages. Call this and the following methods only while none of its threads sends. */
    long sent() {
        return sent;
    }

    /** For how many nanoseconds it kept a processor busy while waiting. */
    long waiting() {
        return waiting;
    }

    /** How late it was itself, for messages that were not yet due when it reached them. */
    Histogram lateness() {
        return lateness;
    }

    boolean gaveUp() {
        return gaveUp;
    }
}
