package io.mehari.component.netty.socket;

import io.mehari.Exchange;
import io.netty.channel.ChannelPipeline;
import org.jspecify.annotations.Nullable;

/** Encodes the messages of a sending endpoint, and decodes the replies. */
public interface ClientProtocol {
    /** Adds decoders and encoders to a new connection. */
    void addTo(ChannelPipeline pipeline);

    /** The request to write for the exchange. Called on the sender's thread. */
    Object request(Exchange exchange) throws Exception;

    /** The reply for a decoded message, whose buffers are released. Called on an event loop. */
    Object decoded(Object message) throws Exception;

    /** Writes the reply to the sender's exchange. Called on an event loop. */
    void take(Exchange exchange, Object reply) throws Exception;

    /** Whether the connection may be reused after this reply, which is null if none was expected. */
    boolean mayBeReused(@Nullable Object reply);
}
