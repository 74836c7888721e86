package io.mehari.network;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.LongAdder;

/** The queue for peers that have no queue of their own. */
final class Queues {
    private Queues() {}

    /** Starts the only thread that takes from the queue. */
    static void take(BlockingQueue<byte[]> queue, LongAdder taken) {
        Thread taker = new Thread(
                () -> {
                    while (true) {
                        try {
                            queue.take();
                        } catch (InterruptedException e) {
                            return;
                        }
                        taken.increment();
                    }
                },
                "taker");
        taker.setDaemon(true);
        taker.start();
    }
}
