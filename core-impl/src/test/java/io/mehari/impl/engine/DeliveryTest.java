package io.mehari.impl.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mehari.AsyncCallback;
import io.mehari.AsyncProcessor;
import io.mehari.Consumer;
import io.mehari.Endpoint;
import io.mehari.Exchange;
import io.mehari.Processor;
import io.mehari.Producer;
import io.mehari.RoutingContext;
import io.mehari.impl.CapturedLog;
import io.mehari.impl.exchange.PooledContext;
import io.mehari.impl.exchange.RecordedCompletion;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** {@link Endpoint#deliver} and {@link Endpoint#ask} end and release what a consumer gives to its route (X1, U2). */
@Timeout(30)
class DeliveryTest {
    private final PooledContext mehari = new PooledContext(true);
    private final Hand hand = new Hand(mehari.context);
    private final List<String> journal = new CopyOnWriteArrayList<>();

    @AfterEach
    void everythingIsGivenBack() {
        mehari.close();
    }

    /** An endpoint whose consumer is called by a test. */
    private static final class Hand extends Endpoint implements Consumer {
        private Processor route = exchange -> {};

        Hand(RoutingContext context) {
            super(context, "hand:a");
        }

        @Override
        public Consumer createConsumer(Processor processor) {
            route = processor;
            return this;
        }

        @Override
        public Producer createProducer() {
            throw new UnsupportedOperationException();
        }

        @Override
        public Endpoint getEndpoint() {
            return this;
        }

        @Override
        public Processor getProcessor() {
            return route;
        }

        @Override
        public void start() {}

        @Override
        public void stop() {}
    }

    /** What a consumer may be given. */
    enum Kind {
        ROUTE,
        PROCESSOR,
        CALLS_BACK_LATER,
        CALLS_BACK_TWICE
    }

    private Processor processor(Kind kind) throws Exception {
        Processor steps = exchange -> {
            exchange.setBody("reply");
            if ("bad".equals(exchange.getHeader("kind"))) {
                throw new IllegalStateException("on purpose");
            }
        };
        if (kind == Kind.ROUTE) {
            mehari.routes(r -> r.from(hand).delay(1).process(steps));
            return hand.route;
        }
        return kind == Kind.PROCESSOR ? steps : new Calling(steps, kind == Kind.CALLS_BACK_TWICE);
    }

    private record Calling(Processor steps, boolean twice) implements AsyncProcessor {
        @Override
        public void process(Exchange exchange) throws Exception {
            steps.process(exchange);
        }

        @Override
        public boolean process(Exchange exchange, AsyncCallback callback) {
            new Thread(() -> {
                        try {
                            steps.process(exchange);
                        } catch (Exception e) {
                            exchange.setException(e);
                        }
                        callback.done(false);
                        if (twice) {
                            callback.done(false);
                        }
                    })
                    .start();
            return false;
        }
    }

    private Exchange message(String kind) {
        Exchange exchange = hand.createExchange();
        exchange.setHeader("kind", kind);
        exchange.getExchangeExtension().addOnCompletion(new RecordedCompletion("it is", journal));
        return exchange;
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void x1_whatIsDeliveredIsEndedAndReleasedWhenTheCallReturns(Kind kind) throws Exception {
        Processor processor = processor(kind);
        hand.deliver(processor, message("good"));
        assertThat(journal).containsExactly("it is complete");
        hand.deliver(processor, message("bad"));
        assertThat(journal).containsExactly("it is complete", "it is failure");
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void x1_whoAsksReadsTheOutcomeAndThenItIsReleased(Kind kind) throws Exception {
        Processor processor = processor(kind);
        for (String each : List.of("good", "bad")) {
            CountDownLatch done = new CountDownLatch(1);
            Exchange asked = message(each);
            asked.getExchangeExtension().addOnCompletion(new RecordedCompletion("after", journal) {
                @Override
                public void onComplete(Exchange exchange) {
                    super.onComplete(exchange);
                    done.countDown();
                }

                @Override
                public void onFailure(Exchange exchange) {
                    super.onFailure(exchange);
                    done.countDown();
                }
            });
            hand.ask(processor, asked, doneSync -> journal.add(asked.getBody() + " " + asked.isFailed()));
            assertThat(done.await(10, TimeUnit.SECONDS)).isTrue();
        }
        assertThat(journal)
                .containsSubsequence("reply false", "after complete", "reply true", "after failure")
                .doesNotHaveDuplicates();
    }

    /** The route has released the exchange by then, or has handed it over: it must not be released once more. */
    @Test
    void x3_aCallbackThatThrowsDoesNotReleaseWhatTheRouteHasReleased() throws Exception {
        mehari.routes(r -> r.from(hand).process(exchange -> exchange.setBody("done")));
        try (CapturedLog log = new CapturedLog("io.mehari")) {
            hand.deliver(hand.route, message("good"), doneSync -> {
                throw new AssertionError("on purpose");
            });
            assertThat(log.messages()).containsExactly("The callback of deliver(...) failed");
        }
        assertThat(journal).containsExactly("it is complete");
        assertThat(mehari.context
                        .getRoutingContextExtension()
                        .getExchangePoolStatistics()
                        .refused())
                .isZero();
    }

    @Test
    void s1_aCallbackThatThrowsLosesNoExchange() throws Exception {
        Processor processor = processor(Kind.PROCESSOR);
        assertThatThrownBy(() -> hand.ask(processor, message("good"), doneSync -> {
                    throw new IllegalStateException("on purpose");
                }))
                .hasMessage("on purpose");
        assertThat(journal).containsExactly("it is complete");
    }
}
