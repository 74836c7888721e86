package io.mehari.spi.internal;

import io.mehari.AsyncCallback;
import io.mehari.AsyncProcessor;
import io.mehari.Exchange;
import io.mehari.SendInterruptedException;
import io.mehari.spi.Threading;
import java.util.concurrent.CountDownLatch;

/** The callback of a thread that waits until asynchronous work is done. It runs no user code. */
public record WaitingThread(CountDownLatch finished) implements AsyncCallback {
    @Override
    public void done(boolean doneSync) {
        finished.countDown();
    }

    /** Calls the processor, and waits until it is done. An interrupt does not end the wait; its flag is set again. */
    public static void await(AsyncProcessor processor, Exchange exchange) {
        CountDownLatch done = Threading.latch();
        boolean interrupted = false;
        boolean ended = processor.process(exchange, new WaitingThread(done));
        while (!ended) {
            try {
                done.await();
                ended = true;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        Threading.restoreInterrupt(interrupted);
    }

    /** Waits until a route is done. An interrupt ends the wait; the exchange stays in flight, and the flag is set. */
    public static void awaitRoute(CountDownLatch done) {
        try {
            done.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SendInterruptedException(e);
        }
    }
}
