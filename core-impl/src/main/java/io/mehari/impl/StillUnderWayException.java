package io.mehari.impl;

import io.mehari.RoutingExecutionException;

/** Somebody who waited for an exchange was interrupted. The exchange goes on without him, so he must not touch it. */
final class StillUnderWayException extends RoutingExecutionException {
    private static final long serialVersionUID = 1L;

    StillUnderWayException(InterruptedException cause) {
        super("Interrupted while waiting for the end of an exchange; it is still under way", null, cause);
    }
}
