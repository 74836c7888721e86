package io.mehari.spi.internal;

import io.mehari.AsyncProducer;

/** A producer that may send differently if its step is the only one of a route that sends, and the last one. */
public interface OnlySender extends AsyncProducer {
    /** Called when the route is compiled: what comes from the route's own consumer ends with the send. */
    void sendsAlone();
}
