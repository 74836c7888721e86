package step13;

/** Exercise: this ring fails after two thousand million messages. Correct it. */
public class Exercise {
    private final Object[] slots = new Object[5];
    private int head;
    private int tail;

    /** A ring through which this many messages have passed already, since a test cannot send so many. */
    public Exercise(int before) {
        head = before;
        tail = before;
    }

    /** Adds a message at the end; false if there are five. */
    public boolean offer(Object message) {
        if (tail - head == slots.length) {
            return false;
        }
        slots[tail % slots.length] = message;
        tail++;
        return true;
    }

    /** Removes the first message; null if there is none. */
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
