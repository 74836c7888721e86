package io.mehari.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mehari.AsyncCallback;
import io.mehari.AsyncProcessor;
import io.mehari.Component;
import io.mehari.Consumer;
import io.mehari.Endpoint;
import io.mehari.Exchange;
import io.mehari.Processor;
import io.mehari.Producer;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.spi.SynchronizationAdapter;
import io.mehari.spi.internal.HandoverProducer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A consumer that calls the processor of its route by itself: the messages end with that call. */
class DefaultConsumerTest {
    private final DefaultRoutingContext context = new DefaultRoutingContext();
    private final List<String> journal = new ArrayList<>();
    private final List<Exchange> handedOver = new ArrayList<>();
    private @Nullable DefaultConsumer consumer;

    /** Its endpoints have consumers that a test calls. */
    private final class Hand extends DefaultComponent {
        @Override
        protected Endpoint createEndpoint(String uri, String remaining, Map<String, Object> parameters) {
            return new HandEndpoint(uri, this);
        }
    }

    private final class HandEndpoint extends DefaultEndpoint {
        HandEndpoint(String uri, Component component) {
            super(uri, component);
        }

        @Override
        public Producer createProducer() {
            return new Taker(this);
        }

        @Override
        public Consumer createConsumer(Processor processor) {
            DefaultConsumer made = new DefaultConsumer(this, processor);
            consumer = made;
            return made;
        }
    }

    /** Sends by taking over the exchange itself, as a queue does. */
    private final class Taker implements HandoverProducer {
        private final Endpoint endpoint;

        Taker(Endpoint endpoint) {
            this.endpoint = endpoint;
        }

        @Override
        public Endpoint getEndpoint() {
            return endpoint;
        }

        @Override
        public boolean handOver(Exchange exchange) {
            handedOver.add(exchange);
            return true;
        }

        @Override
        public boolean process(Exchange exchange, AsyncCallback callback) {
            callback.done(true);
            return true;
        }
    }

    @BeforeEach
    void start() throws Exception {
        context.getRoutingContextExtension().setExchangePool(100, true);
        context.addComponent("hand", new Hand());
        context.addRoutes(r -> r.from("hand:a")
                .process(exchange -> {
                    if ("bad".equals(exchange.getBody())) {
                        throw new IllegalStateException("on purpose");
                    }
                    if ("later".equals(exchange.getBody())) {
                        exchange.setBody("was later");
                    }
                })
                .delay(exchange -> "was later".equals(exchange.getBody()) ? 20 : 0));
        context.start();
    }

    @AfterEach
    void stop() {
        context.stop();
    }

    private Exchange message(String body) {
        Exchange exchange = Objects.requireNonNull(consumer).getEndpoint().createExchange();
        exchange.setBody(body);
        exchange.getExchangeExtension().addOnCompletion(new SynchronizationAdapter() {
            @Override
            public void onComplete(Exchange done) {
                journal.add("complete");
            }

            @Override
            public void onFailure(Exchange failed) {
                journal.add("failed");
            }
        });
        return exchange;
    }

    private Processor processor() {
        return Objects.requireNonNull(consumer).getProcessor();
    }

    @Test
    void u2_theCompletionsHaveRunWhenTheCallReturns() throws Exception {
        Exchange good = message("good");
        processor().process(good);
        assertThat(journal).containsExactly("complete");
        assertThat(good.getBody()).as("still of the caller").isEqualTo("good");
        processor().process(message("bad"));
        assertThat(journal).containsExactly("complete", "failed");
    }

    @Test
    void u2_theyHaveRunWhenTheCallbackIsCalled() throws Exception {
        CountDownLatch done = new CountDownLatch(1);
        List<String> before = new ArrayList<>();
        ((AsyncProcessor) processor()).process(message("later"), doneSync -> {
            before.addAll(journal);
            done.countDown();
        });
        assertThat(done.await(30, TimeUnit.SECONDS)).isTrue();
        assertThat(before).containsExactly("complete");
    }

    /** A processor that is no route, such as one that a test or another component gives. */
    @Test
    void s1_whateverAProcessorThrowsTheCompletionsRunAndTheCallbackIsCalled() {
        Endpoint endpoint = Objects.requireNonNull(consumer).getEndpoint();
        AsyncProcessor throwing = (AsyncProcessor) new DefaultConsumer(endpoint, exchange -> {
                    throw new AssertionError("on purpose");
                })
                .getProcessor();
        assertThatThrownBy(() -> throwing.process(message("a"))).hasMessage("on purpose");
        assertThat(journal).containsExactly("failed");
        throwing.process(message("b"), doneSync -> journal.add("called"));
        assertThat(journal).containsExactly("failed", "failed", "called");
    }

    /** The consumer's own processor, or that of its route: the route owns what is delivered. */
    @Test
    void q13_theLastStepHandsOverWhatIsDelivered() throws Exception {
        context.addRoutes(r -> r.from("hand:b").to("hand:taker"));
        Exchange left = message("good");
        Objects.requireNonNull(consumer).getEndpoint().deliver(processor(), left);
        assertThat(handedOver).containsExactly(left);
        assertThat(journal).as("its completions go along").isEmpty();
    }

    @Test
    void aMessageThatIsDeliveredIsReleased() {
        Exchange left = message("good");
        Objects.requireNonNull(consumer).getEndpoint().deliver(processor(), left);
        assertThat(journal).containsExactly("complete");
        assertThat(Objects.requireNonNull(context.getRoutingContextExtension().getExchangePoolStatistics())
                        .inUse())
                .isZero();
    }
}
