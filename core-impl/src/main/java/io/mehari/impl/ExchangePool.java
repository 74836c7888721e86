package io.mehari.impl;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/** A bounded number of exchanges that are used over and over. */
final class ExchangePool {
    /*
     * Slots are made one by one until there are as many as the capacity; then an exchange that finds the pool empty is
     * made outside of it and left to the garbage collector. A slot is either with an owner or in the free list.
     *
     * In checked mode an exchange is never used again: it is marked, every further use throws, and its slot is
     * forgotten. So a use after release cannot meet the next message by chance.
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

    /** To be called before there is any message: the start of a context is what the threads of its messages follow. */
    void setChecked(boolean checked) {
        this.checked = checked;
    }

    ExchangePool(int capacity, boolean checked, Origin nowhere) {
        if (capacity < 1) {
            throw new IllegalArgumentException("A pool's capacity must be at least 1, not " + capacity);
        }
        this.slots = new PoolSlot[capacity];
        this.free = new FreeList(capacity);
        this.checked = checked;
        this.nowhere = nowhere;
    }

    DefaultExchange acquire(Origin origin, long created) {
        int number = free.pop();
        if (number < 0) {
            return fresh(origin, created);
        }
        PoolSlot slot = slots[number];
        slot.takeOut();
        slot.exchange.begin(origin, created);
        return slot.exchange;
    }

    private DefaultExchange fresh(Origin origin, long created) {
        int number = checked ? NOT_KEPT : nextNumber();
        PoolSlot slot = new PoolSlot(this, number, nowhere);
        if (number == NOT_KEPT) {
            createdOutside.increment();
        } else {
            slots[number] = slot; // seen by whoever pops the number, since it is pushed later
        }
        slot.exchange.begin(origin, created);
        return slot.exchange;
    }

    /** A number that no slot has yet, or NOT_KEPT when there are as many as the capacity. */
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

    boolean release(DefaultExchange exchange, int lease) {
        PoolSlot slot = exchange.slot;
        if (slot == null || slot.pool != this) {
            return refused("An exchange that is not from this pool was given back to it: left alone");
        }
        if (exchange.isEnding()) { // the completions still to come would meet the next message
            return refused("An exchange was given back by one of its own completions: left alone;"
                    + " give it back when its unit of work is done");
        }
        if (!slot.giveBack(lease)) {
            return refused(
                    "An exchange was given back a second time, or by somebody who no longer owns it: left alone");
        }
        try {
            exchange.endWork(); // the lease has ended before: of two releases at once one runs the completions
        } finally {
            takeBack(exchange, slot);
        }
        return true;
    }

    private void takeBack(DefaultExchange exchange, PoolSlot slot) {
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

    PoolStatistics statistics() {
        long released = releasedOutside.sum(); // first, so that what is under way is never less than nothing
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
