package io.mehari.impl.engine;

import io.mehari.Endpoint;

/**
 * Lends endpoints whose URIs come from messages. An endpoint that was returned, and that nothing else uses, can be
 * removed.
 */
public interface EndpointLoans {
    /** The endpoint for a URI, made if there is none. Return it once. */
    Endpoint borrow(String uri);

    void giveBack(Endpoint endpoint);
}
