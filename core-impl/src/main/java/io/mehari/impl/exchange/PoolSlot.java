package io.mehari.impl.exchange;

import io.mehari.ExchangeReleasedException;
import io.mehari.impl.base.VarHandles;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/** The slot of an exchange in its pool. It records whether the exchange is in use. */
public final class PoolSlot {
    /*
     * `hands` counts acquisitions and releases: it is odd while the exchange is in use, and even while it is in the
     * pool. Only the owner of the exchange moves it from odd to even, by a compare-and-set, so a second release is
     * refused. Only the thread that popped this slot moves it from even to odd, and no other thread writes meanwhile.
     * A release by code that no longer owns the exchange is not seen once the exchange has another message: checked
     * mode finds such code, because it uses no exchange twice.
     */
    final ExchangePool pool;
    final int number;
    final AbstractExchange exchange;

    private volatile long hands = 1;
    private volatile @Nullable Throwable releasedAt;

    PoolSlot(ExchangePool pool, int number) {
        this.pool = pool;
        this.number = number;
        this.exchange = pool.make(this);
    }

    long changesOfHands() {
        return hands;
    }

    /** Called by the thread that popped this slot. Other threads see the new owner together with the exchange. */
    void takeOut() {
        HANDS.setOpaque(this, (long) HANDS.getOpaque(this) + 1);
    }

    /** Ends the current use; false if it has ended already. */
    boolean giveBack() {
        long seen = hands;
        return (seen & 1) == 1 && HANDS.compareAndSet(this, seen, seen + 1);
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

    private static final VarHandle HANDS = VarHandles.field(MethodHandles.lookup(), "hands", long.class);
}
