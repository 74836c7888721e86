package io.mehari.impl.observe;

import io.mehari.Endpoint;
import io.mehari.Exchange;
import io.mehari.impl.engine.Watchers;
import io.mehari.impl.exchange.AbstractExchange;

/** Tells the notifiers what a step sends. */
public record SendWatch(Watchers watchers, Endpoint endpoint) implements StepWatch {
    @Override
    public long begin(Exchange exchange) {
        return watchers.sending((AbstractExchange) exchange, endpoint);
    }

    @Override
    public void ended(Exchange exchange, long begin) {
        watchers.sent((AbstractExchange) exchange, endpoint, begin);
    }
}
