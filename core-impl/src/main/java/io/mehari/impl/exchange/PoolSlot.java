package io.mehari.impl.exchange;

import io.mehari.ExchangeReleasedException;
import io.mehari.impl.base.VarHandles;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/** The slot of an exchange in its pool. It records whether the exchange is in use. */
public final class PoolSlot {
    /*
     * `lease` counts acquisitions and releases: it is odd while the exchange is in use, and even while it is in the
     * pool. Only the owner of the exchange moves it from odd to even, by a compare-and-set, so a second release is
     * refused. Only the thread that popped this slot moves it from even to odd, and no other thread writes meanwhile.
     * An owner stores the low half of the count. The statistics need all 64 bits, because a busy slot may change 2^32
     * times within minutes.
     */
    final ExchangePool pool;
    final int number;
    final AbstractExchange exchange;

    private volatile long lease = 1;
    private volatile @Nullable Throwable releasedAt;

    PoolSlot(ExchangePool pool, int number) {
        this.pool = pool;
        this.number = number;
        this.exchange = pool.make(this);
    }

    int lease() {
        return (int) lease;
    }

    long changesOfHands() {
        return lease;
    }

    /** Called by the thread that popped this slot. Other threads see the new owner together with the exchange. */
    void takeOut() {
        setLeaseOpaque(leaseOpaque() + 1);
    }

    /** Ends the current use; false if it had ended already. */
    boolean giveBack(int held) {
        long seen = lease;
        return (held & 1) == 1 && (int) seen == held && compareAndSetLease(seen, seen + 1);
    }

    // ---- checked mode

    void rememberRelease() {
        releasedAt = new Throwable(
                "Released here, by thread " + Thread.currentThread().getName());
    }

    ExchangeReleasedException usedAfterRelease() {
        return new ExchangeReleasedException(
                "This exchange was released to its pool and must not be used any more; the cause shows where it"
                        + " was released",
                releasedAt);
    }

    // ---- access

    private long leaseOpaque() {
        return (long) LEASE.getOpaque(this);
    }

    private void setLeaseOpaque(long value) {
        LEASE.setOpaque(this, value);
    }

    private boolean compareAndSetLease(long seen, long next) {
        return LEASE.compareAndSet(this, seen, next);
    }

    private static final VarHandle LEASE = VarHandles.field(MethodHandles.lookup(), "lease", long.class);
}
