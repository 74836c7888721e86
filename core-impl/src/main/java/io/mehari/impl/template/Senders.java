package io.mehari.impl.template;

import io.mehari.AsyncCallback;
import io.mehari.AsyncProcessor;
import io.mehari.Endpoint;
import io.mehari.Exchange;
import io.mehari.Producer;
import io.mehari.Service;
import io.mehari.impl.engine.EngineContext;
import io.mehari.spi.Threading;
import io.mehari.spi.internal.HandoverProducer;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** The producers of a template; their number is limited. */
final class Senders implements Service {
    /*
     * The first few endpoints are kept as long as the template. A send to one of them counts nothing: an atomic count
     * for each message, written by several threads, would cost as much as all the rest of a send to a queue. A program
     * that sends to a few endpoints never has others.
     *
     * Later endpoints are counted: a sending thread counts itself in and out, and a sender is removed only while no
     * thread is in. A removed sender is marked by a negative count, so that a late thread sees it and makes another
     * one. A second-chance algorithm chooses which one to remove: not one that was used since the last check.
     */
    static final int LASTING = 200;
    static final int MOST = 1_000;
    private static final int LEAVE_AT_ONCE = MOST / 8;
    private static final int CLOSED = Integer.MIN_VALUE / 2;

    private final EngineContext engine;
    private final Map<Object, Sender> senders = new ConcurrentHashMap<>();
    private final AtomicInteger lasting = new AtomicInteger();

    Senders(EngineContext engine) {
        this.engine = engine;
    }

    /** One endpoint. The count is the number of threads that use it, unless it is permanent. */
    @SuppressWarnings("serial")
    static final class Sender extends AtomicInteger {
        final Endpoint endpoint;
        private final boolean named;
        private final boolean lasts;
        private boolean recent; // only a hint
        private volatile @Nullable Ready ready;

        private Sender(Endpoint endpoint, boolean named, boolean lasts) {
            super(1);
            this.endpoint = endpoint;
            this.named = named;
            this.lasts = lasts;
        }

        private boolean enter() {
            if (lasts) {
                return true;
            }
            if (getAndIncrement() < 0) {
                return false;
            }
            if (!recent) {
                recent = true;
            }
            return true;
        }

        /** Call it once after each get(). */
        void leave() {
            if (!lasts) {
                getAndDecrement();
            }
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
                producer.start();
                made = new Ready(producer);
                ready = made;
                if (get() < 0) { // stopped meanwhile: both write before they read, so one of the two sees the other
                    producer.stop();
                }
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

    /** The sender for an endpoint, or for the URI of one. */
    Sender get(Object to) {
        Object key = to instanceof String uri ? engine.resolve(uri) : to;
        Sender known = senders.get(key);
        if (known != null && known.enter()) {
            return known;
        }
        boolean named = key instanceof String;
        Endpoint endpoint = key instanceof String uri ? engine.hold(uri) : (Endpoint) key;
        return add(key, new Sender(endpoint, named, lasts()));
    }

    /** Whether a new sender is one of the first, and therefore permanent. */
    private boolean lasts() {
        return lasting.get() < LASTING && lasting.incrementAndGet() <= LASTING;
    }

    private Sender add(Object key, Sender made) {
        Sender other = senders.putIfAbsent(key, made);
        while (other != null) {
            if (other.enter()) {
                close(made);
                return other;
            }
            senders.remove(key, other);
            other = senders.putIfAbsent(key, made);
        }
        if (senders.size() > MOST) {
            leave();
        }
        engine.stopDropped();
        return made;
    }

    private synchronized void leave() {
        int tooMany = senders.size() - MOST;
        int left = tooMany <= 0 ? 0 : tooMany + LEAVE_AT_ONCE;
        for (int round = 0; round < 2 && left > 0; round++) {
            for (Iterator<Map.Entry<Object, Sender>> all = senders.entrySet().iterator(); all.hasNext(); ) {
                Map.Entry<Object, Sender> each = all.next();
                Sender sender = each.getValue();
                if (left > 0 && !sender.recent && sender.compareAndSet(0, CLOSED)) {
                    senders.remove(each.getKey(), sender);
                    close(sender);
                    left--;
                }
                sender.recent = false;
            }
        }
    }

    private void close(Sender sender) {
        Ready ready = sender.ready;
        boolean interrupted = Thread.interrupted();
        try {
            if (ready != null) {
                ready.producer.stop();
            }
        } finally {
            Threading.restoreInterrupt(interrupted);
            if (sender.named) {
                engine.giveBack(sender.endpoint);
            }
        }
    }

    @Override
    public void start() {}

    /** Removes all senders. Does not wait for those that are in use. */
    @Override
    public void stop() {
        senders.forEach((key, sender) -> {
            if (senders.remove(key, sender)) {
                sender.getAndAdd(CLOSED);
                close(sender);
            }
        });
        lasting.set(0);
    }
}
