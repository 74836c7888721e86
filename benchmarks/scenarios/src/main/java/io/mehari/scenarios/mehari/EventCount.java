package io.mehari.scenarios.mehari;

import io.mehari.Endpoint;
import io.mehari.Exchange;
import io.mehari.spi.EventNotifier;
import java.util.concurrent.atomic.LongAdder;

/** Counts all events. */
public final class EventCount implements EventNotifier {
    private final LongAdder events = new LongAdder();

    /** Listens to all events. */
    public EventCount() {}

    @Override
    public void onExchangeCreated(Exchange exchange) {
        events.increment();
    }

    @Override
    public void onExchangeSending(Exchange exchange, Endpoint endpoint) {
        events.increment();
    }

    @Override
    public void onExchangeSent(Exchange exchange, Endpoint endpoint, long nanos) {
        events.increment();
    }

    @Override
    public void onExchangeCompleted(Exchange exchange, long nanos) {
        events.increment();
    }

    @Override
    public void onExchangeFailed(Exchange exchange, long nanos) {
        events.increment();
    }
}
