package io.mehari.connector;

import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The client, such as a connection, that all producers of one endpoint share. It is created when the first producer
 * starts, and closed after the last one has stopped. Thread-safe.
 *
 * @param <C> the client
 */
public final class SharedClient<C> {
    private final Supplier<C> open;
    private final Consumer<C> close;
    private @Nullable C client;
    private int holders;

    public SharedClient(Supplier<C> open, Consumer<C> close) {
        this.open = open;
        this.close = close;
    }

    /** Called by a producer that starts. When it stops, it calls {@link #release}. */
    public synchronized C hold() {
        C held = client;
        if (held == null) {
            held = open.get();
            client = held;
        }
        holders++;
        return held;
    }

    /** Called by a producer that stops. The last one closes the client. */
    public void release() {
        C closing = null;
        synchronized (this) {
            if (--holders == 0) {
                closing = client;
                client = null;
            }
        }
        if (closing != null) {
            close.accept(closing);
        }
    }

    /** The client; null while no producer runs. */
    public synchronized @Nullable C get() {
        return client;
    }
}
