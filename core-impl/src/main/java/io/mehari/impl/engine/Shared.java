package io.mehari.impl.engine;

import io.mehari.Endpoint;
import io.mehari.Service;
import io.mehari.impl.base.Lifecycles;
import io.mehari.spi.ShutdownAware;
import io.mehari.spi.internal.Log;
import io.mehari.spi.internal.SafeText;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * What sends to endpoints, or receives from them, each kept for several users at once. The number is limited, because
 * names may come from messages: the one that was not used for the longest time leaves first.
 *
 * @param <U> one of them
 * @param <X> what making it may throw
 */
public abstract class Shared<U extends Shared.Use, X extends Exception> {
    /*
     * acquire() and release() count the users. One that has left the map is closed by its last user: its service stops,
     * and the context removes its endpoint if nothing else uses it. The lock guards the map, the counts and `most`, and
     * all that is read of them is read under it. Endpoints and services are made, asked, started and stopped outside of
     * it. So two threads may make the same; the one that comes second closes its own.
     *
     * A stop would fail the messages that a service still holds and nobody waits for. So one that is busy is put back,
     * and there are more until others come. If meanwhile it was made again, both share the client that sends.
     */
    private final EngineContext engine;
    private final Map<Object, U> uses = new LinkedHashMap<>(16, 0.75f, true);
    private final boolean twice;
    private int most;

    /** An endpoint and the service that was made for it. */
    public abstract static class Use {
        public final Endpoint endpoint;
        final Object key;
        private final AtomicReference<@Nullable Service> service = new AtomicReference<>();
        private volatile boolean closed;
        int users;
        boolean left;

        /** The key is the endpoint, or its URI if it must be given back. */
        protected Use(Object key, Endpoint endpoint) {
            this.key = key;
            this.endpoint = endpoint;
        }

        /** Starts the service, once. Who closes this writes before it reads, as this does: so one of both stops it. */
        protected final void start(Service made) {
            made.start();
            service.set(made);
            if (closed && service.compareAndSet(made, null)) {
                made.stop();
            }
        }

        final @Nullable Service service() {
            return service.get();
        }

        private @Nullable Service close() {
            closed = true;
            return service.getAndSet(null);
        }
    }

    /** @param twice whether one that is in use may leave, so that there may be a second one for its endpoint */
    protected Shared(EngineContext engine, int most, boolean twice) {
        this.engine = engine;
        this.most = most;
        this.twice = twice;
    }

    /** The endpoint for a URI; it will be given back. */
    protected Endpoint find(String uri) {
        return engine.borrow(uri);
    }

    protected abstract U make(Object key, Endpoint endpoint) throws X;

    /** The one for an endpoint, which may be given by its URI. Release it once. */
    public final U acquire(Object key) throws X {
        synchronized (uses) {
            U known = uses.get(key);
            if (known != null) {
                known.users++;
                return known;
            }
        }
        U made = make(key);
        List<U> unused = new ArrayList<>(1);
        U used;
        synchronized (uses) {
            U other = uses.putIfAbsent(key, made);
            used = other != null ? other : made;
            used.users++;
            if (other != null) {
                unused.add(made);
            }
            leave(most, unused);
        }
        unused.forEach(this::closeUnlessBusy);
        return used;
    }

    /** One that is not counted; close it. */
    protected final U make(Object key) throws X {
        if (key instanceof Endpoint given) {
            return make(given, given);
        }
        Endpoint endpoint = find((String) key);
        U made = null;
        try {
            made = make(key, endpoint);
            return made;
        } finally {
            if (made == null) {
                engine.giveBack(endpoint);
            }
        }
    }

    /** Removes the least recently used until this many remain, and adds the unused ones to the list. */
    private void leave(int remaining, List<U> unused) {
        for (Iterator<U> eldest = uses.values().iterator(); uses.size() > remaining && eldest.hasNext(); ) {
            U each = eldest.next();
            if (twice || each.users == 0) {
                eldest.remove();
                each.left = true;
            }
            if (each.users == 0) {
                unused.add(each);
            }
        }
    }

    public final void release(U used) {
        boolean last;
        boolean many;
        synchronized (uses) {
            used.users--;
            last = used.left && used.users == 0;
            many = !twice && uses.size() > most;
        }
        if (last) {
            closeUnlessBusy(used);
        } else if (many) { // none of those in use could leave
            List<U> unused = new ArrayList<>(1);
            synchronized (uses) {
                leave(most, unused);
            }
            unused.forEach(this::closeUnlessBusy);
        }
    }

    private void closeUnlessBusy(U unused) {
        boolean busy = isBusy(unused);
        synchronized (uses) {
            if (busy && uses.size() < 10 * most && uses.putIfAbsent(unused.key, unused) == null) {
                unused.left = false;
                return;
            }
        }
        close(unused);
    }

    private static boolean isBusy(Use use) {
        try {
            return use.service() instanceof ShutdownAware aware && aware.isBusy();
        } catch (Throwable e) { // must not fail the message that released it
            return false;
        }
    }

    protected final void close(Use used) {
        try {
            Service service = used.close();
            if (service != null) {
                String name = service.getClass().getName() + " of " + SafeText.of(used.endpoint);
                Lifecycles.stop(service, false, Log.endpoint(used.endpoint), name);
            }
            if (used.key instanceof String) {
                engine.giveBack(used.endpoint);
            }
        } catch (Throwable e) { // must not fail the message that released it, nor leave the others open
            Log.warn(Log.endpoint(used.endpoint), "What was made for an endpoint could not be closed", e);
        }
    }

    protected final List<U> all() {
        synchronized (uses) {
            return new ArrayList<>(uses.values());
        }
    }

    /** From now on this many are kept. */
    protected final void keep(int number) {
        List<U> unused = new ArrayList<>();
        synchronized (uses) {
            most = number;
            leave(number, unused);
        }
        unused.forEach(this::close);
    }

    /** Closes all, also those that are in use. */
    public final void closeAll() {
        List<U> all;
        synchronized (uses) {
            all = new ArrayList<>(uses.values());
            uses.clear();
        }
        all.forEach(this::close);
    }
}
