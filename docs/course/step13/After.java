package step13;

/** A ring buffer for one producer and one consumer: an array, and two counters that only grow. */
final class After implements Handoff {
    /*
     * Only the producer writes tail, only the consumer writes head. A slot is filled before tail is published and
     * read after tail is acquired; it is cleared before head is published and filled again after head is acquired.
     */
    private final Object[] slots;
    private final Counters counters;

    /** The capacity is a power of two. */
    After(int capacity, Counters counters) {
        if (Integer.bitCount(capacity) != 1) {
            throw new IllegalArgumentException("The capacity of a ring is a power of two, not " + capacity);
        }
        this.slots = new Object[capacity];
        this.counters = counters;
    }

    // region ring
    @Override
    public boolean offer(Object message) {
        long tail = counters.tail();
        if (tail - counters.seenHead() == slots.length && tail - counters.acquireHead() == slots.length) {
            return false;
        }
        slots[(int) tail & (slots.length - 1)] = message;
        counters.publishTail(tail + 1);
        return true;
    }

    @Override
    public Object poll() {
        long head = counters.head();
        if (head == counters.seenTail() && head == counters.acquireTail()) {
            return null;
        }
        int slot = (int) head & (slots.length - 1);
        Object message = slots[slot];
        slots[slot] = null;
        counters.publishHead(head + 1);
        return message;
    }
    // endregion

    /** Whether all slots are null, for tests. */
    boolean holdsNothing() {
        for (Object slot : slots) {
            if (slot != null) {
                return false;
            }
        }
        return true;
    }
}
