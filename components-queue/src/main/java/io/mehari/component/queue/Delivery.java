package io.mehari.component.queue;

import io.mehari.AsyncCallback;
import io.mehari.AsyncProcessor;
import io.mehari.Exchange;
import io.mehari.Processor;
import io.mehari.spi.ExchangeExtension;
import io.mehari.spi.ExchangeFactory;
import org.jspecify.annotations.Nullable;

/**
 * Ends a message in the consumer instead of the route. A failure goes to an exception handler, or to the sender that
 * waits for the reply.
 */
final class Delivery implements AsyncCallback {
    private final QueueConsumer consumer;
    private final ExchangeFactory exchanges;
    private final Exchange exchange;
    private final int lease;
    private final boolean answered;

    Delivery(QueueConsumer consumer, ExchangeFactory exchanges, Exchange exchange, boolean answered) {
        this.consumer = consumer;
        this.exchanges = exchanges;
        this.exchange = exchange;
        this.lease = exchanges.lease(exchange);
        this.answered = answered;
    }

    /** Whether the message is done; if not, the consumer's callback is called when it is. */
    @SuppressWarnings("CatchingUnchecked") // law Q9
    boolean give(Processor processor, @Nullable AsyncProcessor route) {
        boolean over = true;
        ExchangeExtension extension = exchange.getExchangeExtension();
        extension.setFromEndpoint(consumer.getEndpoint());
        extension.setFromRouteId(consumer.routeId());
        try {
            if (route != null) {
                over = route.process(exchange, this);
            } else {
                processor.process(exchange);
            }
        } catch (Throwable e) {
            exchange.setException(e);
        }
        if (over) {
            end();
        }
        return over;
    }

    @Override
    public void done(boolean doneSync) {
        if (!doneSync) {
            end();
            consumer.done(false);
        }
    }

    @Override
    public AsyncCallback calls() {
        return consumer;
    }

    private void end() {
        Exception failure = exchange.getException();
        try {
            if (failure != null && !answered) {
                consumer.report("A message failed", exchange, failure);
            }
        } finally {
            if (lease != 0) {
                exchanges.release(exchange, lease);
            } else {
                SharedQueue.end(exchange, exchanges);
            }
        }
    }
}
