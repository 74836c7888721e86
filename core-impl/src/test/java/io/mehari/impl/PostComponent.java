package io.mehari.impl;

import io.mehari.AsyncCallback;
import io.mehari.AsyncProducer;
import io.mehari.Component;
import io.mehari.Consumer;
import io.mehari.Endpoint;
import io.mehari.Exchange;
import io.mehari.PollingConsumer;
import io.mehari.Processor;
import io.mehari.Producer;
import io.mehari.spi.EndpointOption;
import io.mehari.spi.EndpointOptions;
import io.mehari.spi.ShutdownAware;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Endpoints that answer with their name, on a thread of the test if it gives one, and record what was started and
 * stopped.
 */
public final class PostComponent extends Component {
    public final List<String> journal = Collections.synchronizedList(new CopyOnWriteArrayList<>());
    public final Queue<Exchange> letters = new ConcurrentLinkedQueue<>();
    public final AtomicInteger producers = new AtomicInteger();
    /** The names of those whose producers hold a message that nobody waits for. */
    public final Set<String> busy = ConcurrentHashMap.newKeySet();

    private final @Nullable Executor elsewhere;

    public PostComponent(@Nullable Executor elsewhere) {
        this.elsewhere = elsewhere;
    }

    @Override
    public String getScheme() {
        return "post";
    }

    @Override
    public List<EndpointOption<?>> getOptions() {
        return List.of();
    }

    @Override
    public Endpoint createEndpoint(String uri, String remaining, EndpointOptions options) {
        return new Endpoint(getContext(), uri) {
            @Override
            public Producer createProducer() {
                return new PostProducer(this, remaining);
            }

            @Override
            public Consumer createConsumer(Processor processor) {
                throw new UnsupportedOperationException();
            }

            @Override
            public PollingConsumer createPollingConsumer() {
                Endpoint endpoint = this;
                return new PollingConsumer() {
                    @Override
                    public Endpoint getEndpoint() {
                        return endpoint;
                    }

                    @Override
                    public @Nullable Exchange receive(long timeoutMillis) {
                        journal.add("asked for " + timeoutMillis);
                        return letters.poll();
                    }
                };
            }

            @Override
            public void stop() {
                journal.add("endpoint " + remaining + " stopped");
            }
        };
    }

    private final class PostProducer implements AsyncProducer, ShutdownAware {
        private final Endpoint endpoint;
        private final String name;

        PostProducer(Endpoint endpoint, String name) {
            this.endpoint = endpoint;
            this.name = name;
        }

        @Override
        public Endpoint getEndpoint() {
            return endpoint;
        }

        @Override
        public void start() {
            producers.incrementAndGet();
        }

        @Override
        public void stop() {
            producers.decrementAndGet();
            journal.add("producer " + name + " stopped");
        }

        @Override
        public int getPendingExchangesSize() {
            return busy.contains(name) ? 1 : 0;
        }

        @Override
        public void process(Exchange exchange) {
            answer(exchange);
        }

        @Override
        public boolean process(Exchange exchange, AsyncCallback callback) {
            if (elsewhere == null) {
                answer(exchange);
                callback.done(true);
                return true;
            }
            elsewhere.execute(() -> {
                answer(exchange);
                callback.done(false);
            });
            return false;
        }

        private void answer(Exchange exchange) {
            if (name.equals("bad")) {
                exchange.setException(new IllegalStateException("bad address"));
            } else {
                exchange.setBody(name + ":" + exchange.getBody());
            }
        }
    }
}
