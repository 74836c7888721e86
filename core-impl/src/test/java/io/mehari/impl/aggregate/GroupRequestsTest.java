package io.mehari.impl.aggregate;

import static io.mehari.builder.RouteBuilder.header;
import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.Exchange;
import io.mehari.ProducerTemplate;
import io.mehari.builder.AggregateDefinition;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.spi.ThreadPools;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Requests to end a group, and messages for it, while another thread holds its lock. */
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
        context.addRoutes(r -> {
            r.from("direct:caller").to("direct:a"); // so the message is not in flight in the route that stops
            r.from("direct:a")
                    .routeId("a")
                    .aggregate(header("key"), (old, message) -> {
                        if (old != null) {
                            entered.countDown();
                            await(release);
                        }
                        return message;
                    })
                    .completionTimeout(header("time"))
                    .forceCompletionOnStop()
                    .process(exchange -> completedBy.add(exchange.getProperty(Exchange.AGGREGATED_COMPLETED_BY)))
                    .end();
        });
        context.start();
        template.sendBodyAndHeaders("direct:caller", "1", Map.of("key", "k", "time", 250));
        CompletableFuture<Void> second = CompletableFuture.runAsync(
                () -> template.sendBodyAndHeaders("direct:caller", "2", Map.of("key", "k", "time", 60_000)));
        await(entered);
        Thread stop = new Thread(() -> context.getRouteController().stopRoute("a"));
        stop.start();
        awaitState(stop, Thread.State.TIMED_WAITING); // then it has asked the group to end
        awaitTimer(300);
        release.countDown();
        second.get(10, TimeUnit.SECONDS);
        stop.join(10_000);
        assertThat(completedBy.poll(10, TimeUnit.SECONDS)).isEqualTo("force");
    }

    /** The message that completes the group by its size holds the lock when the time is up. */
    @Test
    void s3_aTimeoutThatMeetsTheLastMessageOfAGroupDoesNotEndItAgain() throws Exception {
        startGathering(route -> route.completionSize(group -> {
            if (group.getBody().equals("12")) {
                entered.countDown();
                await(release);
            }
            return 2;
        }));
        send("1", 60_000);
        Thread second = new Thread(() -> send("2", 1));
        second.start();
        await(entered);
        awaitTimer(50);
        release.countDown();
        second.join(10_000);
        send("3", 1);
        assertThat(completed()).isEqualTo("12 by size");
        assertThat(completed()).isEqualTo("3 by timeout");
    }

    /** The timeout holds the lock when the message comes that would have completed the group by its size. */
    @Test
    void s3_aMessageThatMeetsTheTimeoutOfItsGroupOpensANewOne() throws Exception {
        startGathering(route -> route.completionSize(2));
        send(slowKey(), "1", 1);
        await(entered);
        Thread second = new Thread(() -> send(slowKey(), "2", 60_000));
        second.start();
        awaitState(second, Thread.State.WAITING); // for the lock
        release.countDown();
        second.join(10_000);
        send(slowKey(), "3", 60_000);
        assertThat(List.of(completed(), completed())).containsExactlyInAnyOrder("1 by timeout", "23 by size");
    }

    private void startGathering(Consumer<AggregateDefinition> options) throws Exception {
        context.addRoutes(r -> {
            AggregateDefinition block = r.from("direct:a").aggregate(header("key"), (old, message) -> {
                if (old != null) {
                    old.setBody(old.getBody(String.class) + message.getBody());
                }
                return old == null ? message : old;
            });
            options.accept(block.completionTimeout(header("time")));
            block.process(group ->
                    completedBy.add(group.getBody() + " by " + group.getProperty(Exchange.AGGREGATED_COMPLETED_BY)));
        });
        context.start();
    }

    private void send(String body, long timeoutMillis) {
        send("k", body, timeoutMillis);
    }

    private void send(Object key, String body, long timeoutMillis) {
        template.sendBodyAndHeaders("direct:a", body, Map.of("key", key, "time", timeoutMillis));
    }

    private SlowKey slowKey() {
        return new SlowKey(() -> {
            entered.countDown();
            await(release);
        });
    }

    private static void awaitState(Thread thread, Thread.State state) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
        while (thread.getState() != state && System.nanoTime() - end < 0) {
            Thread.onSpinWait();
        }
    }

    private Object completed() throws InterruptedException {
        return String.valueOf(completedBy.poll(10, TimeUnit.SECONDS));
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
