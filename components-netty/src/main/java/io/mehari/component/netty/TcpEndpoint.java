package io.mehari.component.netty;

import io.mehari.Consumer;
import io.mehari.Exchange;
import io.mehari.InvalidPayloadException;
import io.mehari.Processor;
import io.mehari.RoutingContext;
import io.netty.channel.ChannelPipeline;
import org.jspecify.annotations.Nullable;

/** {@code netty:tcp}: messages over TCP, with a reply or one way. */
final class TcpEndpoint extends NettyEndpoint implements ClientProtocol {
    private final TcpSettings settings;
    private final Frames frames;

    TcpEndpoint(RoutingContext context, String uri, EventLoops loops, TcpSettings settings) {
        super(context, uri, loops, settings);
        this.settings = settings;
        this.frames = new Frames(settings);
    }

    @Override
    TcpSettings settings() {
        return settings;
    }

    Frames frames() {
        return frames;
    }

    @Override
    public Consumer createConsumer(Processor processor) {
        return new TcpConsumer(this, processor);
    }

    @Override
    boolean expectsReplies() {
        return settings.sync;
    }

    @Override
    ClientProtocol protocol() {
        return this;
    }

    @Override
    Client newClient() {
        boolean shared = settings.correlation != null || !settings.sync;
        return shared && !settings.disconnect
                ? new CurrentLine(() -> new Line(this, settings, this, settings.correlation))
                : new ClientPool(this, settings, this);
    }

    @Override
    @Nullable
    Object key(Object request) throws Exception {
        CorrelationKey correlation = settings.correlation;
        if (correlation == null) {
            return null;
        }
        Object key = correlation.of(request);
        if (key == null) {
            throw new IllegalArgumentException(
                    this + ": the function of the option correlation has returned null for a request, so its reply"
                            + " could not be found: return what request and reply have in common");
        }
        return key;
    }

    // ---- the protocol of the sending side

    @Override
    public void addTo(ChannelPipeline pipeline) {
        frames.addTo(pipeline, () -> true);
    }

    @Override
    public Object request(Exchange exchange) throws Exception {
        Object message = frames.message(exchange);
        if (message == null) {
            throw new InvalidPayloadException(exchange, Object.class);
        }
        return message;
    }

    @Override
    public Object decoded(Object message) {
        return frames.body(message);
    }

    @Override
    public void take(Exchange exchange, Object reply) {
        exchange.setBody(reply);
    }

    @Override
    public boolean mayBeReused(@Nullable Object reply) {
        return !settings.disconnect;
    }
}
