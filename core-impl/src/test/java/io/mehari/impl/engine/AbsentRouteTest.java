package io.mehari.impl.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.DirectConsumerNotAvailableException;
import io.mehari.Exchange;
import io.mehari.ProducerTemplate;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.impl.ForwardedThreads;
import io.mehari.impl.exchange.DefaultExchange;
import io.mehari.spi.RoutingContextExtension;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Law S2: a call to a {@code direct:} route that does not run waits without a thread that other routes need. */
@Timeout(90)
class AbsentRouteTest {
    /** More than the shared pool can have threads. */
    private static final int MANY = 300;

    private final DefaultRoutingContext context = new DefaultRoutingContext();
    private final ProducerTemplate template = context.createProducerTemplate();

    @AfterEach
    void stop() {
        context.stop();
    }

    /**
     * On a thread of its own: if the delay ends before this thread has left the route, the thread continues and may
     * wait.
     */
    private CompletableFuture<Exchange> send(String endpoint, int body) {
        Exchange exchange = new DefaultExchange(context);
        exchange.setBody(body);
        CompletableFuture<Exchange> done = new CompletableFuture<>();
        Thread sender = new Thread(() -> {
            var unused = template.asyncSend(endpoint, exchange).whenComplete((sent, failure) -> {
                if (failure == null) {
                    done.complete(sent);
                } else {
                    done.completeExceptionally(failure);
                }
            });
        });
        sender.setDaemon(true);
        sender.start();
        return done;
    }

    private void routes(String late) throws Exception {
        context.addRoutes(r -> {
            r.from("direct:in").delay(1).end().to(late).process(exchange -> exchange.setHeader("back", true));
            r.from("direct:late")
                    .routeId("late")
                    .autoStartup(false)
                    .process(exchange -> exchange.setHeader("late", true));
            r.from("direct:other").delay(1).end().process(exchange -> exchange.setBody("done"));
        });
        context.start();
    }

    @Test
    void r6_aMessageThatWaitsForARouteFailsWhenTheContextBeginsToStop() throws Exception {
        routes("direct:late?timeout=80000");
        CompletableFuture<Exchange> suspended = send("direct:in", 0);
        context.addRoutes(r -> r.from("direct:calling").to("direct:late?timeout=80000"));
        CompletableFuture<Exchange> blocked = send("direct:calling", 1);
        while (context.stats().inflight() < 2) {
            Thread.sleep(1);
        }
        CompletableFuture<Void> stopped = new CompletableFuture<>();
        Thread stopping = new Thread(() -> {
            context.stop();
            stopped.complete(null);
        });
        stopping.start();
        stopped.get(20, TimeUnit.SECONDS); // the limit of the stop is 45 s
        for (CompletableFuture<Exchange> each : List.of(suspended, blocked)) {
            assertThat(each.get(20, TimeUnit.SECONDS).getException())
                    .isInstanceOf(DirectConsumerNotAvailableException.class);
        }
    }

    /** The message comes to it after the stop has told all endpoints, and its endpoint is made then. */
    @Test
    void r6_aMessageThatWouldWaitForARouteWhileTheContextStopsFails() throws Exception {
        CountDownLatch within = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        context.addRoutes(r -> r.from("direct:in")
                .process(exchange -> {
                    within.countDown();
                    goOn.await();
                })
                .toD("direct:late${body}?timeout=80000"));
        context.addRoutes(r -> r.from("direct:other").stop());
        context.start();
        CompletableFuture<Exchange> sent = send("direct:in", 1);
        assertThat(within.await(20, TimeUnit.SECONDS)).isTrue();
        CompletableFuture<Void> stopped = CompletableFuture.runAsync(context::stop);
        while (!hasRefused()) {
            Thread.onSpinWait();
        }
        goOn.countDown();
        stopped.get(20, TimeUnit.SECONDS); // the limit of the stop is 45 s
        assertThat(sent.get(20, TimeUnit.SECONDS).getException())
                .isInstanceOf(DirectConsumerNotAvailableException.class);
    }

    /** Whether the stop has begun to wait for messages. */
    private boolean hasRefused() {
        return template.send("direct:other", exchange -> {}).getException() != null;
    }

    @Test
    void s2_callsOfARouteThatDoesNotRunHoldNoSharedThread() throws Exception {
        routes("direct:late?timeout=80000"); // longer than the slowest machine needs
        List<CompletableFuture<Exchange>> all = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            all.add(send("direct:in", i));
        }
        assertThat(send("direct:other", 0).get(20, TimeUnit.SECONDS).getBody()).isEqualTo("done");
        assertThat(all).noneMatch(CompletableFuture::isDone);

        context.getRouteController().startRoute("late");
        for (int i = 0; i < MANY; i++) {
            Exchange sent = all.get(i).get(20, TimeUnit.SECONDS);
            assertThat(sent.getException()).isNull();
            assertThat(sent.getBody()).isEqualTo(i);
            assertThat(sent.getHeaders()).containsKeys("late", "back");
        }
    }

    /** Else the route would resume an exchange that has another owner. */
    @Test
    void s4_aCallThatFailsToWaitIsNotResumedWhenTheRouteStarts() throws Exception {
        RoutingContextExtension services = context.getRoutingContextExtension();
        services.setThreadPools(new ForwardedThreads(services.getThreadPools()) {
            @Override
            public Delayed schedule(Runnable task, long delay, TimeUnit unit) {
                if (unit.toMillis(delay) > 1_000) {
                    throw new OutOfMemoryError("no thread for the timer, on purpose");
                }
                return super.schedule(task, delay, unit);
            }
        });
        routes("direct:late?timeout=80000");
        Exchange failed = send("direct:in", 0).get(20, TimeUnit.SECONDS);
        assertThat(failed.getException()).hasStackTraceContaining("no thread for the timer, on purpose");
        Field waiting = DirectEndpoint.class.getDeclaredField("absences");
        waiting.setAccessible(true);
        assertThat((Collection<?>) waiting.get(context.getEndpoint("direct:late?timeout=80000")))
                .isEmpty();
    }

    @Test
    void s2_oneThatWaitsForTooLongFails() throws Exception {
        routes("direct:late?timeout=20");
        assertThat(send("direct:in", 1).get(20, TimeUnit.SECONDS).getException())
                .isInstanceOf(DirectConsumerNotAvailableException.class);
        context.getRouteController().startRoute("late");
        assertThat(send("direct:in", 2).get(20, TimeUnit.SECONDS).getHeaders()).containsKeys("late", "back");
    }

    @Test
    void s2_oneThatIsNotToFailGoesOn() throws Exception {
        routes("direct:late?timeout=20&failIfNoConsumers=false");
        Exchange sent = send("direct:in", 1).get(20, TimeUnit.SECONDS);
        assertThat(sent.getException()).isNull();
        assertThat(sent.getHeaders()).containsKey("back").doesNotContainKey("late");
    }

    @Test
    void s2_aStopDoesNotWaitForThem() throws Exception {
        routes("direct:late");
        CompletableFuture<Exchange> waits = send("direct:in", 1);
        while (context.stats().inflight() < 1) {
            Thread.sleep(1); // a message that comes after the stop fails in another way
        }
        send("direct:other", 0).get(20, TimeUnit.SECONDS);
        context.getRoutingContextExtension().getShutdownStrategy().setTimeout(java.time.Duration.ofMillis(50));
        context.stop();
        assertThat(waits.get(20, TimeUnit.SECONDS).getException())
                .isInstanceOf(DirectConsumerNotAvailableException.class);
    }

    @Test
    void r6_aStopEndsTheWaitOfACallingThread() throws Exception {
        context.addRoutes(r -> {
            r.from("direct:in").to("direct:late");
            r.from("direct:late").autoStartup(false).process(exchange -> {});
        });
        context.start();
        CompletableFuture<Exchange> waits = send("direct:in", 1);
        while (context.stats().inflight() == 0) {
            Thread.sleep(1);
        }
        context.getRoutingContextExtension().getShutdownStrategy().setTimeout(java.time.Duration.ofMillis(50));
        context.stop();
        assertThat(waits.get(15, TimeUnit.SECONDS).getException()) // half of the timeout of the endpoint
                .isInstanceOf(DirectConsumerNotAvailableException.class);
    }
}
