package io.mehari.impl.template;

import io.mehari.AsyncCallback;
import io.mehari.AsyncProcessor;
import io.mehari.Endpoint;
import io.mehari.Exchange;
import io.mehari.Producer;
import io.mehari.Service;
import io.mehari.impl.engine.EngineContext;
import io.mehari.impl.engine.Shared;
import io.mehari.spi.internal.HandoverProducer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The producers of a template; their number is limited. */
final class Senders extends Shared<Senders.Sender, RuntimeException> implements Service {
    /*
     * The first few endpoints are kept as long as the template. A send to one of them counts nothing: a count for each
     * message, written by several threads, would cost as much as all the rest of a send to a queue. A program that
     * sends to a few endpoints never has others.
     */
    static final int LASTING = 200;
    static final int MOST = 1_000;

    private final EngineContext engine;
    private final Map<Object, Sender> lasting = new ConcurrentHashMap<>();

    Senders(EngineContext engine) {
        super(engine, MOST - LASTING, true);
        this.engine = engine;
    }

    /** One endpoint. */
    static final class Sender extends Shared.Use {
        private boolean lasts; // written before others see it
        private volatile @Nullable Ready ready;

        private Sender(Object key, Endpoint endpoint) {
            super(key, endpoint);
        }

        /** Returns the started producer. */
        Ready ready() throws Exception {
            Ready known = ready;
            return known != null ? known : makeReady();
        }

        private synchronized Ready makeReady() throws Exception {
            Ready made = ready;
            if (made == null) {
                Producer producer = endpoint.createProducer();
                start(producer);
                made = new Ready(producer);
                ready = made;
            }
            return made;
        }
    }

    /** A started producer and its kind, determined once. */
    static final class Ready {
        private final Producer producer;
        private final @Nullable AsyncProcessor async;
        private final @Nullable HandoverProducer handover;

        Ready(Producer producer) {
            this.producer = producer;
            async = producer instanceof AsyncProcessor asynchronous ? asynchronous : null;
            handover = producer instanceof HandoverProducer queue ? queue : null;
        }

        /** Sends; false if the exchange itself was handed over. */
        boolean take(Exchange exchange, boolean mayGo) throws Exception {
            if (mayGo && handover != null && handover.handOver(exchange)) {
                return false;
            }
            producer.process(exchange);
            return true;
        }

        boolean process(Exchange exchange, AsyncCallback callback) throws Exception {
            if (async != null) {
                return async.process(exchange, callback);
            }
            producer.process(exchange);
            return true;
        }
    }

    /** The sender for an endpoint, or for the URI of one. Leave it once. */
    Sender get(Object to) {
        Object key = to instanceof String uri ? engine.resolve(uri) : to;
        Sender known = lasting.get(key);
        if (known != null) {
            return known;
        }
        engine.stopDropped();
        if (lasting.size() >= LASTING) {
            return acquire(key);
        }
        Sender made = make(key);
        made.lasts = true;
        Sender other = lasting.putIfAbsent(key, made);
        if (other != null) {
            close(made);
        }
        return other != null ? other : made;
    }

    @Override
    protected Sender make(Object key, Endpoint endpoint) {
        return new Sender(key, endpoint);
    }

    @Override
    protected Endpoint find(String uri) {
        return engine.hold(uri);
    }

    /** Call it once after each get(). */
    void leave(Sender sender) {
        if (!sender.lasts) {
            release(sender);
        }
    }

    @Override
    public void start() {}

    /** Closes all senders. Does not wait for those that are in use. */
    @Override
    public void stop() {
        lasting.forEach((key, sender) -> {
            if (lasting.remove(key, sender)) {
                close(sender);
            }
        });
        closeAll();
    }
}
