package io.mehari.impl;

import io.mehari.ExchangeReleasedException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/** A pooled exchange's place in its pool, and whose it is at the moment. */
final class PoolSlot {
    /*
     * lease counts changes of hands: odd while the exchange is in use, even while it lies in the pool. Only the owner
     * of the exchange takes it from odd to even, by a compare-and-set, so that of two releases one is refused; only the
     * thread that popped this slot takes it from even to odd, and nobody else writes meanwhile. An owner remembers its
     * low half; the whole is for the statistics, since one busy slot changes hands 2^32 times within minutes.
     */
    final ExchangePool pool;
    final int number;
    final DefaultExchange exchange;

    private volatile long lease = 1;
    private volatile @Nullable Throwable releasedAt;

    PoolSlot(ExchangePool pool, int number, Origin nowhere) {
        this.pool = pool;
        this.number = number;
        this.exchange = new DefaultExchange(nowhere, 0, io.mehari.ExchangePattern.InOnly, this);
    }

    int lease() {
        return (int) lease;
    }

    long changesOfHands() {
        return lease;
    }

    /** Called by the thread that popped this slot. Its ownership reaches others together with the exchange. */
    void takeOut() {
        LEASE.setOpaque(this, (long) LEASE.getOpaque(this) + 1);
    }

    /** Ends an ownership; false when it had ended already. */
    boolean giveBack(int held) {
        long seen = lease;
        return (held & 1) == 1 && (int) seen == held && LEASE.compareAndSet(this, seen, seen + 1);
    }

    // ---- checked mode

    void rememberRelease() {
        releasedAt = new Throwable(
                "Released here, by thread " + Thread.currentThread().getName());
    }

    ExchangeReleasedException usedAfterRelease() {
        return new ExchangeReleasedException(
                "This exchange was given back to its pool and must not be used any more; the cause shows where",
                releasedAt);
    }

    private static final VarHandle LEASE;

    static {
        try {
            LEASE = MethodHandles.lookup().findVarHandle(PoolSlot.class, "lease", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }
}
