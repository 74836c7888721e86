package io.mehari.scenarios.raw;

import java.util.concurrent.CountDownLatch;

/**
 * What a bare queue moves: made for each message, and of 80 bytes as one of Mehari's, so that both fill the caches
 * alike.
 */
class Envelope {
    final Object body;

    @SuppressWarnings("unused") // a header of 12 bytes and a reference make 16
    private long a, b, c, d, e, f, g, h;

    Envelope(Object body) {
        this.body = body;
    }

    /** Called by the thread that has done all there is to do. */
    void done() {}

    /** One whose sender waits. */
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
