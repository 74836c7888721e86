package io.mehari.impl.endpoint;

import io.mehari.spi.Threading;
import io.mehari.spi.internal.SafeText;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/**
 * Who makes, starts or stops which endpoint or component, so that no lock is held during that. Threads that would wait
 * for each other in a circle are refused.
 */
final class Claims {
    private final Object lock;
    private final Map<Object, Claim> work = new HashMap<>();
    private final Map<Thread, Claim> waits = new HashMap<>();

    private static final class Claim {
        final Thread thread = Thread.currentThread();
        final CountDownLatch over = Threading.latch();
    }

    /** The lock also guards what the claims are about: a caller that holds it changes both at once. */
    Claims(Object lock) {
        this.lock = lock;
    }

    /** True if this thread has claimed it now; false if another thread had, and has ended that. Then look again. */
    boolean claim(Object what) {
        Claim other;
        synchronized (lock) {
            other = work.get(what);
            if (other == null) {
                work.put(what, new Claim());
                return true;
            }
            for (Claim each = other; each != null; each = waits.get(each.thread)) {
                if (each.thread == Thread.currentThread()) {
                    throw new IllegalStateException(SafeText.of(what) + " is asked for by code that makes, starts or"
                            + " stops it: ask for it later");
                }
            }
            waits.put(Thread.currentThread(), other);
        }
        boolean interrupted = false;
        while (other.over.getCount() > 0) {
            try {
                other.over.await();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        Threading.restoreInterrupt(interrupted);
        synchronized (lock) {
            waits.remove(Thread.currentThread());
        }
        return false;
    }

    /** Nothing happens if this thread has not claimed it. So what has thrown can be called again (law S4). */
    void end(Object what) {
        synchronized (lock) {
            Claim ended = work.get(what);
            if (ended != null && ended.thread == Thread.currentThread()) {
                ended.over.countDown();
                work.remove(what);
            }
        }
    }

    /** Claims it for this thread. Nobody else has: the caller holds the lock, and knows that. */
    void put(Object what) {
        work.put(what, new Claim());
    }

    boolean isMine(Object what) {
        synchronized (lock) {
            Claim claim = work.get(what);
            return claim != null && claim.thread == Thread.currentThread();
        }
    }
}
