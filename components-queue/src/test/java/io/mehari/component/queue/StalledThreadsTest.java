package io.mehari.component.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.AsyncCallback;
import io.mehari.Consumer;
import io.mehari.Endpoint;
import io.mehari.Exchange;
import io.mehari.Processor;
import io.mehari.Producer;
import io.mehari.component.queue.ring.WaitQueue;
import io.mehari.spi.ExceptionHandler;
import io.mehari.spi.internal.RouteProcessor;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One thread is paused or dies at a moment when others depend on it: the others continue. */
@Timeout(60)
class StalledThreadsTest {
    private Bench bench;
    private final CountDownLatch goOn = new CountDownLatch(1);

    @BeforeEach
    void open() {
        bench = new Bench();
    }

    @AfterEach
    void close() {
        goOn.countDown();
        bench.close();
    }

    private Channel channel(String uri) {
        Channel channel = bench.endpoint(uri).queue().only();
        assertThat(channel).isNotNull();
        return channel;
    }

    // ---- a queue of the user's that throws

    @Test
    void q11_aThreadThatReportsAFailureStallsNoOther() {
        AtomicBoolean broken = new AtomicBoolean();
        CountDownLatch reports = new CountDownLatch(1);
        bench.context.getRegistry().bind("handler", (ExceptionHandler) (message, exchange, failure) -> {
            reports.countDown();
            Bench.await(goOn);
        });
        bench.context.getRegistry().bind("mine", new LinkedBlockingQueue<Exchange>() {
            private static final long serialVersionUID = 1L;

            @Override
            public @Nullable Exchange poll() {
                if (broken.getAndSet(false)) {
                    throw new IllegalStateException("broken on purpose");
                }
                return super.poll();
            }
        });
        String uri = "seda:a?queue=#mine&exceptionHandler=#handler&concurrentConsumers=2&pollTimeout=600000";
        bench.receiving(uri).start();
        Bench.await(() -> channel(uri).idleTakers.waiting() == 2);
        broken.set(true);
        bench.template.sendBody(uri, "first");
        Bench.await(reports);
        bench.template.sendBody(uri, "second");
        bench.awaitReceived(2);
    }

    @Test
    void q9_aThreadThatDiesOfTheUsersQueueIsReplaced() {
        AtomicBoolean broken = new AtomicBoolean();
        ThreadLocal<Integer> looks = ThreadLocal.withInitial(() -> 0);
        bench.context.getRegistry().bind("mine", new LinkedBlockingQueue<Exchange>() {
            private static final long serialVersionUID = 1L;

            @Override
            public boolean isEmpty() {
                boolean inWorker = Thread.currentThread().getName().contains("receiver");
                if (broken.get() && inWorker) {
                    looks.set(looks.get() + 1);
                    if (looks.get() > 2) {
                        throw new IllegalStateException("broken on purpose");
                    }
                }
                return super.isEmpty();
            }
        });
        CyclicBarrier two = new CyclicBarrier(2);
        String uri = "seda:a?queue=#mine&concurrentConsumers=2&pollTimeout=600000";
        bench.route(r -> r.from(uri).routeId("receiver").process(exchange -> {
            if ("both".equals(exchange.getBody())) {
                two.await(Bench.PATIENCE_SECONDS, TimeUnit.SECONDS);
            } else {
                Bench.await(goOn);
            }
            bench.received.add(exchange.getBody());
        }));
        bench.start();
        Bench.await(() -> channel(uri).idleTakers.waiting() == 2);
        bench.template.sendBody(uri, "held");
        Bench.await(() -> channel(uri).idleTakers.waiting() == 1 && channel(uri).isEmpty());
        try (CapturedLog log = new CapturedLog("io.mehari")) {
            broken.set(true);
            goOn.countDown();
            Bench.await(() -> log.messages().stream().anyMatch(each -> each.contains("has died and is replaced")));
        } finally {
            broken.set(false);
        }
        bench.template.sendBody(uri, "both");
        bench.template.sendBody(uri, "both");
        bench.awaitReceived(3);
    }

    // ---- a sender that was called and does not come

    @ParameterizedTest
    @ValueSource(strings = {"Blocking", "Sleeping", "Yielding", "BusySpin"})
    void q3_aSenderThatDoesNotComeStallsNoOther(String strategy) {
        String uri = "seda:a?size=1&blockWhenFull=true&waitStrategy=" + strategy;
        CountDownLatch inRoute = new CountDownLatch(1);
        CountDownLatch next = new CountDownLatch(1);
        bench.route(r -> r.from(uri).routeId("receiver").process(exchange -> {
            inRoute.countDown();
            Bench.await(next);
            bench.received.add(exchange.getBody());
        }));
        bench.start();
        bench.template.sendBody(uri, "in the route");
        Bench.await(inRoute);
        bench.template.sendBody(uri, "queued");
        Channel channel = channel(uri);
        FutureTask<Channel> stuck =
                Bench.async(() -> BlockedSender.send(new Stuck(channel), channel, WaitQueue.FOR_EVER));
        Bench.await(() -> channel.blockedSenders.waiting() == 1);
        FutureTask<Boolean> other = Bench.async(() -> Cargo.send(channel, Cargo.of("other"), WaitQueue.FOR_EVER));
        Bench.await(() -> channel.blockedSenders.waiting() == 2);
        next.countDown();
        assertThat(Bench.result(other)).isTrue();
        bench.awaitReceived(3);
        goOn.countDown();
        assertThat(Bench.result(stuck)).isNull();
        bench.awaitReceived(4);
    }

    /** As a thread that is ready to run and gets no processor, such as a virtual one whose carriers are all busy. */
    private final class Stuck extends OutgoingMessage {
        private int tries;

        Stuck(Channel channel) {
            super(
                    bench.endpoint("seda:a").queue(),
                    bench.context.getRoutingContextExtension().getExchangeFactory(),
                    Cargo.of("late"),
                    channel);
        }

        @Override
        @Nullable
        Channel send() {
            if (tries++ > 0) {
                Bench.await(goOn);
            }
            return super.send();
        }
    }

    // ---- a consumer's thread that was halted just before the route

    @Test
    void q12_aStopWaitsForWhatASuspendedRouteHasTaken() {
        CountDownLatch taken = new CountDownLatch(1);
        bench.route(r -> r.from(new HaltingEndpoint(taken))
                        .routeId("receiver")
                        .process(exchange -> bench.received.add(exchange.getBody())))
                .start();
        bench.template.sendBody("seda:a", "taken");
        Bench.await(taken);
        bench.suspend("receiver");
        assertThat(bench.context.getRouteController().stopRoute("receiver", Duration.ofMillis(50)))
                .as("nothing is left over")
                .isFalse();
        goOn.countDown();
        bench.awaitReceived(1);
    }

    /** Consumes from seda:a, and halts a thread when it has taken a message that the route has not counted yet. */
    private final class HaltingEndpoint extends Endpoint {
        private final CountDownLatch taken;

        HaltingEndpoint(CountDownLatch taken) {
            super(bench.context, "halting:a");
            this.taken = taken;
        }

        @Override
        public Consumer createConsumer(Processor processor) {
            return bench.endpoint("seda:a").createConsumer(new Halting((RouteProcessor) processor));
        }

        @Override
        public Producer createProducer() {
            throw new UnsupportedOperationException();
        }

        @Override
        public void start() {}

        @Override
        public void stop() {}

        /** Not an entrance of the route, so each message comes here first. */
        private final class Halting extends RouteProcessor.Entrance {
            private final RouteProcessor route;

            Halting(RouteProcessor route) {
                this.route = route;
            }

            @Override
            public String getRouteId() {
                return route.getRouteId();
            }

            @Override
            public boolean takeOver(Exchange exchange, AsyncCallback callback) {
                taken.countDown();
                Bench.await(goOn);
                return route.takeOver(exchange, callback);
            }

            @Override
            public Entrance openEntrance() {
                return this;
            }

            @Override
            public boolean process(Exchange exchange, AsyncCallback callback) {
                return route.process(exchange, callback);
            }

            @Override
            public void close() {}
        }
    }
}
