package step13.solution;

import step13.Exercise;

/**
 * Counters of type long: at a thousand million messages a second they overflow after 292 years. With int counters a
 * mask instead of the remainder would also work, if the capacity is a power of two, as in {@code After}.
 */
public final class Solution extends Exercise {
    private final Object[] slots = new Object[5];
    private long head;
    private long tail;

    public Solution(int before) {
        super(before);
        head = before;
        tail = before;
    }

    @Override
    public boolean offer(Object message) {
        if (tail - head == slots.length) {
            return false;
        }
        slots[(int) (tail % slots.length)] = message;
        tail++;
        return true;
    }

    @Override
    public Object poll() {
        if (head == tail) {
            return null;
        }
        int slot = (int) (head % slots.length);
        Object message = slots[slot];
        slots[slot] = null;
        head++;
        return message;
    }
}
