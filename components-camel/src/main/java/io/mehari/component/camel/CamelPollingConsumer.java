package io.mehari.component.camel;

import io.mehari.Endpoint;
import io.mehari.Exchange;
import io.mehari.PollingConsumer;
import org.jspecify.annotations.Nullable;

/** Receives single messages from an endpoint of Camel. */
record CamelPollingConsumer(CamelEndpoint endpoint, org.apache.camel.PollingConsumer from) implements PollingConsumer {
    @Override
    public Endpoint getEndpoint() {
        return endpoint;
    }

    @Override
    public void start() {
        from.start();
    }

    @Override
    public void stop() {
        from.stop();
    }

    @Override
    public @Nullable Exchange receive(long timeoutMillis) {
        org.apache.camel.Exchange received = timeoutMillis < 0
                ? from.receive()
                : timeoutMillis == 0 ? from.receiveNoWait() : from.receive(timeoutMillis);
        if (received == null) {
            return null;
        }
        Exchange exchange = endpoint.createExchange(Crossing.pattern(received));
        Crossing.copyOutcome(received, exchange);
        CamelCompletions.give(received, exchange);
        return exchange;
    }
}
