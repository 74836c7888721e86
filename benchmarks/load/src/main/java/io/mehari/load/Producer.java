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

/** Sends its part of the messages: first as fast as they are taken, to warm up, and then each when it is due. */
final class Producer {
    /*
     * A producer that was held up sends what is overdue at once, and each message's time runs from when it was due: so
     * the time that messages would have waited is in the figures, and no correction afterwards is needed.
     *
     * It spins before a message is due, since to sleep would add more than what is measured; only while there is much
     * time it sleeps, and wakes early. Where there are more threads than processors, each lets the others go first.
     */
    private static final long FAR_NANOS = TimeUnit.MILLISECONDS.toNanos(2);
    private static final long NEAR_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long NAP_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final long LONGEST_NANOS = TimeUnit.MINUTES.toNanos(1);

    /**
     * A shorter wait is not worth reading this thread's clock twice; one that is, ends so early that there is time for
     * it.
     */
    private static final long WORTH_A_CLOCK = 10_000;

    private static final long CLOCK_NANOS = 4_000;

    /** A producer that is so late gives up: the rate that it reached is in the figures. */
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

    /** A thread that sends whole rings until that time. */
    Thread warmUp(long until) {
        return thread(() -> {
            while (!over && System.nanoTime() - until < 0) {
                for (int i = 0; i < Payload.RING; i += schedule.together()) {
                    send();
                }
            }
        });
    }

    /** A thread that sends that many messages, each when it is due, says that it has, and lives until it may end. */
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

    /** Returns how late it is then. */
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
        waiting += Math.max(0, Math.min(now, due) - before); // beyond that, another thread had the processor
        if (!over) {
            lateness.recordValue(Math.min(LONGEST_NANOS, now - due));
        }
        return now - due;
    }

    /** By the clock of this thread: where processors are shared, other threads use part of the time. */
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

    @SuppressWarnings("ThreadPriorityCheck") // nothing relies on it
    private void pause() {
        if (yields) {
            Thread.yield();
        } else {
            Thread.onSpinWait();
        }
    }

    /** Lets it send what belongs together, and no more. */
    void end() {
        over = true;
    }

    /** What made it end before the time; null when nothing has. */
    @Nullable
    Throwable failure() {
        return failure;
    }

    /** How many messages it has sent; to be asked while none of its threads sends. As all that follow. */
    long sent() {
        return sent;
    }

    /** For how many nanoseconds it kept a processor busy with waiting. */
    long waiting() {
        return waiting;
    }

    /** How late it was itself where it had been in time before. */
    Histogram lateness() {
        return lateness;
    }

    boolean gaveUp() {
        return gaveUp;
    }
}
