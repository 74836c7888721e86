package io.mehari.impl.context;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mehari.Component;
import io.mehari.Consumer;
import io.mehari.ConsumerTemplate;
import io.mehari.Endpoint;
import io.mehari.Exchange;
import io.mehari.ExchangePattern;
import io.mehari.PollingConsumer;
import io.mehari.Processor;
import io.mehari.Producer;
import io.mehari.RoutingExecutionException;
import io.mehari.RuntimeRoutingException;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.impl.exchange.Exchanges;
import io.mehari.impl.exchange.Pools;
import io.mehari.impl.template.DefaultConsumerTemplate;
import io.mehari.spi.EndpointOption;
import io.mehari.spi.EndpointOptions;
import io.mehari.spi.Synchronization;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Messages that plain code receives with a consumer template. */
class ConsumerTemplateTest {

    private final DefaultRoutingContext context = new DefaultRoutingContext("asking");
    private static final Duration FOR_EVER = Duration.ofMillis(-1);

    private final ConsumerTemplate template = context.createConsumerTemplate();
    private final Shelf shelf = new Shelf();

    @BeforeEach
    void start() {
        context.addComponent(shelf);
        context.start();
    }

    @AfterEach
    void stop() {
        template.stop();
        context.stop();
    }

    /** Endpoints that all give out what is on one shelf. */
    private static final class Shelf extends Component {
        final BlockingQueue<Exchange> content = new LinkedBlockingQueue<>();
        final AtomicInteger made = new AtomicInteger();
        final AtomicInteger running = new AtomicInteger();

        @Override
        public String getScheme() {
            return "shelf";
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
                    throw new UnsupportedOperationException();
                }

                @Override
                public Consumer createConsumer(Processor processor) {
                    throw new UnsupportedOperationException();
                }

                @Override
                public PollingConsumer createPollingConsumer() throws IOException {
                    if (remaining.equals("broken")) {
                        throw new IOException("the shelf is broken");
                    }
                    made.incrementAndGet();
                    return new Hand(this);
                }
            };
        }

        private final class Hand implements PollingConsumer {
            private final Endpoint endpoint;

            Hand(Endpoint endpoint) {
                this.endpoint = endpoint;
            }

            @Override
            public Endpoint getEndpoint() {
                return endpoint;
            }

            @Override
            public void start() {
                running.incrementAndGet();
            }

            @Override
            public void stop() {
                running.decrementAndGet();
            }

            @Override
            public @Nullable Exchange receive(long timeoutMillis) {
                try {
                    return timeoutMillis < 0 ? content.take() : content.poll(timeoutMillis, TimeUnit.MILLISECONDS);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    return null;
                }
            }
        }
    }

    private Exchanges pool(int capacity) {
        context.stop();
        Exchanges pool = Pools.in(context, capacity, false);
        context.start();
        return pool;
    }

    private Exchange put(Object body) {
        Exchange exchange =
                context.getRoutingContextExtension().getExchangeFactory().create(ExchangePattern.InOnly);
        exchange.setBody(body);
        shelf.content.add(exchange);
        return exchange;
    }

    @Test
    void anExchangeIsReceivedInEachWay() throws Exception {
        Exchange first = put(1);
        Exchange second = put(2);
        Exchange third = put(3);
        List<Exchange> received = new ArrayList<>();
        assertThat(template.receive("shelf:a", FOR_EVER, received::add)).isTrue();
        assertThat(template.receive("shelf:a", Duration.ofSeconds(1), received::add))
                .isTrue();
        assertThat(template.receive("shelf:a", Duration.ZERO, received::add)).isTrue();
        assertThat(template.receive("shelf:a", Duration.ZERO, received::add)).isFalse();
        assertThat(template.receive("shelf:a", Duration.ofMillis(1), received::add))
                .isFalse();
        assertThat(received).containsExactly(first, second, third);
    }

    @Test
    void aBodyIsReceivedInEachWay() {
        List.of(1, 2, 3, 4, 5, 6).forEach(this::put);
        assertThat(template.receiveBody("shelf:a")).isEqualTo(1);
        assertThat(template.receiveBody("shelf:a", 1000)).isEqualTo(2);
        assertThat(template.receiveBody("shelf:a", 0)).isEqualTo(3);
        assertThat(template.receiveBody("shelf:a", String.class)).isEqualTo("4");
        assertThat(template.receiveBody("shelf:a", 1000, String.class)).isEqualTo("5");
        assertThat(template.receiveBody("shelf:a", 0, String.class)).isEqualTo("6");
        assertThat(template.receiveBody("shelf:a", 0)).isNull();
        assertThat(template.receiveBody("shelf:a", 1)).isNull();
    }

    /** A message that was received is not lost. */
    @Test
    void aStreamIsReadAfterItWasReceived() throws Exception {
        AtomicInteger closed = new AtomicInteger();
        for (Class<?> type : List.of(InputStream.class, Reader.class, Object.class)) {
            put(stream("dates", closed));
            try (Closeable body = (Closeable) Objects.requireNonNull(template.receiveBody("shelf:a", 1000, type))) {
                Reader text = body instanceof InputStream bytes
                        ? new InputStreamReader(bytes, StandardCharsets.UTF_8)
                        : (Reader) body;
                assertThat(new BufferedReader(text).readLine()).isEqualTo("dates");
            }
            assertThat(closed.getAndSet(0)).isPositive();
        }
        put(stream("dates", closed));
        assertThat(template.receiveBody("shelf:a", 1000, String.class)).isEqualTo("dates");
        put(stream("dates", closed));
        assertThatThrownBy(() -> template.receiveBody("shelf:a", 1000, Integer.class))
                .isNotNull();
        assertThat(closed.get()).isEqualTo(2);
    }

    private static InputStream stream(String text, AtomicInteger closed) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)) {
            @Override
            public void close() {
                closed.incrementAndGet();
            }
        };
    }

    @Test
    void itWaitsUntilAMessageComes() throws Exception {
        CountDownLatch received = new CountDownLatch(1);
        Thread receiver = new Thread(() -> {
            if (Integer.valueOf(7).equals(template.receiveBody("shelf:a"))) {
                received.countDown();
            }
        });
        receiver.start();
        put(7);
        assertThat(received.await(10, TimeUnit.SECONDS)).isTrue();
        receiver.join();
    }

    @Test
    void u2_completionsRunWhenTheReceiverIsDone() throws Exception {
        int[] completed = {0};
        Synchronization counting = new Synchronization() {
            @Override
            public void onComplete(Exchange exchange) {
                completed[0]++;
            }

            @Override
            public void onFailure(Exchange exchange) {}
        };
        put(1).getExchangeExtension().addOnCompletion(counting);
        put(2).getExchangeExtension().addOnCompletion(counting);
        template.receive("shelf:a", FOR_EVER, exchange -> assertThat(completed).containsExactly(0));
        assertThat(completed).containsExactly(1);
        template.receiveBody("shelf:a");
        assertThat(completed).containsExactly(2);
    }

    @Test
    void x1_aPooledExchangeGoesBack() throws Exception {
        Exchanges pool = pool(4);
        put(1);
        put(2);
        template.receiveBody("shelf:a");
        assertThat(template.receive("shelf:a", FOR_EVER, exchange -> {})).isTrue();
        assertThat(pool.statistics().released()).isEqualTo(2);
    }

    @Test
    void x1_receiveBodyReleasesTheExchange() {
        Exchanges pool = pool(1);
        Exchange first = put(1);
        template.receiveBody("shelf:a");
        assertThat(put(2)).isSameAs(first);
        template.receiveBody("shelf:a");
        assertThat(pool.statistics().inUse()).isZero();
        assertThat(pool.statistics().refused()).isZero();
    }

    @Test
    void x1_anExchangeWhoseProcessorThrowsGoesBack() {
        Exchanges pool = pool(1);
        Exchange first = put(1);
        assertThatThrownBy(() -> template.receive("shelf:a", FOR_EVER, exchange -> {
                    throw new IOException("on purpose");
                }))
                .hasMessage("on purpose");
        assertThat(put(2)).isSameAs(first);
        assertThat(pool.statistics().refused()).isZero();
    }

    @Test
    void aFailureIsThrownWithItsExchange() {
        Exchange failed = put(1);
        failed.setException(new IOException("lost"));
        assertThatThrownBy(() -> template.receiveBody("shelf:a"))
                .isInstanceOfSatisfying(
                        RoutingExecutionException.class,
                        e -> assertThat(e.getExchange()).isSameAs(failed))
                .hasMessageContainingAll("from shelf:a has failed", "lost")
                .hasRootCauseInstanceOf(IOException.class);
    }

    @Test
    void oneConsumerIsKeptForEachEndpointUntilTheStop() {
        for (int i = 0; i < 3; i++) {
            template.receiveBody("shelf:a", 0);
            template.receiveBody("shelf:b", 0);
        }
        assertThat(shelf.made.get()).isEqualTo(2);
        assertThat(shelf.running.get()).isEqualTo(2);
        template.stop();
        template.stop();
        assertThat(shelf.running.get()).isZero();
        template.receiveBody("shelf:a", 0);
        assertThat(shelf.running.get()).isEqualTo(1);
    }

    @Test
    void thereAreNeverMoreConsumersThanTheBound() {
        for (int i = 0; i < DefaultConsumerTemplate.MAX_KEPT + 10; i++) {
            template.receiveBody("shelf:" + i, 0);
        }
        assertThat(shelf.running.get()).isEqualTo(DefaultConsumerTemplate.MAX_KEPT);
        template.receiveBody("shelf:" + DefaultConsumerTemplate.MAX_KEPT, 0);
        assertThat(shelf.made.get()).isEqualTo(DefaultConsumerTemplate.MAX_KEPT + 10);
    }

    @Test
    void whatCannotBePolledSaysSo() {
        assertThatThrownBy(() -> template.receiveBody("direct:a"))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining(
                        "direct:a cannot be polled: it calls a route and keeps no messages; send to a queue,"
                                + " such as seda:a, and poll that");
        assertThatThrownBy(() -> template.receiveBody("timer:a")).hasMessageContaining("timer:a cannot be polled");
        assertThatThrownBy(() -> template.receiveBody("log:a")).hasMessageContaining("a log cannot be polled");
        assertThatThrownBy(() -> template.receiveBody("shelf:broken"))
                .isInstanceOf(RuntimeRoutingException.class)
                .hasMessage("Cannot receive from shelf:broken: the shelf is broken");
    }

    @Test
    void aContextThatDoesNotRunSaysSo() {
        context.stop();
        assertThatThrownBy(() -> template.receiveBody("shelf:a"))
                .isInstanceOf(io.mehari.ContextNotStartedException.class)
                .hasMessage("Cannot receive from shelf:a: context asking is not running; start it first");
        assertThat(template.getContext()).isSameAs(context);
    }
}
