package io.mehari.scenarios.raw;

import java.util.ArrayList;
import java.util.List;

/** Threads that take from a queue until they are asked to end. */
final class Takers {
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean over;

    /** Takes a message from the queue and processes it. */
    interface Work {
        void run() throws InterruptedException;
    }

    void start(int count, Work work) {
        for (int i = 0; i < count; i++) {
            Thread thread = new Thread(() -> repeat(work), "taker-" + i);
            thread.setDaemon(true);
            threads.add(thread);
            thread.start();
        }
    }

    private void repeat(Work work) {
        try {
            while (!over) {
                work.run();
            }
        } catch (InterruptedException e) {
            // asked to end
        }
    }

    boolean areOver() {
        return over;
    }

    /** Ends the threads, and waits until all have ended. */
    void end() {
        over = true;
        threads.forEach(Thread::interrupt);
        for (Thread each : threads) {
            try {
                each.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }
}
