package io.mehari.lab.camel.seda;

import java.io.IOException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.camel.AsyncCallback;
import org.apache.camel.CamelExchangeException;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangeTimedOutException;
import org.apache.camel.StreamCache;
import org.apache.camel.WaitForTaskToComplete;
import org.apache.camel.support.DefaultAsyncProducer;
import org.apache.camel.support.ExchangeHelper;

/** Puts a copy of each exchange into the queue, and waits for its reply if the caller expects one. */
final class RingProducer extends DefaultAsyncProducer {
    private final RingEndpoint endpoint;
    private final Ring ring;

    RingProducer(RingEndpoint endpoint, Ring ring) {
        super(endpoint);
        this.endpoint = endpoint;
        this.ring = ring;
    }

    @Override
    public boolean process(Exchange exchange, AsyncCallback callback) {
        try {
            if (!isAccepted(exchange)) {
                // discarded, as the options of the endpoint allow
            } else if (expectsReply(exchange)) {
                ask(exchange);
            } else {
                tell(exchange);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            exchange.setException(e);
        } catch (CamelExchangeException | IOException | RuntimeException e) {
            exchange.setException(e);
        }
        callback.done(true);
        return true;
    }

    private boolean isAccepted(Exchange exchange) throws CamelExchangeException {
        if (ring.hasConsumer()) {
            return true;
        }
        if (endpoint.isFailIfNoConsumers()) {
            throw new CamelExchangeException("No consumers available on endpoint: " + endpoint, exchange);
        }
        return !endpoint.isDiscardIfNoConsumers();
    }

    private boolean expectsReply(Exchange exchange) {
        WaitForTaskToComplete wait =
                exchange.getProperty(Exchange.ASYNC_WAIT, WaitForTaskToComplete.class);
        if (wait == null) {
            wait = endpoint.getWaitForTaskToComplete();
        }
        return wait == WaitForTaskToComplete.Always
                || wait == WaitForTaskToComplete.IfReplyExpected && ExchangeHelper.isOutCapable(exchange);
    }

    private void tell(Exchange exchange) throws IOException, InterruptedException {
        Exchange copy = ExchangeHelper.createCorrelatedCopy(exchange, true, true);
        if (copy.getMessage().getBody() instanceof StreamCache) {
            StreamCache body = ((StreamCache) copy.getMessage().getBody()).copy(copy);
            if (body != null) {
                copy.getMessage().setBody(body);
            }
        }
        add(copy);
    }

    /** The caller's exchange keeps its completions, because the caller waits. */
    private void ask(Exchange exchange) throws InterruptedException, ExchangeTimedOutException {
        Exchange copy = ExchangeHelper.createCorrelatedCopy(exchange, false, true);
        Reply reply = new Reply(exchange);
        copy.getExchangeExtension().addOnCompletion(reply);
        add(copy);
        boolean replied = false;
        try {
            replied = reply.await(endpoint.getTimeout());
        } finally {
            if (!replied) {
                ring.queue().remove(copy);
            }
        }
        if (!replied) {
            throw new ExchangeTimedOutException(exchange, endpoint.getTimeout());
        }
    }

    private void add(Exchange copy) throws InterruptedException {
        BlockingQueue<Exchange> queue = ring.queue();
        long patience = endpoint.getOfferTimeout();
        if (endpoint.isDiscardWhenFull()) {
            queue.offer(copy, patience, TimeUnit.MILLISECONDS);
        } else if (endpoint.isBlockWhenFull() && patience == 0) {
            queue.put(copy);
        } else if (endpoint.isBlockWhenFull()) {
            if (!queue.offer(copy, patience, TimeUnit.MILLISECONDS)) {
                throw new IllegalStateException("The queue was full for " + patience + " ms");
            }
        } else {
            queue.add(copy);
        }
    }
}
