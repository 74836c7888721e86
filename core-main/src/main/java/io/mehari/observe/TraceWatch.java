package io.mehari.observe;

import io.mehari.Exchange;
import io.mehari.impl.observe.StepWatch;
import io.mehari.spi.internal.Log;
import io.mehari.spi.internal.SafeText;

/** Logs a step: what comes in, and how it fails. */
final class TraceWatch implements StepWatch {
    private final System.Logger logger = System.getLogger("io.mehari.trace");
    private final String routeId;
    private final String node;

    TraceWatch(String routeId, String node) {
        this.routeId = routeId;
        this.node = node;
    }

    @Override
    public long begin(Exchange exchange) {
        Object body = exchange.getBody();
        log(exchange, " body: " + (body == null ? "null" : body.getClass().getTypeName()));
        return 0;
    }

    @Override
    public void ended(Exchange exchange, long begin) {
        Exception failure = exchange.getException();
        if (failure != null) {
            log(exchange, " failed: " + SafeText.of(failure, 1000));
        }
    }

    private void log(Exchange exchange, String what) {
        if (Log.isOn(logger, System.Logger.Level.INFO)) {
            Log.write(logger, System.Logger.Level.INFO, routeId + " " + exchange.getExchangeId() + " " + node + what);
        }
    }
}
