package io.mehari.lab.camel.seda;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import org.apache.camel.AsyncCallback;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.apache.camel.ShutdownRunningTask;
import org.apache.camel.spi.ShutdownAware;
import org.apache.camel.spi.ShutdownStrategy;
import org.apache.camel.support.DefaultConsumer;

/** Takes exchanges from the queue with as many threads as the endpoint sets, and processes them in the route. */
final class RingConsumer extends DefaultConsumer implements ShutdownAware {
    /*
     * The threads sleep in take() until there is a message. To stop a thread, the consumer sends it an exchange that
     * only wakes it. If the queue has no room for that exchange, the threads are awake.
     */
    private final RingEndpoint endpoint;
    private final Ring ring;
    private ExecutorService threads;
    private CountDownLatch running = new CountDownLatch(0);
    private volatile boolean ending;
    private volatile boolean stopped;

    RingConsumer(RingEndpoint endpoint, Ring ring, Processor processor) {
        super(endpoint, processor);
        this.endpoint = endpoint;
        this.ring = ring;
    }

    @Override
    protected void doStart() throws Exception {
        ring.attach(this);
        super.doStart();
        ending = false;
        stopped = false;
        int count = endpoint.getConcurrentConsumers();
        running = new CountDownLatch(count);
        threads = endpoint.getCamelContext()
                .getExecutorServiceManager()
                .newFixedThreadPool(this, endpoint.getEndpointUri(), count);
        for (int i = 0; i < count; i++) {
            threads.execute(this::consume);
        }
    }

    private void consume() {
        try {
            Handling handling = new Handling();
            while (!stopped && !(ending && ring.queue().isEmpty())) {
                handling = handle(handling);
            }
        } finally {
            running.countDown();
        }
    }

    private Handling handle(Handling handling) {
        Exchange next;
        try {
            next = ring.queue().take();
        } catch (InterruptedException e) {
            return handling; // the loop ends if the consumer is stopped; otherwise a route has set the interrupt flag
        }
        if (next == ring.wakeUp()) {
            return handling;
        }
        next.getExchangeExtension().setFromEndpoint(endpoint);
        next.getExchangeExtension().setFromRouteId(getRouteId());
        return handling.process(next) ? handling : new Handling();
    }

    // ---- stopping

    @Override
    public boolean deferShutdown(ShutdownRunningTask task) {
        return true; // other routes may still send to this queue
    }

    @Override
    public int getPendingExchangesSize() {
        if (endpoint.isPurgeWhenStopping()) {
            ring.queue().clear();
        }
        return ring.queue().size();
    }

    /** Waits until the threads have processed all exchanges in the queue. */
    @Override
    public void prepareShutdown(boolean suspendOnly, boolean forced) {
        if (suspendOnly) {
            return;
        }
        ending = true;
        stopped = forced;
        wakeAll();
        ShutdownStrategy strategy = endpoint.getCamelContext().getShutdownStrategy();
        try {
            running.await(strategy.getTimeout(), strategy.getTimeUnit());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void wakeAll() {
        for (long i = running.getCount(); i > 0; i--) {
            ring.queue().offer(ring.wakeUp());
        }
    }

    @Override
    protected void doStop() throws Exception {
        stopped = true;
        if (threads != null) {
            endpoint.getCamelContext().getExecutorServiceManager().shutdownNow(threads);
            threads = null;
        }
        ring.queue().removeIf(each -> each == ring.wakeUp());
        if (endpoint.isPurgeWhenStopping()) {
            ring.queue().clear();
        }
        ring.detach(this);
        super.doStop();
    }

    /**
     * The callback for one exchange. It can be used again if Camel called it before process() returned; process()
     * returns false even then.
     */
    private final class Handling implements AsyncCallback {
        private volatile Exchange exchange;

        /** Processes the exchange. Returns whether it is already done. */
        boolean process(Exchange next) {
            exchange = next;
            try {
                getAsyncProcessor().process(next, this);
            } catch (Exception e) {
                getExceptionHandler().handleException("Error processing exchange", next, e);
            }
            return exchange == null;
        }

        @Override
        public void done(boolean synchronously) {
            Exchange processed = exchange;
            exchange = null;
            if (processed.getException() != null) {
                getExceptionHandler()
                        .handleException("Error processing exchange", processed, processed.getException());
            }
        }
    }
}
