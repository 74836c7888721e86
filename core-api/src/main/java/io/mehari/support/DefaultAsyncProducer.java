package io.mehari.support;

import io.mehari.AsyncProducer;
import io.mehari.Endpoint;
import io.mehari.Exchange;
import io.mehari.spi.Threading;
import java.util.concurrent.CountDownLatch;

/** A producer to extend that may finish later: implement {@code process(exchange, callback)}. */
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
        if (process(exchange, doneSync -> done.countDown())) {
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
}
