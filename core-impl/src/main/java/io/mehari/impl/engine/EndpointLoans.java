package io.mehari.impl.engine;

import io.mehari.Endpoint;

/**
 * Lends endpoints whose URIs come from messages. When an endpoint was returned and nothing else uses it, it can be
 * removed.
 */
public interface EndpointLoans {
    /** The endpoint for a URI, created if there is none. Return it once. */
    Endpoint borrow(String uri);

    void giveBack(Endpoint endpoint);
}
