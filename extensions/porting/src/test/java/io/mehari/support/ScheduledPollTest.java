package io.mehari.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.mehari.Component;
import io.mehari.Consumer;
import io.mehari.Endpoint;
import io.mehari.Exchange;
import io.mehari.Processor;
import io.mehari.Producer;
import io.mehari.component.mock.MockEndpoint;
import io.mehari.impl.DefaultRoutingContext;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A component whose consumer polls. */
class ScheduledPollTest {
    private final DefaultRoutingContext context = new DefaultRoutingContext();
    private final MockEndpoint out = MockEndpoint.resolve(context, "mock:out");
    private final MockEndpoint failed = MockEndpoint.resolve(context, "mock:failed");
    private final AtomicInteger polls = new AtomicInteger();
    private final CountDownLatch polled = new CountDownLatch(3);
    private volatile int failing;
    private volatile @Nullable Thread poller;

    private final class Well extends DefaultComponent {
        @Override
        protected Endpoint createEndpoint(String uri, String remaining, Map<String, Object> parameters) {
            return new WellEndpoint(uri, this);
        }
    }

    private final class WellEndpoint extends ScheduledPollEndpoint {
        WellEndpoint(String uri, Component component) {
            super(uri, component);
        }

        @Override
        public Producer createProducer() {
            throw new UnsupportedOperationException();
        }

        @Override
        public Consumer createConsumer(Processor processor) throws Exception {
            Consumer consumer = new Bucket(this, processor);
            configureConsumer(consumer);
            return consumer;
        }
    }

    private final class Bucket extends ScheduledPollConsumer {
        Bucket(Endpoint endpoint, Processor processor) {
            super(endpoint, processor);
        }

        @Override
        protected int poll() throws Exception {
            poller = Thread.currentThread();
            int number = polls.incrementAndGet();
            polled.countDown();
            if (number == failing) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("dry");
            }
            Exchange exchange = createExchange(true);
            exchange.setBody(number);
            getProcessor().process(exchange);
            return 1;
        }
    }

    @BeforeEach
    void start() {
        context.addComponent("well", new Well());
    }

    @AfterEach
    void stop() {
        context.stop();
    }

    private void route(String options) throws Exception {
        context.addRoutes(r -> {
            r.onException(IllegalStateException.class).handled(true).to("mock:failed");
            r.from("well:a?" + options).routeId("a").to("mock:out");
        });
        context.start();
    }

    private List<Exchange> received(int count) throws InterruptedException {
        out.expectedMinimumMessageCount(count);
        out.assertIsSatisfied();
        return out.getReceivedExchanges();
    }

    @Test
    void pollsComeOneAfterTheOtherUntilTheStop() throws Exception {
        route("initialDelay=0&delay=1");
        assertThat(polled.await(30, TimeUnit.SECONDS)).isTrue();
        assertThat(received(3).get(0).getBody()).isEqualTo(1);

        context.getRouteController().stopRoute("a");
        int before = polls.get();
        Thread thread = java.util.Objects.requireNonNull(poller);
        assertThat(thread.isAlive()).as("no thread is left").isFalse();
        assertThat(polls.get()).isEqualTo(before);
    }

    @Test
    void aPollThatFailsIsReportedAndTheNextOneComes() throws Exception {
        failing = 1;
        route("initialDelay=0&delay=1&bridgeErrorHandler=true");
        List<Exchange> received = received(2);
        assertThat(failed.getReceivedExchanges()).hasSize(1);
        assertThat(received.get(0).getBody()).isEqualTo(2);
    }

    @Test
    void aStopDoesNotWaitForTheNextPoll() throws Exception {
        route("initialDelay=3600000");
        long begin = System.nanoTime();
        context.getRouteController().stopRoute("a");
        assertThat(System.nanoTime() - begin).isLessThan(TimeUnit.SECONDS.toNanos(9));
        assertThat(polls).hasValue(0);
    }

    @Test
    void aNegativeDelayIsRefused() {
        WellEndpoint endpoint = (WellEndpoint) context.getEndpoint("well:b");
        assertThat(endpoint.getInitialDelay()).isEqualTo(1000);
        assertThat(endpoint.getDelay()).isEqualTo(500);
        assertThatIllegalArgumentException().isThrownBy(() -> endpoint.setDelay(-1));
        assertThatIllegalArgumentException().isThrownBy(() -> endpoint.setInitialDelay(-1));
    }
}
