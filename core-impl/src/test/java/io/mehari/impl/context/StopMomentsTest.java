package io.mehari.impl.context;

import static io.mehari.builder.RouteBuilder.constant;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.mehari.Component;
import io.mehari.Consumer;
import io.mehari.Endpoint;
import io.mehari.Exchange;
import io.mehari.Processor;
import io.mehari.Producer;
import io.mehari.ProducerTemplate;
import io.mehari.builder.AggregationStrategies;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.impl.exchange.DefaultExchange;
import io.mehari.spi.EndpointOption;
import io.mehari.spi.EndpointOptions;
import io.mehari.spi.ShutdownAware;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What happens at one moment of a stop. A component of the test holds the stop there. */
@Timeout(60)
class StopMomentsTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final DefaultRoutingContext context = new DefaultRoutingContext();
    private final ProducerTemplate template = context.createProducerTemplate();
    private final AtomicReference<@Nullable Processor> route = new AtomicReference<>();
    private final CountDownLatch entered = new CountDownLatch(1);
    private final CountDownLatch release = new CountDownLatch(1);

    private volatile BooleanSupplier isBusy = () -> false;
    private volatile IntSupplier pending = () -> 0;
    private volatile Runnable consumerStop = () -> {};
    private volatile Processor send = exchange -> {};

    @BeforeEach
    void limit() {
        context.addComponent(new Held());
        context.getRoutingContextExtension().getShutdownStrategy().setTimeout(LIMIT);
    }

    @AfterEach
    void stop() {
        release.countDown();
        isBusy = () -> false;
        pending = () -> 0;
        consumerStop = () -> {};
        context.stop();
    }

    @Test
    void aGroupThatEntersAfterTheRouteWasQuietIsNoTimeout() throws Exception {
        context.addRoutes(r -> r.from("direct:a")
                .routeId("a")
                .aggregate(constant("k"), AggregationStrategies.string("+"))
                .completionTimeout(100)
                .process(this::holdGroup)
                .to("held:x"));
        context.start();
        template.sendBody("direct:a", "1");
        pending = () -> {
            await(entered);
            return 0;
        };
        CompletableFuture.delayedExecutor(300, TimeUnit.MILLISECONDS).execute(release::countDown);
        assertThat(context.getRouteController().stopRoute("a", LIMIT)).isTrue();
    }

    @Test
    void aGroupWhoseTimeIsUpWhileTheConsumerStopsIsWaitedForOrLeftOver() throws Exception {
        CountDownLatch stopping = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        AtomicInteger stops = new AtomicInteger();
        consumerStop = () -> {
            if (stops.incrementAndGet() == 2) {
                stopping.countDown();
                await(goOn);
            }
        };
        context.addRoutes(r -> r.from("held:from")
                .routeId("g")
                .aggregate(constant("k"), AggregationStrategies.string("+"))
                .completionTimeout(300)
                .process(this::holdGroup)
                .to("held:x"));
        context.start();
        Exchange first = new DefaultExchange(context);
        first.setBody("1");
        java.util.Objects.requireNonNull(route.get()).process(first);

        CompletableFuture<Boolean> stopped =
                CompletableFuture.supplyAsync(() -> context.getRouteController().stopRoute("g", LIMIT));
        await(stopping);
        boolean hasEntered = entered.await(1, TimeUnit.SECONDS);
        goOn.countDown();
        stopped.get(10, TimeUnit.SECONDS);
        assertThat(hasEntered).as("a group entered a route that was ending").isFalse();
    }

    @Test
    void aTapThatSendsToARouteThatWasCheckedIsWaitedFor() throws Exception {
        CountDownLatch checked = new CountDownLatch(1);
        CountDownLatch sent = new CountDownLatch(1);
        AtomicBoolean ended = new AtomicBoolean();
        CompletableFuture<Void> tapped = new CompletableFuture<>();
        send = exchange -> {
            if ("tap".equals(exchange.getBody())) {
                await(checked);
                Exchange more = new DefaultExchange(context);
                more.setBody("more");
                // As a queue does it: the route goes on elsewhere, and the tap ends.
                new Thread(() -> {
                            try {
                                java.util.Objects.requireNonNull(route.get()).process(more);
                                tapped.complete(null);
                            } catch (Exception e) {
                                tapped.completeExceptionally(e);
                            }
                        })
                        .start();
                await(entered);
                sent.countDown();
            }
        };
        context.addRoutes(r -> r.from("direct:b").setBody(constant("tap")).wireTap("held:tap"));
        context.addRoutes(r -> r.from("held:from")
                .process(exchange -> {
                    entered.countDown();
                    await(release);
                    ended.set(true);
                })
                .to("held:x"));
        context.start();
        template.sendBody("direct:b", "1");
        AtomicBoolean first = new AtomicBoolean(true);
        pending = () -> 0;
        isBusy = () -> {
            if (first.getAndSet(false)) {
                checked.countDown();
                await(sent);
                sleep(100);
            }
            return false;
        };
        CompletableFuture<Void> stopped = CompletableFuture.runAsync(context::stop);
        await(sent);
        sleep(300);
        boolean early = stopped.isDone();
        release.countDown();
        stopped.get(10, TimeUnit.SECONDS);
        assertThat(early).as("the stop did not wait for the message of the tap").isFalse();
        tapped.get(10, TimeUnit.SECONDS);
        assertThat(ended).isTrue();
    }

    @Test
    void aRouteThatIsRemovedCannotBeStarted() throws Exception {
        context.addRoutes(r -> r.from("held:from").routeId("gone").process(exchange -> {}));
        context.start();
        DefaultRoute gone = (DefaultRoute) java.util.Objects.requireNonNull(context.getRoute("gone"));
        context.getRouteController().stopRoute("gone");
        assertThat(context.removeRoute("gone")).isTrue();
        assertThatIllegalStateException()
                .isThrownBy(gone::start)
                .withMessage("Route 'gone' was removed and cannot be started; add it again");
    }

    private void holdGroup(Exchange exchange) {
        entered.countDown();
        await(release);
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static void sleep(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Calls the test when it is asked whether it is busy, when it stops and when it sends. */
    private final class Held extends Component {
        @Override
        public String getScheme() {
            return "held";
        }

        @Override
        public List<EndpointOption<?>> getOptions() {
            return List.of();
        }

        @Override
        public Endpoint createEndpoint(String uri, String remaining, EndpointOptions options) {
            return new HeldEndpoint(uri, remaining);
        }

        private final class HeldEndpoint extends Endpoint {
            private final String name;

            HeldEndpoint(String uri, String name) {
                super(context, uri);
                this.name = name;
            }

            @Override
            public Producer createProducer() {
                return new HeldProducer(this, name.equals("x"));
            }

            @Override
            public Consumer createConsumer(Processor processor) {
                return new HeldConsumer(this, processor);
            }
        }
    }

    private final class HeldConsumer implements Consumer {
        private final Endpoint endpoint;
        private final Processor processor;

        HeldConsumer(Endpoint endpoint, Processor processor) {
            this.endpoint = endpoint;
            this.processor = processor;
        }

        @Override
        public Endpoint getEndpoint() {
            return endpoint;
        }

        @Override
        public Processor getProcessor() {
            return processor;
        }

        @Override
        public void start() {
            route.set(processor);
        }

        @Override
        public void stop() {
            consumerStop.run();
        }
    }

    private final class HeldProducer implements Producer, ShutdownAware {
        private final Endpoint endpoint;
        private final boolean asked;

        HeldProducer(Endpoint endpoint, boolean asked) {
            this.endpoint = endpoint;
            this.asked = asked;
        }

        @Override
        public Endpoint getEndpoint() {
            return endpoint;
        }

        @Override
        public void process(Exchange exchange) throws Exception {
            send.process(exchange);
        }

        @Override
        public boolean isBusy() {
            return asked && isBusy.getAsBoolean();
        }

        @Override
        public int getPendingExchangesSize() {
            return asked ? pending.getAsInt() : 0;
        }
    }
}
