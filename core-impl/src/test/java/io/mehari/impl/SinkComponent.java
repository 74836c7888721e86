package io.mehari.impl;

import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.Component;
import io.mehari.Consumer;
import io.mehari.Endpoint;
import io.mehari.Exchange;
import io.mehari.Processor;
import io.mehari.Producer;
import io.mehari.RoutingContext;
import io.mehari.spi.EndpointOption;
import io.mehari.spi.EndpointOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** {@code sink:name}: keeps copies of what it receives. Found by its scheme; {@code mock:} is in another module. */
public final class SinkComponent extends Component {
    private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(30);

    @Override
    public String getScheme() {
        return "sink";
    }

    @Override
    public List<EndpointOption<?>> getOptions() {
        return List.of();
    }

    @Override
    public Endpoint createEndpoint(String uri, String remaining, EndpointOptions options) {
        return new Sink(getContext(), uri);
    }

    public static Sink sink(RoutingContext context, String uri) {
        return context.getEndpoint(uri, Sink.class);
    }

    public static final class Sink extends Endpoint {
        private final List<Exchange> received = new ArrayList<>();

        Sink(RoutingContext context, String uri) {
            super(context, uri);
        }

        /** What has come so far. */
        public synchronized List<Exchange> received() {
            return List.copyOf(received);
        }

        public List<Object> bodies() {
            return received().stream().map(each -> each.getBody()).toList();
        }

        /** Waits until so many messages have come, or more. */
        public synchronized List<Exchange> await(int count) throws InterruptedException {
            long end = System.nanoTime() + LONGEST_NANOS;
            while (received.size() < count) {
                long left = end - System.nanoTime();
                assertThat(left)
                        .as("%s has %s of %s", this, received.size(), count)
                        .isPositive();
                TimeUnit.NANOSECONDS.timedWait(this, left);
            }
            return received();
        }

        private synchronized void keep(Exchange exchange) {
            received.add(exchange.copy());
            notifyAll();
        }

        @Override
        public Producer createProducer() {
            return new Producer() {
                @Override
                public Endpoint getEndpoint() {
                    return Sink.this;
                }

                @Override
                public void process(Exchange exchange) {
                    keep(exchange);
                }
            };
        }

        @Override
        public Consumer createConsumer(Processor processor) {
            throw new UnsupportedOperationException();
        }
    }
}
