package io.mehari.component.netty.socket;

import io.mehari.component.netty.CorrelationKey;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The current {@link SharedConnection} of an endpoint. After a restart of the context it is a new one, because the
 * event loops end with the context.
 */
public final class CurrentConnection extends Client {
    private final Supplier<SharedConnection> maker;
    private volatile SharedConnection current;
    private boolean closed;

    public CurrentConnection(SocketEndpoint endpoint, @Nullable CorrelationKey correlation) {
        this.maker = () -> new SharedConnection(endpoint, correlation);
        this.current = maker.get();
    }

    @Override
    void send(Call call) {
        current().send(call);
    }

    private SharedConnection current() {
        SharedConnection known = current;
        return known.isOver() ? replaced() : known;
    }

    private synchronized SharedConnection replaced() {
        if (current.isOver() && !closed) {
            current = maker.get();
        }
        return current;
    }

    @Override
    void connectNow() {
        current().connectNow();
    }

    @Override
    synchronized void close() {
        closed = true;
        current.close();
    }

    @Override
    int connectionCount() {
        return current.connectionCount();
    }
}
