package io.mehari.impl.exchange;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;

/** {@link FreeList} without the stamp: kept to show that the tests detect this fault. */
final class FreeListWithoutStamp {

    private final AtomicIntegerArray below;
    private final AtomicInteger head = new AtomicInteger();

    FreeListWithoutStamp(int capacity) {
        below = new AtomicIntegerArray(capacity);
    }

    int pop() {
        while (true) {
            int top = head.get();
            if (top == 0) {
                return -1;
            }
            int next = below.get(top - 1);
            if (head.compareAndSet(top, next)) {
                return top - 1;
            }
        }
    }

    void push(int number) {
        while (true) {
            int seen = head.get();
            below.set(number, seen);
            if (head.compareAndSet(seen, number + 1)) {
                return;
            }
        }
    }
}
