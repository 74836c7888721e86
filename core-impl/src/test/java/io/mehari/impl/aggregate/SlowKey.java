package io.mehari.impl.aggregate;

/**
 * A correlation key. All of these are equal. On any other thread than the one that made it, computing its hash code
 * takes long: so a thread that removes a group holds the lock of the group for that time.
 */
final class SlowKey {
    private final Thread maker = Thread.currentThread();
    private final Runnable slow;

    SlowKey(Runnable slow) {
        this.slow = slow;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SlowKey;
    }

    @Override
    public int hashCode() {
        if (Thread.currentThread() != maker) {
            slow.run();
        }
        return 1;
    }
}
