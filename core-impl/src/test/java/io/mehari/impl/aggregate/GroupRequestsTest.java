package io.mehari.impl.aggregate;

import static io.mehari.builder.RouteBuilder.header;
import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.Exchange;
import io.mehari.ProducerTemplate;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.spi.ThreadPools;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Several requests to end a group while another thread holds its lock. */
class GroupRequestsTest {

    private final DefaultRoutingContext context = new DefaultRoutingContext();
    private final ProducerTemplate template = context.createProducerTemplate();
    private final BlockingQueue<Object> completedBy = new ArrayBlockingQueue<>(10);
    private final CountDownLatch entered = new CountDownLatch(1);
    private final CountDownLatch release = new CountDownLatch(1);

    @AfterEach
    void stop() {
        release.countDown();
        context.stop();
    }

    @Test
    void aForcedCompletionIsNotLostToATimeThatIsNotUpAfterAll() throws Exception {
        context.addRoutes(r -> r.from("direct:a")
                .aggregate(header("key"), (old, message) -> {
                    if (old != null) {
                        entered.countDown();
                        await(release);
                    }
                    return message;
                })
                .completionTimeout(header("time"))
                .process(exchange -> completedBy.add(exchange.getProperty(Exchange.AGGREGATED_COMPLETED_BY)))
                .end());
        context.start();
        template.sendBodyAndHeaders("direct:a", "1", Map.of("key", "k", "time", 250));
        CompletableFuture<Void> second = CompletableFuture.runAsync(
                () -> template.sendBodyAndHeaders("direct:a", "2", Map.of("key", "k", "time", 60_000)));
        await(entered);
        template.send("direct:a", exchange -> exchange.setProperty(Exchange.AGGREGATION_COMPLETE_ALL_GROUPS, true));
        awaitTimer(300);
        release.countDown();
        second.get(10, TimeUnit.SECONDS);
        assertThat(completedBy.poll(10, TimeUnit.SECONDS)).isEqualTo("force");
    }

    /** By then everything that was due before has been handed to the shared pool, and has begun there. */
    private void awaitTimer(long millis) {
        ThreadPools pools = context.getRoutingContextExtension().getThreadPools();
        CountDownLatch over = new CountDownLatch(1);
        pools.schedule(() -> pools.shared().execute(over::countDown), millis);
        await(over);
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(10, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
