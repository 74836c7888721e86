package io.mehari.impl;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A bounded stack of the numbers 0 to capacity-1, each in it at most once. Any number of threads may push and pop.
 */
final class FreeList {
    /*
     * A Treiber stack over numbers: head holds the topmost number + 1 (0: empty) in its low half and a stamp, which
     * every change increments, in its high half; below[n] is what lies under n.
     *
     * pop() reads below[top] while another thread may already have taken top and pushed it elsewhere: the value may be
     * outdated. The compare-and-set fails then, because the stamp has moved on; without the stamp it could succeed and
     * lose or double a number (ABA). The stamp itself is back after 2^32 changes: a thread would have to sleep between its
     * two instructions for minutes, and wake up at exactly the right change.
     *
     * What a thread wrote before push(n) is seen by the thread whose pop() returns n: both go through head with
     * volatile compare-and-sets, each of which reads what the one before it wrote.
     */
    private final int[] below;

    private volatile long head;

    FreeList(int capacity) {
        below = new int[capacity];
    }

    /** The number that was pushed last, or -1 when there is none. */
    int pop() {
        while (true) {
            long seen = head;
            int top = (int) seen;
            if (top == 0) {
                return -1;
            }
            int next = (int) BELOW.getOpaque(below, top - 1);
            if (HEAD.compareAndSet(this, seen, withStamp(seen, next))) {
                return top - 1;
            }
        }
    }

    /** Puts a number in; the caller must be the one who has it. */
    void push(int number) {
        while (true) {
            long seen = head;
            BELOW.setOpaque(below, number, (int) seen);
            if (HEAD.compareAndSet(this, seen, withStamp(seen, number + 1))) {
                return;
            }
        }
    }

    private static long withStamp(long seen, int top) {
        return ((seen >>> 32) + 1) << 32 | top;
    }

    private static final VarHandle HEAD;
    private static final VarHandle BELOW = MethodHandles.arrayElementVarHandle(int[].class);

    static {
        try {
            HEAD = MethodHandles.lookup().findVarHandle(FreeList.class, "head", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }
}
