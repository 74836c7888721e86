package io.mehari.component.queue;

import io.mehari.AsyncCallback;
import io.mehari.AsyncProcessor;
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
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A user's component that fails: the producers of {@code faulty:plain} and {@code faulty:async}, the polling consumers,
 * the stop of {@code faulty:stop}, and {@code faulty:consumer}, whose producer makes its consumer send to its route.
 */
final class FaultyComponent extends Component {
    private final Fault fault;
    private volatile @Nullable Feeding consumer;

    FaultyComponent(Fault fault) {
        this.fault = fault;
    }

    @Override
    public String getScheme() {
        return "faulty";
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
                return switch (remaining) {
                    case "async" -> new Async(this);
                    case "stop", "consumer" -> new Stopping(this);
                    default -> new Plain(this);
                };
            }

            @Override
            public Consumer createConsumer(Processor processor) {
                Feeding made = new Feeding(this, processor);
                consumer = made;
                return made;
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
                        fault.strike();
                        return fault == Fault.NULL ? null : endpoint.createExchange();
                    }
                };
            }
        };
    }

    private class Plain implements Producer {
        private final Endpoint endpoint;

        Plain(Endpoint endpoint) {
            this.endpoint = endpoint;
        }

        @Override
        public Endpoint getEndpoint() {
            return endpoint;
        }

        @Override
        public void process(Exchange exchange) {
            fault.strike();
        }
    }

    private final class Async extends Plain implements AsyncProducer {
        Async(Endpoint endpoint) {
            super(endpoint);
        }

        @Override
        public boolean process(Exchange exchange, AsyncCallback callback) {
            return callBack(fault, callback);
        }
    }

    private final class Stopping extends Plain {
        Stopping(Endpoint endpoint) {
            super(endpoint);
        }

        @Override
        public void process(Exchange exchange) {
            Feeding fed = consumer;
            if (fed != null) {
                fed.feed();
            }
        }

        @Override
        public void stop() {
            fault.strike();
        }
    }

    /** Sends to its route and then fails. Also fails when it stops. */
    private final class Feeding implements Consumer {
        private final Endpoint endpoint;
        private final Processor route;

        Feeding(Endpoint endpoint, Processor route) {
            this.endpoint = endpoint;
            this.route = route;
        }

        void feed() {
            Exchange exchange = endpoint.createExchange();
            try {
                endpoint.deliver(route, exchange);
            } catch (RuntimeException e) {
                throw new AssertionError("a route threw instead of failing its exchange", e);
            }
            fault.strike();
        }

        @Override
        public Endpoint getEndpoint() {
            return endpoint;
        }

        @Override
        public Processor getProcessor() {
            return route;
        }

        @Override
        public void stop() {
            fault.strike();
        }
    }

    /** An asynchronous processor that fails in this way. */
    static AsyncProcessor processor(Fault fault) {
        return new AsyncProcessor() {
            @Override
            public void process(Exchange exchange) {
                throw new UnsupportedOperationException();
            }

            @Override
            public boolean process(Exchange exchange, AsyncCallback callback) {
                return callBack(fault, callback);
            }
        };
    }

    /** Calls back twice; or says that it is done, and calls back when the next suspension has begun; or throws. */
    private static boolean callBack(Fault fault, AsyncCallback callback) {
        fault.strike();
        switch (fault) {
            case TWICE -> {
                callback.done(true);
                callback.done(true);
                return false;
            }
            case LATE -> {
                Thread late = new Thread(() -> {
                    java.util.concurrent.locks.LockSupport.parkNanos(2_000_000);
                    callback.done(false);
                });
                late.setDaemon(true);
                late.start();
                return true;
            }
            default -> {
                callback.done(true);
                return true;
            }
        }
    }
}
