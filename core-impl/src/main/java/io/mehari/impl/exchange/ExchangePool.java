package io.mehari.impl.exchange;

import io.mehari.ExchangePattern;
import io.mehari.spi.PoolStatistics;
import io.mehari.spi.internal.Log;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/** A bounded pool of exchanges. */
public final class ExchangePool {
    /*
     * Slots are made one by one up to the capacity. After that, if the pool is empty, an exchange is made outside of it
     * and left to the garbage collector. A slot belongs either to an owner or to the free list.
     *
     * In checked mode an exchange is never reused: it is marked as released, every further use throws, and its slot is
     * dropped. So code that uses an exchange after its release cannot change the next message by accident.
     */
    private static final int NOT_KEPT = -1;

    private final PoolSlot[] slots;
    private final FreeList free;
    private final AtomicInteger made = new AtomicInteger();
    private final LongAdder createdOutside = new LongAdder();
    private final LongAdder releasedOutside = new LongAdder();
    private final LongAdder refused = new LongAdder();
    private boolean checked;
    private final Origin nowhere;

    /** Call it before there is any message: the start of a context happens before its messages. */
    public void setChecked(boolean checked) {
        this.checked = checked;
    }

    public ExchangePool(int capacity, boolean checked, Origin nowhere) {
        if (capacity < 1) {
            throw new IllegalArgumentException("The capacity of a pool must be at least 1, not " + capacity);
        }
        this.slots = new PoolSlot[capacity];
        this.free = new FreeList(capacity);
        this.checked = checked;
        this.nowhere = nowhere;
    }

    AbstractExchange make(PoolSlot slot) {
        return new DefaultExchange(nowhere, 0, ExchangePattern.InOnly, slot);
    }

    public AbstractExchange acquire(Origin origin, long created) {
        int number = free.pop();
        if (number < 0) {
            return fresh(origin, created);
        }
        PoolSlot slot = slots[number];
        slot.takeOut();
        slot.exchange.begin(origin, created);
        return slot.exchange;
    }

    private AbstractExchange fresh(Origin origin, long created) {
        int number = checked ? NOT_KEPT : nextNumber();
        PoolSlot slot = new PoolSlot(this, number);
        if (number == NOT_KEPT) {
            createdOutside.increment();
        } else {
            slots[number] = slot; // visible to a thread that pops the number, because it is pushed later
        }
        slot.exchange.begin(origin, created);
        return slot.exchange;
    }

    /** The number of a new slot; NOT_KEPT if there are as many as the capacity. */
    private int nextNumber() {
        int number = made.get();
        while (number < slots.length) {
            if (made.compareAndSet(number, number + 1)) {
                return number;
            }
            number = made.get();
        }
        return NOT_KEPT;
    }

    boolean release(PoolSlot slot) {
        AbstractExchange exchange = slot.exchange;
        if (exchange.isEnding()) { // its remaining completions would run on the next message
            return refused("An exchange was released by one of its own completions; the call is ignored:"
                    + " release it when its unit of work is done");
        }
        if (!slot.giveBack()) {
            return refused("An exchange was released twice, or by code that no longer owns it; the call is ignored");
        }
        try {
            exchange.end(); // after giveBack: of two concurrent releases only one runs the completions
        } finally {
            takeBack(exchange, slot);
        }
        return true;
    }

    private void takeBack(AbstractExchange exchange, PoolSlot slot) {
        exchange.reset(nowhere);
        if (checked) {
            slot.rememberRelease();
            exchange.flags = Flags.RELEASED;
        }
        if (slot.number != NOT_KEPT) {
            free.push(slot.number);
        } else {
            releasedOutside.increment();
        }
    }

    private boolean refused(String why) {
        refused.increment();
        Log.warn(ExchangePool.class, why);
        return false;
    }

    public PoolStatistics statistics() {
        long released = releasedOutside.sum(); // first, so that the number in use is never negative
        long acquired = createdOutside.sum();
        int inside = Math.min(made.get(), slots.length);
        for (int i = 0; i < inside; i++) {
            PoolSlot slot = slots[i];
            if (slot != null) {
                long changes = slot.changesOfHands();
                acquired += (changes + 1) >>> 1;
                released += changes >>> 1;
            }
        }
        return new PoolStatistics(acquired, released, refused.sum(), inside, slots.length);
    }
}
