package step13;

/** Yours: this ring works, for two thousand million messages. Let it go on. */
public class Exercise {
    private final Object[] slots = new Object[5];
    private int head;
    private int tail;

    /** A ring that so many messages have gone through already: no test has the time to send them. */
    public Exercise(int before) {
        head = before;
        tail = before;
    }

    /** Adds at the end; false when there are five. */
    public boolean offer(Object message) {
        if (tail - head == slots.length) {
            return false;
        }
        slots[tail % slots.length] = message;
        tail++;
        return true;
    }

    /** Takes the first; null when there is none. */
    public Object poll() {
        if (head == tail) {
            return null;
        }
        Object message = slots[head % slots.length];
        slots[head % slots.length] = null;
        head++;
        return message;
    }
}
