package io.mehari.component.netty;

import io.mehari.Exchange;
import io.netty.channel.ChannelPipeline;
import org.jspecify.annotations.Nullable;

/** How messages of a sending endpoint become bytes, and bytes become replies. */
interface ClientProtocol {
    /** Adds decoders and encoders to a new connection. */
    void addTo(ChannelPipeline pipeline);

    /** What is written for the exchange; called on the sender's thread. */
    Object request(Exchange exchange) throws Exception;

    /** What a decoded message is; its buffers are released. Called on an event loop. */
    Object decoded(Object message) throws Exception;

    /** Puts the reply into the sender's exchange; called on an event loop. */
    void take(Exchange exchange, Object reply) throws Exception;

    /** Whether the connection may be used again after that reply; null if none was expected. */
    boolean mayBeReused(@Nullable Object reply);
}
