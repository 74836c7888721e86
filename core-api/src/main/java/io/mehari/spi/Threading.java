package io.mehari.spi;

import io.mehari.spi.internal.ThreadingSubstitute;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The monotonic clock, and every way in which a thread of Mehari waits for another one. A component that reads the time
 * or blocks a thread through these methods, and gets its threads from {@link ThreadPools}, also runs in the simulated
 * time of {@code mehari-testing}.
 */
public final class Threading {
    /*
     * SUBSTITUTE is null unless mehari-testing is on the path. It is a static final field, so the JIT compiler treats
     * it as a constant and removes the test: compiled code calls System.nanoTime() and LockSupport directly.
     *
     * The class is found by its name. If it is missing, this takes 0.15 ms at the start of a program; a ServiceLoader
     * would take 10 ms.
     */
    private static final String TESTING = "io.mehari.testing.SimulatedThreading";

    private static final @Nullable ThreadingSubstitute SUBSTITUTE = find();

    private Threading() {}

    private static @Nullable ThreadingSubstitute find() {
        try {
            Class<?> found = Class.forName(TESTING, true, Threading.class.getClassLoader());
            return found.asSubclass(ThreadingSubstitute.class)
                    .getDeclaredConstructor()
                    .newInstance();
        } catch (ClassNotFoundException e) {
            return null;
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Whether the calling thread runs in simulated time. */
    public static boolean isSimulated() {
        return SUBSTITUTE != null && SUBSTITUTE.isSimulated();
    }

    /** Nanoseconds since some moment, as {@link System#nanoTime()}. */
    public static long nanoTime() {
        return SUBSTITUTE == null ? System.nanoTime() : SUBSTITUTE.nanoTime();
    }

    /** Blocks the calling thread, as {@link LockSupport#park(Object)}. */
    public static void park(Object blocker) {
        if (SUBSTITUTE == null) {
            LockSupport.park(blocker);
        } else {
            SUBSTITUTE.park(blocker);
        }
    }

    /** Blocks the calling thread for a limited time, as {@link LockSupport#parkNanos(Object, long)}. */
    public static void parkNanos(Object blocker, long nanos) {
        if (SUBSTITUTE == null) {
            LockSupport.parkNanos(blocker, nanos);
        } else {
            SUBSTITUTE.parkNanos(blocker, nanos);
        }
    }

    /** Ends the current or next {@link #park} of a thread, as {@link LockSupport#unpark(Thread)}. */
    public static void unpark(@Nullable Thread thread) {
        if (SUBSTITUTE == null) {
            LockSupport.unpark(thread);
        } else if (thread != null) {
            SUBSTITUTE.unpark(thread);
        }
    }

    /** Waits for that time, or until the thread is interrupted. */
    public static void sleepNanos(long nanos) throws InterruptedException {
        if (SUBSTITUTE == null) {
            TimeUnit.NANOSECONDS.sleep(nanos);
        } else {
            SUBSTITUTE.sleepNanos(nanos);
        }
    }

    /** Waits until that thread has ended, but no longer than the time, as {@link Thread#join(long)}. */
    public static void join(Thread thread, long millis) throws InterruptedException {
        if (SUBSTITUTE == null) {
            thread.join(millis);
        } else {
            SUBSTITUTE.join(thread, millis);
        }
    }

    /**
     * Interrupts the calling thread again at the end of a wait that an interrupt must not end. A stop clears the
     * interrupt at its begin, with {@link Thread#interrupted}. Otherwise a stop by an interrupted thread would wait for
     * nothing, and messages would be lost.
     *
     * @param interrupted whether the thread was interrupted before or meanwhile; if not, this does nothing
     */
    public static void restoreInterrupt(boolean interrupted) {
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** A latch with the count 1. */
    public static CountDownLatch latch() {
        return SUBSTITUTE == null ? new CountDownLatch(1) : SUBSTITUTE.latch();
    }

    /** A random number from 0 to below 1. */
    public static double random() {
        return SUBSTITUTE == null ? ThreadLocalRandom.current().nextDouble() : SUBSTITUTE.random();
    }
}
