package step18;

/** The ring without the store of null: it looks like a store less. */
final class Tempting {
    private final Object[] slots = new Object[8];
    private int head;
    private int tail;

    void offer(Object message) {
        slots[tail++ & 7] = message;
    }

    // region poll
    Object poll() {
        return slots[head++ & 7];
    }
    // endregion
}
