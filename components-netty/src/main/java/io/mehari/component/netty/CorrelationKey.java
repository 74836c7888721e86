package io.mehari.component.netty;

import org.jspecify.annotations.Nullable;

/**
 * Finds the request to which a reply belongs, for the option {@code correlation=#name}. With it, many requests share
 * one connection, and replies may come in any order.
 */
@FunctionalInterface
public interface CorrelationKey {
    /**
     * The key of a request that is about to be sent, or of a reply that has come. It is called on the sender's thread
     * or on an event loop, so it must not block.
     *
     * @param body the body: of a reply as the decoder returns it, of a request as the encoder gets it
     * @return a value that request and reply have in common; null for a message that is not a reply, which is ignored
     */
    @Nullable
    Object of(Object body) throws Exception;
}
