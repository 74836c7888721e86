package step16;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicLong;

/** A thread-safe pool that is hard to misuse. */
final class Leased {
    /*
     * A stack of numbers. The low half of head is the topmost number + 1. The high half is a stamp that every change
     * increments, so that a compare-and-set fails if the top was removed and pushed again meanwhile (the ABA problem).
     * below[n] is the number under n.
     */
    private final Exchange[] exchanges;
    private final int[] below;
    private final AtomicLong head = new AtomicLong();

    Leased(int capacity) {
        exchanges = new Exchange[capacity];
        below = new int[capacity];
        for (int i = 0; i < capacity; i++) {
            exchanges[i] = new Exchange(i);
            push(i);
        }
    }

    // region pool
    /** Takes an exchange and begins a lease; null if all are in use. */
    Exchange acquire(Object body) {
        int number = pop();
        if (number < 0) {
            return null;
        }
        Exchange exchange = exchanges[number];
        exchange.beginLease();
        exchange.body = body;
        return exchange;
    }

    /** Returns an exchange to the pool and ends this lease; false if the lease has ended already. */
    boolean release(Exchange exchange, int lease) {
        if (!exchange.endLease(lease)) {
            return false;
        }
        exchange.reset();
        push(exchange.number);
        return true;
    }
    // endregion

    private int pop() {
        while (true) {
            long seen = head.get();
            int top = (int) seen;
            if (top == 0) {
                return -1;
            }
            int next = (int) BELOW.getOpaque(below, top - 1);
            if (head.compareAndSet(seen, withStamp(seen, next))) {
                return top - 1;
            }
        }
    }

    private void push(int number) {
        while (true) {
            long seen = head.get();
            BELOW.setOpaque(below, number, (int) seen);
            if (head.compareAndSet(seen, withStamp(seen, number + 1))) {
                return;
            }
        }
    }

    private static long withStamp(long seen, int top) {
        return ((seen >>> 32) + 1) << 32 | top;
    }

    private static final VarHandle BELOW = MethodHandles.arrayElementVarHandle(int[].class);
}
