package io.mehari.impl;

/** A call into the steps of another route. */
final class Direct extends Step {
    private final DirectEndpoint endpoint;

    Direct(DirectEndpoint endpoint) {
        this.endpoint = endpoint;
    }

    @Override
    int run(DefaultExchange exchange) throws Exception {
        RouteCode target = endpoint.target(exchange);
        if (target == null) {
            return next;
        }
        if (!exchange.enterCall()) {
            throw new IllegalStateException("More than " + Flags.CALLS / Flags.CALL + " calls are nested at " + endpoint
                    + ": does a route call itself without end?");
        }
        if (target.run(exchange, 0)) {
            exchange.leaveCall();
            return next;
        }
        return suspended(exchange, null);
    }
}
