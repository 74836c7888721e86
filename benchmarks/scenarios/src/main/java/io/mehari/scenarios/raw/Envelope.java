package io.mehari.scenarios.raw;

import java.util.concurrent.CountDownLatch;

/**
 * The object that a bare queue transports. One is created for each message. It has 80 bytes, as a message of Mehari, so
 * that both use the caches in the same way.
 */
class Envelope {
    final Object body;

    @SuppressWarnings("unused") // a header of 12 bytes and a reference make 16
    private long a, b, c, d, e, f, g, h;

    Envelope(Object body) {
        this.body = body;
    }

    /** Called by the thread that has finished the work for this message. */
    void done() {}

    /** An envelope whose sender waits. */
    static final class Awaited extends Envelope {
        private final CountDownLatch latch = new CountDownLatch(1);

        Awaited(Object body) {
            super(body);
        }

        @Override
        void done() {
            latch.countDown();
        }

        void await() throws InterruptedException {
            latch.await();
        }
    }
}
