package io.mehari.impl.engine;

import io.mehari.Endpoint;
import io.mehari.Exchange;
import io.mehari.Producer;
import io.mehari.Service;
import io.mehari.spi.ShutdownAware;
import io.mehari.spi.Synchronization;
import io.mehari.spi.internal.Log;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The producers of a step that sends to endpoints whose URIs come from messages. */
public final class ProducerCache extends Shared<ProducerCache.Target, Exception> implements Service, ShutdownAware {
    /*
     * A stopped cache keeps none: a target that a message acquires after the stop is closed when the message releases
     * it.
     */
    private static final int SIZE = 100;

    private final int route;
    private final Function<Step, RouteCode> codes;
    private final @Nullable Endpoint known;

    /**
     * Creates an empty cache.
     *
     * @param route the number of the route that uses it
     * @param codes wraps the step that sends into the code to run
     * @param known an endpoint whose producer is made when this cache starts
     */
    public ProducerCache(EngineContext engine, int route, Function<Step, RouteCode> codes, @Nullable Endpoint known) {
        super(engine, 0, true);
        this.route = route;
        this.codes = codes;
        this.known = known;
    }

    /**
     * An endpoint with a started producer. Added to an exchange as a completion, it is released when the exchange is
     * done.
     */
    public final class Target extends Shared.Use implements Synchronization {
        public final RouteCode code;

        private Target(Object key, Endpoint endpoint) throws Exception {
            super(key, endpoint);
            if (endpoint instanceof DirectEndpoint direct) {
                code = codes.apply(new Direct(direct, route));
            } else {
                Producer producer = endpoint.createProducer();
                start(producer);
                code = codes.apply(Steps.send(producer));
            }
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
            return false; // the new owner of the exchange does not use this target
        }
    }

    @Override
    protected Target make(Object key, Endpoint endpoint) throws Exception {
        return new Target(key, endpoint);
    }

    // ---- life

    @Override
    public int getPendingExchangesSize() {
        int pending = 0;
        for (Target each : all()) {
            pending += each.service() instanceof ShutdownAware aware ? aware.getPendingExchangesSize() : 0;
        }
        return pending;
    }

    @Override
    public void giveUp() {
        for (Target each : all()) {
            try {
                if (each.service() instanceof ShutdownAware aware) {
                    aware.giveUp();
                }
            } catch (Throwable e) {
                Log.warn(ProducerCache.class, "What was kept for " + each.endpoint + " failed to stop", e);
            }
        }
    }

    @Override
    public void start() {
        keep(SIZE);
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
        keep(0);
    }
}
