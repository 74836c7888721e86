package io.mehari.support;

import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What all producers of one endpoint send with, such as a connection. It is made for the first producer that starts,
 * and closed after the last one has stopped. Thread-safe.
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

    /** For a producer that starts. It calls {@link #release} when it stops. */
    public synchronized C hold() {
        C mine = client;
        if (mine == null) {
            mine = open.get();
            client = mine;
        }
        holders++;
        return mine;
    }

    /** The last caller closes the client. */
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
