package step09;

import java.util.concurrent.atomic.AtomicInteger;

/** Prints how often two real threads that copy one exchange at the same time break the first version. Not a test. */
public final class Race {
    private static final int ROUNDS = 1_000_000;

    private final AtomicInteger arrived = new AtomicInteger();
    private volatile Broken origin = new Broken();
    private volatile Broken copy;

    private Race() {}

    public static void main(String[] arguments) throws InterruptedException {
        Race race = new Race();
        Thread other = new Thread(race::copyMessages);
        other.start();
        System.out.println(race.copyAndWrite() + " of " + ROUNDS + " rounds lost a write");
        other.join();
    }

    private void copyMessages() {
        for (int round = 0; round < ROUNDS; round++) {
            meet(4 * round + 2);
            origin.copyMessage();
            meet(4 * round + 4);
        }
    }

    private int copyAndWrite() {
        int lost = 0;
        for (int round = 0; round < ROUNDS; round++) {
            Broken mine = new Broken();
            mine.setProperty("group", "a");
            origin = mine;
            meet(4 * round + 2);
            copy = mine.copy();
            meet(4 * round + 4);
            mine.setProperty("group", "b");
            lost += copy.getProperty("group").equals("b") ? 1 : 0;
        }
        return lost;
    }

    /** A barrier: waits until both threads are here. */
    @SuppressWarnings("ThreadPriorityCheck") // only for speed: the other thread may not be running
    private void meet(int both) {
        arrived.incrementAndGet();
        for (int spins = 0; arrived.get() - both < 0; spins++) {
            if (spins < 10_000) {
                Thread.onSpinWait();
            } else {
                Thread.yield();
            }
        }
    }
}
