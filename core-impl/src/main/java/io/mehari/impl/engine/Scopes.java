package io.mehari.impl.engine;

import io.mehari.spi.MessageScope;

/**
 * The message scopes of a route.
 *
 * @param areEntered whether the code is entered from outside of them, and not only resumed
 */
@SuppressWarnings("ArrayRecordComponent") // they are never compared
public record Scopes(MessageScope[] all, boolean areEntered, String routeId) {
    public Scopes entered(boolean entered) {
        return new Scopes(all, entered, routeId);
    }
}
