package io.mehari.impl.engine;

import io.mehari.Endpoint;
import io.mehari.Exchange;
import io.mehari.Producer;
import io.mehari.Service;
import io.mehari.spi.ShutdownAware;
import io.mehari.spi.SynchronizationAdapter;
import io.mehari.spi.internal.Log;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Caches producers for endpoints whose URIs come from messages. Its size is limited; the least recently used producer
 * is removed first.
 */
public final class ProducerCache implements Service, ShutdownAware {
    /*
     * acquire() and release() count the users of a target. A target that was removed from the cache is closed by its
     * last user: its producer stops, and the context removes its endpoint if only caches used it. A stopped cache keeps
     * none: a target that a message acquires after the stop is closed when the message releases it. The lock guards the
     * map, the counts and `most`; endpoints and producers are made, asked, started and stopped outside of it.
     *
     * A stop would fail the messages that a producer still holds and no sender waits for. So a target that is busy is
     * put back, and the cache is larger until others come. If meanwhile it was made again, the producers share the
     * client that sends.
     */
    private static final int SIZE = 100;
    private static final int MOST_BUSY = 10 * SIZE;

    private final EngineContext endpoints;
    private final int route;
    private final Function<Step, RouteCode> codes;
    private final @Nullable Endpoint known;
    private final Map<Object, Target> targets = new LinkedHashMap<>(16, 0.75f, true);
    private int most;

    /**
     * Creates an empty cache.
     *
     * @param route the number of the route that uses it
     * @param codes wraps the step that sends into the code to run
     * @param known an endpoint whose producer is made when this cache starts
     */
    public ProducerCache(
            EngineContext endpoints, int route, Function<Step, RouteCode> codes, @Nullable Endpoint known) {
        this.endpoints = endpoints;
        this.route = route;
        this.codes = codes;
        this.known = known;
    }

    /**
     * An endpoint with a started producer. Added to an exchange as a completion, it is released when the exchange is
     * done.
     */
    public final class Target extends SynchronizationAdapter {
        public final Endpoint endpoint;
        public final RouteCode code;
        private final Object key;
        private final @Nullable Producer producer;
        private final boolean borrowed;
        private int users;
        private boolean left;

        private Target(Object key, Endpoint endpoint, @Nullable Producer producer, RouteCode code, boolean borrowed) {
            this.key = key;
            this.endpoint = endpoint;
            this.producer = producer;
            this.code = code;
            this.borrowed = borrowed;
        }

        @Override
        public void onDone(Exchange exchange) {
            release(this);
        }

        @Override
        public boolean allowHandover() {
            return false; // the new owner of the exchange does not use this target
        }
    }

    /**
     * Returns the target for a recipient. Release it once.
     *
     * @param recipient an endpoint, or its URI, a text
     */
    public Target acquire(Object recipient) throws Exception {
        Target target = find(recipient);
        return target != null ? target : add(recipient, make(recipient));
    }

    private @Nullable Target find(Object key) {
        synchronized (targets) {
            Target target = targets.get(key);
            if (target != null) {
                target.users++;
            }
            return target;
        }
    }

    private Target make(Object key) throws Exception {
        if (key instanceof Endpoint endpoint) {
            return make(key, endpoint, false);
        }
        Endpoint endpoint = endpoints.borrow((String) key);
        boolean made = false;
        try {
            Target target = make(key, endpoint, true);
            made = true;
            return target;
        } finally {
            if (!made) {
                endpoints.giveBack(endpoint);
            }
        }
    }

    private Target make(Object key, Endpoint endpoint, boolean borrowed) throws Exception {
        if (endpoint instanceof DirectEndpoint direct) {
            return new Target(key, endpoint, null, codes.apply(new Direct(direct, route)), borrowed);
        }
        Producer producer = endpoint.createProducer();
        producer.start();
        return new Target(key, endpoint, producer, codes.apply(Steps.send(producer)), borrowed);
    }

    private Target add(Object key, Target made) {
        List<Target> unused = new ArrayList<>(1);
        Target target;
        synchronized (targets) {
            Target other = targets.get(key);
            target = other != null ? other : made;
            target.users++;
            if (other != null) {
                unused.add(made);
            } else {
                targets.put(key, made);
                leave(most, unused);
            }
        }
        unused.forEach(this::closeUnlessBusy);
        return target;
    }

    /** Removes the least recently used targets until this many remain, and adds the unused ones to the list. */
    private void leave(int remaining, List<Target> unused) {
        var oldest = targets.values().iterator();
        while (targets.size() > remaining) {
            Target target = oldest.next();
            oldest.remove();
            target.left = true;
            if (target.users == 0) {
                unused.add(target);
            }
        }
    }

    public void release(Target target) {
        boolean last;
        synchronized (targets) {
            target.users--;
            last = target.left && target.users == 0;
        }
        if (last) {
            closeUnlessBusy(target);
        }
    }

    private void closeUnlessBusy(Target target) {
        boolean busy = isBusy(target);
        synchronized (targets) {
            if (busy && most > 0 && targets.size() < MOST_BUSY && !targets.containsKey(target.key)) {
                target.left = false;
                targets.put(target.key, target);
                return;
            }
        }
        close(target);
    }

    @SuppressWarnings("CatchingUnchecked") // must not fail the message that released it
    private static boolean isBusy(Target target) {
        try {
            return target.producer instanceof ShutdownAware aware && aware.isBusy();
        } catch (Throwable e) {
            return false;
        }
    }

    @SuppressWarnings("CatchingUnchecked") // must not fail the message that released it
    private void close(Target target) {
        try {
            if (target.producer != null) {
                target.producer.stop();
            }
            if (target.borrowed) {
                endpoints.giveBack(target.endpoint);
            }
        } catch (Throwable e) {
            Log.warn(ProducerCache.class, "A producer for " + target.endpoint + " failed to stop", e);
        }
    }

    // ---- life

    @Override
    public int getPendingExchangesSize() {
        int pending = 0;
        for (ShutdownAware each : producers()) {
            pending += each.getPendingExchangesSize();
        }
        return pending;
    }

    @Override
    @SuppressWarnings("CatchingUnchecked") // one that fails keeps no other from it
    public void giveUp() {
        for (ShutdownAware each : producers()) {
            try {
                each.giveUp();
            } catch (Throwable e) {
                Log.warn(ProducerCache.class, each + " failed to stop", e);
            }
        }
    }

    private List<ShutdownAware> producers() {
        List<ShutdownAware> found = new ArrayList<>();
        synchronized (targets) {
            for (Target each : targets.values()) {
                if (each.producer instanceof ShutdownAware aware) {
                    found.add(aware);
                }
            }
        }
        return found;
    }

    @Override
    public void start() {
        synchronized (targets) {
            most = SIZE;
        }
        if (known != null) {
            try {
                release(acquire(known));
            } catch (RuntimeException e) {
                throw e;
            } catch (Exception e) {
                throw new IllegalStateException("Cannot make a producer for " + known, e);
            }
        }
    }

    @Override
    public void stop() {
        List<Target> unused = new ArrayList<>();
        synchronized (targets) {
            most = 0;
            leave(0, unused);
        }
        unused.forEach(this::close);
    }
}
