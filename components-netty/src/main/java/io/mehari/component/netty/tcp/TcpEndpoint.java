package io.mehari.component.netty.tcp;

import io.mehari.Consumer;
import io.mehari.Exchange;
import io.mehari.InvalidPayloadException;
import io.mehari.Processor;
import io.mehari.RoutingContext;
import io.mehari.component.netty.CorrelationKey;
import io.mehari.component.netty.socket.Client;
import io.mehari.component.netty.socket.ClientPool;
import io.mehari.component.netty.socket.CurrentConnection;
import io.mehari.component.netty.socket.EventLoops;
import io.mehari.component.netty.socket.SocketEndpoint;
import io.mehari.component.netty.socket.SocketSettings;
import io.mehari.spi.EndpointOption;
import io.mehari.spi.EndpointOptions;
import io.netty.channel.ChannelPipeline;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code netty:tcp}: messages over TCP, with a reply or one way. */
public final class TcpEndpoint extends SocketEndpoint {
    public static final List<EndpointOption<?>> OPTIONS = TcpOptions.ALL.list();

    private final TcpSettings settings;
    private final Frames frames;

    /** @param address {@code host:port} */
    public TcpEndpoint(RoutingContext context, String uri, EventLoops loops, String address, EndpointOptions options) {
        this(context, uri, loops, new TcpSettings(SocketSettings.HostPort.parse(uri, address, -1), options));
    }

    private TcpEndpoint(RoutingContext context, String uri, EventLoops loops, TcpSettings settings) {
        super(context, uri, loops, settings);
        this.settings = settings;
        this.frames = new Frames(settings);
    }

    @Override
    public TcpSettings settings() {
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
    protected String noReply() {
        return ". If the other side sends no replies, set sync=false here";
    }

    @Override
    public boolean expectsReplies() {
        return settings.sync;
    }

    @Override
    protected Client newClient() {
        boolean shared = settings.correlation != null || !settings.sync;
        return shared && !settings.disconnect
                ? new CurrentConnection(this, settings.correlation)
                : new ClientPool(this, this);
    }

    @Override
    protected @Nullable Object key(Object request) throws Exception {
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
