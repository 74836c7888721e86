package io.mehari.component.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.Exchange;
import io.mehari.ExchangePattern;
import io.mehari.ExchangeTimedOutException;
import io.mehari.spi.ExceptionHandler;
import io.mehari.spi.Synchronization;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Law R6: a stop returns within its timeout, whatever the user's code does. */
@Timeout(60)
class StuckUserCodeTest {
    private final Bench bench = new Bench();
    private final CountDownLatch stuck = new CountDownLatch(1);
    private final CountDownLatch release = new CountDownLatch(1);

    @AfterEach
    void close() {
        release.countDown();
        bench.close();
    }

    private void getStuck() {
        stuck.countDown();
        boolean over = false;
        while (!over) {
            try {
                release.await();
                over = true;
            } catch (InterruptedException e) {
                over = false; // whatever is done to it
            }
        }
    }

    private void assertThatStopsComeBack() {
        bench.start();
        Bench.await(stuck);
        long begin = System.nanoTime();
        bench.context.getRouteController().stopRoute("stuck", Duration.ofMillis(50));
        bench.context.getRoutingContextExtension().getShutdownStrategy().setTimeout(Duration.ofMillis(50));
        bench.context.stop();
        assertThat(System.nanoTime() - begin).isLessThan(TimeUnit.SECONDS.toNanos(10));
    }

    /** A queue of the user's of which the next poll fails, or does not come back. */
    private final class Treacherous extends LinkedBlockingQueue<Exchange> {
        private static final long serialVersionUID = 1;
        private final boolean fails;

        Treacherous(boolean fails) {
            this.fails = fails;
        }

        @Override
        public boolean isEmpty() {
            return false;
        }

        @Override
        public Exchange poll() {
            if (fails) {
                throw new IllegalStateException("broken");
            }
            if (stuck.getCount() > 0) {
                getStuck(); // the consumer's thread, which is the first to come
            }
            return null;
        }
    }

    @Test
    void r6_anErrorHandlerThatDealsWithAFailureToTakeAndDoesNotEnd() {
        bench.context.getRegistry().bind("queue", new Treacherous(true));
        bench.route(r -> r.from("seda:a?queue=#queue&bridgeErrorHandler=true")
                .routeId("stuck")
                .onException(IllegalStateException.class)
                .handled(true)
                .process(exchange -> getStuck())
                .end()
                .to("log:never"));
        assertThatStopsComeBack();
    }

    @Test
    void r6_anExceptionHandlerThatDoesNotComeBack() {
        bench.context.getRegistry().bind("queue", new Treacherous(true));
        bench.context.getRegistry().bind("handler", (ExceptionHandler) (message, exchange, failure) -> getStuck());
        bench.route(r -> r.from("seda:a?queue=#queue&exceptionHandler=#handler")
                .routeId("stuck")
                .to("log:never"));
        assertThatStopsComeBack();
    }

    @Test
    void r6_aQueueOfTheUsersThatDoesNotComeBack() {
        bench.context.getRegistry().bind("queue", new Treacherous(false));
        bench.route(r -> r.from("seda:a?queue=#queue").routeId("stuck").to("log:never"));
        assertThatStopsComeBack();
    }

    @Test
    void s2_aRequestThatTimesOutWhileTheUsersCodeMakesAQueueLeavesTheTimerFree() throws Exception {
        bench.context.getRegistry().bind("factory", (BlockingQueueFactory) capacity -> {
            getStuck();
            return new LinkedBlockingQueue<>();
        });
        bench.route(r -> r.from("direct:in").to("seda:unread?timeout=20"));
        bench.start();
        Thread making = new Thread(() -> bench.context.getEndpoint("seda:b?queueFactory=#factory"));
        making.start();
        Bench.await(stuck);
        Exchange request = bench.exchange("x");
        request.setPattern(ExchangePattern.InOut);
        CompletableFuture<Exchange> reply = bench.template.asyncSend("direct:in", request);
        CountDownLatch later = new CountDownLatch(1);
        bench.context.getRoutingContextExtension().getThreadPools().schedule(later::countDown, 150);
        assertThat(later.await(5, TimeUnit.SECONDS)).as("the timer runs").isTrue();
        release.countDown();
        assertThat(reply.get(10, TimeUnit.SECONDS).getException())
                .isInstanceOf(ExchangeTimedOutException.class)
                .hasMessageContaining("no running route starts from it");
        making.join();
    }

    @Test
    void r6_aStopFromACompletionDoesNotWaitForItself() {
        CountDownLatch stopped = new CountDownLatch(1);
        bench.context.getRoutingContextExtension().getShutdownStrategy().setTimeout(Duration.ofSeconds(50));
        bench.route(r -> r.from("seda:a")
                .process(exchange -> exchange.getExchangeExtension().addOnCompletion(new Synchronization() {
                    @Override
                    public void onComplete(Exchange done) {
                        bench.context.stop();
                        stopped.countDown();
                    }

                    @Override
                    public void onFailure(Exchange done) {
                        onComplete(done);
                    }
                })));
        bench.start();
        bench.template.sendBody("seda:a", "x");

        Bench.await(stopped);
        Bench.await(() -> bench.context.getStatus().isStopped());
    }
}
