package io.mehari.impl.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.Exchange;
import io.mehari.Processor;
import io.mehari.builder.ErrorHandlerBuilder;
import io.mehari.builder.RouteBuilder;
import io.mehari.component.mock.MockEndpoint;
import io.mehari.impl.DefaultExchange;
import io.mehari.impl.exchange.PooledContext;
import io.mehari.spi.ThreadPools;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Redeliveries that a stop does not wait for: {@code allowRedeliveryWhileStopping(false)}. */
class StoppedRetriesTest {
    private static final long AN_HOUR = 3_600_000;
    private static final Duration LONG = Duration.ofMinutes(5);

    private final PooledContext mehari = new PooledContext(true);
    private final CountDownLatch failed = new CountDownLatch(1);
    private final AtomicInteger tries = new AtomicInteger();

    @AfterEach
    void x1_createdIsReleased() {
        mehari.close();
    }

    private final Processor failing = exchange -> {
        tries.incrementAndGet();
        throw new IllegalArgumentException("forced");
    };

    private static ErrorHandlerBuilder impatient(ErrorHandlerBuilder handler, long delay) {
        return handler.maximumRedeliveries(5)
                .redeliveryDelay(delay)
                .maximumRedeliveryDelay(delay)
                .allowRedeliveryWhileStopping(false);
    }

    private CompletableFuture<PooledContext.Outcome> send() {
        return CompletableFuture.supplyAsync(() -> mehari.send("x"));
    }

    @Test
    void s3_aStopEndsWhatWaitsForARedelivery() throws Exception {
        mehari.routes(r -> {
            r.errorHandler(impatient(RouteBuilder.deadLetterChannel("mock:dead"), AN_HOUR)
                    .onExceptionOccurred(exchange -> failed.countDown()));
            r.from("direct:a").routeId("a").process(failing);
        });
        CompletableFuture<PooledContext.Outcome> sent = send();
        assertThat(failed.await(60, TimeUnit.SECONDS)).isTrue();

        boolean quiet = mehari.context.getRouteController().stopRoute("a", LONG);

        assertThat(quiet).isTrue();
        assertThat(sent.get(60, TimeUnit.SECONDS).failure()).as("dealt with").isNull();
        assertThat(tries).hasValue(1);
        MockEndpoint dead = mehari.context.getEndpoint("mock:dead", MockEndpoint.class);
        assertThat(dead.getReceivedCounter()).isEqualTo(1);
        assertThat(dead.getExchanges().get(0).getProperty(Exchange.EXCEPTION_CAUGHT, Exception.class))
                .isInstanceOf(RejectedExecutionException.class)
                .hasMessage("Redelivery not allowed while stopping")
                .hasRootCauseMessage("forced");
    }

    @Test
    void aClauseForTheFailureOfTheStepStillMatches() throws Exception {
        mehari.routes(r -> {
            r.errorHandler(impatient(RouteBuilder.defaultErrorHandler(), AN_HOUR));
            r.onException(IllegalArgumentException.class)
                    .maximumRedeliveries(5)
                    .onExceptionOccurred(exchange -> failed.countDown())
                    .handled(true)
                    .setBody(RouteBuilder.constant("handled"));
            r.from("direct:a").routeId("a").process(failing);
        });
        CompletableFuture<PooledContext.Outcome> sent = send();
        assertThat(failed.await(60, TimeUnit.SECONDS)).isTrue();
        mehari.context.getRouteController().stopRoute("a", LONG);
        assertThat(sent.get(60, TimeUnit.SECONDS).body()).isEqualTo("handled");
    }

    @Test
    void s3_aTimerThatAStopHasOvertakenIsCancelled() {
        List<String> events = new ArrayList<>();
        WaitingRetries retries = new WaitingRetries();
        retries.resumeAfter(new DefaultExchange(mehari.context).continuation(), AN_HOUR, new Timers(events));
        retries.stop();
        assertThat(events).containsExactly("scheduled", "resumed", "cancelled");
    }

    @Test
    void aStopOfTheContextDoesSoToo() throws Exception {
        mehari.routes(r -> {
            r.errorHandler(impatient(RouteBuilder.defaultErrorHandler(), AN_HOUR)
                    .onExceptionOccurred(exchange -> failed.countDown()));
            r.from("direct:a").routeId("a").process(failing);
        });
        mehari.context.getRoutingContextExtension().getShutdownStrategy().setTimeout(LONG);
        CompletableFuture<PooledContext.Outcome> sent = send();
        assertThat(failed.await(60, TimeUnit.SECONDS)).isTrue();

        mehari.context.stop();

        assertThat(sent.get(60, TimeUnit.SECONDS).failure())
                .hasMessage("Redelivery not allowed while stopping")
                .hasRootCauseMessage("forced");
        assertThat(tries).hasValue(1);
    }

    /** Pools that note what is asked of them. */
    private static final class Timers extends ThreadPools {
        private final List<String> events;

        Timers(List<String> events) {
            this.events = events;
        }

        @Override
        public void resume(Runnable suspended) {
            events.add("resumed");
        }

        @Override
        public Delayed schedule(Runnable task, long delayMillis) {
            events.add("scheduled");
            return () -> events.add("cancelled");
        }

        @Override
        public boolean isVirtualThreads() {
            return false;
        }

        @Override
        public void setVirtualThreads(boolean virtualThreads) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Thread newThread(String name, Runnable task) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Executor shared() {
            throw new UnsupportedOperationException();
        }

        @Override
        public ExecutorService newPool(String name, int threads, int maxQueued) {
            throw new UnsupportedOperationException();
        }
    }

    @Test
    void whenTheRouteRunsAgainItRedelivers() throws Exception {
        mehari.routes(r -> {
            r.errorHandler(impatient(RouteBuilder.defaultErrorHandler(), 1));
            r.from("direct:a").routeId("a").process(failing);
        });
        mehari.context.getRouteController().stopRoute("a", LONG);
        mehari.context.getRouteController().startRoute("a");

        assertThat(send().get(60, TimeUnit.SECONDS).failure()).hasMessage("forced");

        assertThat(tries).hasValue(6);
    }

    @Test
    void aSuspendedRouteRedelivers() throws Exception {
        mehari.routes(r -> {
            r.errorHandler(impatient(RouteBuilder.defaultErrorHandler(), 1));
            r.from("direct:a").routeId("a").process(failing);
        });
        mehari.context.getRouteController().suspendRoute("a");
        mehari.context.getRouteController().resumeRoute("a");

        assertThat(send().get(60, TimeUnit.SECONDS).failure()).hasMessage("forced");

        assertThat(tries).hasValue(6);
    }
}
