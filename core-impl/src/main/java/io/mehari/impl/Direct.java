package io.mehari.impl;

import io.mehari.Endpoint;

/** A call into the steps of another route. */
final class Direct extends Step {
    private final DirectEndpoint endpoint;

    Direct(DirectEndpoint endpoint) {
        this.endpoint = endpoint;
    }

    @Override
    int run(DefaultExchange exchange) throws Exception {
        RouteEntry entry = endpoint.target(exchange);
        if (entry == null) {
            return next;
        }
        if (!exchange.enterCall()) {
            throw new IllegalStateException("More than " + Flags.CALLS / Flags.CALL + " calls are nested at " + endpoint
                    + ": does a route call itself without end?");
        }
        if (entry.code().run(exchange, 0)) {
            exchange.leaveCall();
            return next;
        }
        return suspended(exchange, null);
    }

    @Override
    Endpoint endpoint() {
        return endpoint;
    }
}
