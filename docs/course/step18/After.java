package step18;

/** A ring: an old array whose slots refer to young messages. */
final class After {
    // region slots
    private final Object[] slots = new Object[8];
    private int head;
    private int tail;

    void offer(Object message) {
        slots[tail++ & 7] = message;
    }

    Object poll() {
        int slot = head++ & 7;
        Object message = slots[slot];
        slots[slot] = null;
        return message;
    }
    // endregion
}
