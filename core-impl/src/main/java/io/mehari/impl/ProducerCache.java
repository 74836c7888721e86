package io.mehari.impl;

import io.mehari.Endpoint;
import io.mehari.Exchange;
import io.mehari.Producer;
import io.mehari.Service;
import io.mehari.spi.Synchronization;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Producers for endpoints that messages name: a bounded number is kept, the one unused for longest leaves first. */
final class ProducerCache implements Service {
    /*
     * A target is counted in by acquire and out by release. One that left the cache is closed by whoever uses it last:
     * its producer stops, and its endpoint, if nobody but caches knew it, is forgotten by the context. The lock is for
     * the map and the counts; endpoints and producers are made, started and stopped outside of it.
     */
    private static final System.Logger LOG = System.getLogger(ProducerCache.class.getName());
    private static final int USUAL_SIZE = 100;

    private final DefaultRoutingContext context;
    private final int size;
    private final Function<Step, RouteCode> codes;
    private final @Nullable Endpoint known;
    private final Map<Object, Target> targets = new LinkedHashMap<>(16, 0.75f, true);

    /**
     * A cache that is empty.
     *
     * @param size how many are kept; 0 for the usual number, less for none
     * @param codes makes of the step that sends what is run
     * @param known an endpoint for which there is a producer as soon as this starts
     */
    ProducerCache(DefaultRoutingContext context, int size, Function<Step, RouteCode> codes, @Nullable Endpoint known) {
        this.context = context;
        this.size = size == 0 ? USUAL_SIZE : Math.max(size, 0);
        this.codes = codes;
        this.known = known;
    }

    /** An endpoint with a started producer; as a completion, it is released when its exchange is done. */
    final class Target implements Synchronization {
        final Endpoint endpoint;
        final RouteCode code;
        private final @Nullable Producer producer;
        private final boolean borrowed;
        private int users;
        private boolean left;

        private Target(Endpoint endpoint, @Nullable Producer producer, RouteCode code, boolean borrowed) {
            this.endpoint = endpoint;
            this.producer = producer;
            this.code = code;
            this.borrowed = borrowed;
        }

        @Override
        public void onComplete(Exchange exchange) {
            release(this);
        }

        @Override
        public void onFailure(Exchange exchange) {
            release(this);
        }

        @Override
        public boolean allowHandover() {
            return false; // whoever gets the exchange does not use it
        }
    }

    /**
     * The target for a recipient, to be released once.
     *
     * @param recipient an endpoint, or a text that is the URI of one
     */
    Target acquire(Object recipient) throws Exception {
        Object key =
                recipient instanceof Endpoint ? recipient : recipient.toString().trim();
        Target target = find(key);
        return target != null ? target : add(key, make(key));
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
            return make(endpoint, false);
        }
        Endpoint endpoint = context.borrowEndpoint((String) key);
        boolean made = false;
        try {
            Target target = make(endpoint, true);
            made = true;
            return target;
        } finally {
            if (!made) {
                context.giveBackEndpoint(endpoint);
            }
        }
    }

    private Target make(Endpoint endpoint, boolean borrowed) throws Exception {
        if (endpoint instanceof DirectEndpoint direct) {
            return new Target(endpoint, null, codes.apply(new Direct(direct)), borrowed);
        }
        Producer producer = endpoint.createProducer();
        producer.start();
        return new Target(endpoint, producer, codes.apply(Steps.send(producer)), borrowed);
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
                leave(size, unused);
            }
        }
        unused.forEach(this::close);
        return target;
    }

    /** Takes out the oldest until there are no more than that; those that nobody uses go into the list. */
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

    void release(Target target) {
        boolean last;
        synchronized (targets) {
            target.users--;
            last = target.left && target.users == 0;
        }
        if (last) {
            close(target);
        }
    }

    @SuppressWarnings("CatchingUnchecked") // whoever uses another one must not fail
    private void close(Target target) {
        try {
            if (target.producer != null) {
                target.producer.stop();
            }
            if (target.borrowed) {
                context.giveBackEndpoint(target.endpoint);
            }
        } catch (Throwable e) {
            LOG.log(System.Logger.Level.WARNING, "A producer for " + target.endpoint + " failed to stop", e);
        }
    }

    // ---- life

    @Override
    public void start() {
        if (known != null && size > 0) {
            try {
                release(acquire(known));
            } catch (RuntimeException e) {
                throw e;
            } catch (Exception e) {
                throw new IllegalStateException("There is no sending to " + known, e);
            }
        }
    }

    @Override
    public void stop() {
        List<Target> unused = new ArrayList<>();
        synchronized (targets) {
            leave(0, unused);
        }
        unused.forEach(this::close);
    }
}
