package io.mehari.support;

import io.mehari.AsyncCallback;
import io.mehari.AsyncProducer;
import io.mehari.Endpoint;
import io.mehari.Exchange;
import io.mehari.spi.ThreadPools;
import io.mehari.spi.Threading;
import java.util.concurrent.CountDownLatch;

/** A base class for producers that may finish later: implement {@code process(exchange, callback)}. */
public abstract class DefaultAsyncProducer extends DefaultProducer implements AsyncProducer {

    protected DefaultAsyncProducer(Endpoint endpoint) {
        super(endpoint);
    }

    /**
     * Waits until the callback is called. An interrupt does not end the wait, because the exchange still belongs to the
     * thread that works on it; the interrupt flag is set again afterwards.
     */
    @Override
    public void process(Exchange exchange) throws Exception {
        CountDownLatch done = Threading.latch();
        if (process(exchange, new Blocked(done))) {
            return;
        }
        boolean interrupted = false;
        while (done.getCount() > 0) {
            try {
                done.await();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Resumes the sender. For threads that must not run user code, such as a thread of a client library: the sender's
     * route continues on a thread of the shared pool. A thread that is blocked in {@link #process(Exchange)} is woken
     * directly.
     */
    public static void resume(AsyncCallback callback, ThreadPools pools) {
        if (callback instanceof Blocked blocked) {
            blocked.done(false);
        } else {
            pools.resume(callback);
        }
    }

    /** Wakes the thread that waits for the end of the send. */
    private record Blocked(CountDownLatch done) implements AsyncCallback {
        @Override
        public void done(boolean doneSync) {
            done.countDown();
        }
    }
}
