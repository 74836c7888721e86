package io.mehari.impl.exchange;

import io.mehari.impl.base.VarHandles;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A bounded stack of the numbers 0 to capacity-1, without duplicates. Lock-free; any number of threads may push and
 * pop.
 */
final class FreeList {
    /*
     * A Treiber stack of numbers. The low half of head is the topmost number + 1 (0: empty), and its high half is a
     * stamp that every change increments. below[n] is the number under n, plus 1.
     *
     * pop() reads below[top] while another thread may already have popped top and pushed it elsewhere, so the value may
     * be outdated. Then the compare-and-set fails, because the stamp has changed. Without the stamp it could succeed,
     * and a number would be lost or duplicated (the ABA problem). The stamp wraps after 2^32 changes: a thread would
     * have to pause between its two instructions for minutes, and continue at exactly the right change.
     *
     * What a thread wrote before push(n) is visible to the thread whose pop() returns n: both use volatile
     * compare-and-sets on head, and each reads what the one before it wrote.
     */
    private final int[] below;

    private volatile long head;

    FreeList(int capacity) {
        below = new int[capacity];
    }

    /** Removes and returns the number that was pushed last; -1 if there is none. */
    int pop() {
        while (true) {
            long seen = head;
            int top = (int) seen;
            if (top == 0) {
                return -1;
            }
            int next = belowOpaque(top - 1);
            if (compareAndSetHead(seen, withStamp(seen, next))) {
                return top - 1;
            }
        }
    }

    /** Adds a number, which only the calling thread has. */
    void push(int number) {
        while (true) {
            long seen = head;
            setBelowOpaque(number, (int) seen);
            if (compareAndSetHead(seen, withStamp(seen, number + 1))) {
                return;
            }
        }
    }

    private static long withStamp(long seen, int top) {
        return ((seen >>> 32) + 1) << 32 | top;
    }

    // ---- access

    private boolean compareAndSetHead(long seen, long next) {
        return HEAD.compareAndSet(this, seen, next);
    }

    private int belowOpaque(int number) {
        return (int) BELOW.getOpaque(below, number);
    }

    private void setBelowOpaque(int number, int next) {
        BELOW.setOpaque(below, number, next);
    }

    private static final VarHandle HEAD = VarHandles.field(MethodHandles.lookup(), "head", long.class);
    private static final VarHandle BELOW = MethodHandles.arrayElementVarHandle(int[].class);
}
