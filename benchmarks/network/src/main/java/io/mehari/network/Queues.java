package io.mehari.network;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.LongAdder;

/** The queue of peers that have none of their own. */
final class Queues {
    private Queues() {}

    /** Starts the one thread that takes from it. */
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
