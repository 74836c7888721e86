package io.mehari.component.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.Exchange;
import io.mehari.ExchangePattern;
import io.mehari.ProducerTemplate;
import io.mehari.builder.Routes;
import io.mehari.component.queue.ring.SpinThenPark;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.spi.Synchronization;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** A context with routes for one test, and helper methods. */
final class Bench implements AutoCloseable {
    static final int PATIENCE_SECONDS = 20;

    final DefaultRoutingContext context = new DefaultRoutingContext("bench");
    final ProducerTemplate template;
    final List<Object> received = Collections.synchronizedList(new ArrayList<>());

    Bench(boolean virtualThreads) {
        if (virtualThreads) {
            context.getRoutingContextExtension().getThreadPools().setVirtualThreads(true);
        }
        context.getRoutingContextExtension().getShutdownStrategy().setTimeout(Duration.ofSeconds(5));
        template = context.createProducerTemplate();
    }

    Bench() {
        this(false);
    }

    Bench route(Routes routes) {
        try {
            context.addRoutes(routes);
        } catch (Exception e) {
            throw new AssertionError(e);
        }
        return this;
    }

    /** A route that remembers the bodies it gets. */
    Bench receiving(String uri) {
        return route(r -> r.from(uri).routeId("receiver").process(exchange -> received.add(exchange.getBody())));
    }

    Bench start() {
        context.start();
        return this;
    }

    QueueEndpoint endpoint(String uri) {
        return (QueueEndpoint) context.getEndpoint(uri);
    }

    void suspend(String route) {
        context.getRouteController().suspendRoute(route);
    }

    void resume(String route) {
        context.getRouteController().resumeRoute(route);
    }

    Exchange exchange(Object body) {
        return exchange(ExchangePattern.InOnly, body);
    }

    Exchange exchange(ExchangePattern pattern, Object body) {
        Exchange exchange = context.createExchange(pattern);
        exchange.setBody(body);
        return exchange;
    }

    void awaitReceived(int count) {
        await(() -> received.size() >= count);
        assertThat(received).hasSize(count);
    }

    @Override
    public void close() {
        template.stop();
        context.stop();
    }

    // ---- for all tests

    static void await(BooleanSupplier condition) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        for (int tries = 0; !condition.getAsBoolean(); tries++) {
            assertThat(System.nanoTime() - end).as("the time is up").isNegative();
            SpinThenPark.pause(tries);
        }
    }

    static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(PATIENCE_SECONDS, TimeUnit.SECONDS))
                    .as("it happened in time")
                    .isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    static <T> FutureTask<T> async(Callable<T> work) {
        FutureTask<T> task = new FutureTask<>(work);
        Thread thread = new Thread(task, "test");
        thread.setDaemon(true);
        thread.start();
        return task;
    }

    static <T> T result(FutureTask<T> task) {
        try {
            return task.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    /** Counts how a message ended. */
    static final class Ends implements Synchronization {
        final List<String> ends = Collections.synchronizedList(new ArrayList<>());

        @Override
        public void onComplete(Exchange exchange) {
            ends.add("complete");
        }

        @Override
        public void onFailure(Exchange exchange) {
            ends.add("failure");
        }
    }
}
