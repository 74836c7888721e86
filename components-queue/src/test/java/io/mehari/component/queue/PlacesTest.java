package io.mehari.component.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mehari.Exchange;
import io.mehari.ExchangePattern;
import io.mehari.InvalidOptionException;
import io.mehari.spi.SynchronizationAdapter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Law S3: a place in a queue is free again when it is no longer needed. */
class PlacesTest {

    private final Bench bench = new Bench();
    private final List<Object> asleep = Collections.synchronizedList(new ArrayList<>());

    @AfterEach
    void close() {
        bench.close();
    }

    private Exchange send(String uri, Object body) {
        return send(uri, ExchangePattern.InOnly, body);
    }

    private Exchange send(String uri, ExchangePattern pattern, Object body) {
        Exchange exchange = bench.exchange(pattern, body);
        ((QueueProducer) bench.endpoint(uri).createProducer()).process(exchange);
        return exchange;
    }

    private static void bound(BlockingQueue<Exchange> queue, Bench bench) {
        bench.context.getRegistry().bind("own", queue);
    }

    // ---- requests that timed out

    @ParameterizedTest
    @ValueSource(
            strings = {
                "seda:a?size=8",
                "disruptor:a?size=8&blockWhenFull=false",
                "seda:a?size=8&multipleConsumers=true",
                "seda:a?queue=#own",
                "seda:a?size=8&concurrentConsumers=2"
            })
    void s3_requestsThatTimedOutGiveTheirPlacesBack(String uri) {
        bound(new ArrayBlockingQueue<>(8), bench);
        bench.receiving(uri).start();
        bench.suspend("receiver");
        send(uri, "first");
        for (int i = 0; i < 7; i++) {
            assertThat(send(uri.replace("queue=#own", "") + "&timeout=1", ExchangePattern.InOut, "late")
                            .getException())
                    .isNotNull();
        }
        List<Object> sent = new ArrayList<>(List.of("first"));
        for (int i = 0; i < 7; i++) {
            assertThat(send(uri, i).getException()).isNull();
            sent.add(i);
        }
        assertThat(send(uri, "too many").getException()).isInstanceOf(QueueFullException.class);
        assertThat(bench.endpoint(uri).stats().discarded()).isEqualTo(7);
        bench.resume("receiver");
        bench.awaitReceived(8);
        if (uri.contains("concurrentConsumers=2")) { // which keep no order between them
            assertThat(bench.received).hasSameElementsAs(sent);
        } else {
            assertThat(bench.received).isEqualTo(sent);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"seda:a", "disruptor:a"})
    void s3_aSenderThatWaitsForRoomGetsThePlaceOfARequestThatTimedOut(String queue) {
        String uri = queue + "?size=1&blockWhenFull=true&timeout=50";
        bench.receiving(uri).start();
        bench.suspend("receiver");
        CompletableFuture<Object> request = bench.template.asyncRequestBody(uri, "late");
        assertThat(send(uri, "next").getException()).isNull();
        assertThat(request).failsWithin(Duration.ofSeconds(10));
    }

    // ---- queues of the user's own

    @ParameterizedTest
    @ValueSource(strings = {"seda:a?queue=#own", "seda:a?queue=#own&size=4"})
    void s3_whatTheOwnerOfAQueueTakesMakesRoom(String uri) {
        BlockingQueue<Exchange> own = uri.endsWith("4")
                ? new PriorityBlockingQueue<>(4, Comparator.comparing(Exchange::getExchangeId))
                : new LinkedBlockingQueue<>(4);
        bound(own, bench);
        bench.start();
        for (int round = 0; round < 3; round++) {
            for (int i = 0; i < 4; i++) {
                assertThat(send(uri, i).getException()).isNull();
            }
            assertThat(send(uri, "too many").getException()).isInstanceOf(QueueFullException.class);
            own.clear();
        }
    }

    @Test
    void s3_aSenderBesideTheOwnerOfAQueueSleepsAndGoesOn() {
        BlockingQueue<Exchange> own = new ArrayBlockingQueue<>(2);
        bound(own, bench);
        String uri = "seda:a?queue=#own&size=100&blockWhenFull=true";
        bench.start();
        send(uri, 1);
        send(uri, 2);
        AtomicReference<Thread> sender = new AtomicReference<>();
        FutureTask<Exchange> blocked = Bench.async(() -> {
            sender.set(Thread.currentThread());
            return send(uri, 3);
        });
        Bench.await(() -> sender.get() != null && sender.get().getState() == Thread.State.TIMED_WAITING);
        assertThat(own.poll()).isNotNull();
        assertThat(Bench.result(blocked).getException()).isNull();
        assertThat(own).hasSize(2);
    }

    /** Messages that wait without a thread poll, because the owner of the queue takes messages and wakes no sender. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void s3_aSuspendedSenderBesideTheOwnerOfAQueueGoesOn(boolean drained) {
        BlockingQueue<Exchange> own = new ArrayBlockingQueue<>(2);
        bound(own, bench);
        String uri = "seda:own?queue=#own&blockWhenFull=true";
        bench.route(r -> r.from("seda:a").delay(1).to(uri)).start();
        for (int i = 0; i < 3; i++) {
            bench.template.sendBody("seda:a", i);
        }
        Channel channel = Objects.requireNonNull(bench.endpoint(uri).queue().only());
        Bench.await(() -> channel.blockedSenders.waiting() == 1);
        assertThat(DeadlockDetector.of(bench.context).looking.get())
                .as("it waits without a thread")
                .isTrue();
        List<Exchange> taken = new ArrayList<>();
        if (drained) {
            own.drainTo(taken);
        } else {
            taken.add(own.poll());
        }
        Bench.await(() -> taken.size() + own.size() == 3);
        own.drainTo(taken);
        assertThat(taken).extracting(Exchange::getBody).containsExactlyInAnyOrder(0, 1, 2);
    }

    /** A pool may use a released copy for another sender, whose reply would be taken for this one. */
    @Test
    void x2_aDiscardedCopyIsForgottenBeforeItIsReleased() {
        SharedQueue queue = bench.endpoint("seda:a").queue();
        Exchange copy = bench.endpoint("seda:a").createExchange();
        queue.replies().add(copy, new Reply(bench.endpoint("seda:a").createExchange(), doneSync -> {}, null));
        AtomicBoolean forgotten = new AtomicBoolean();
        copy.getExchangeExtension().addOnCompletion(new SynchronizationAdapter() {
            @Override
            public void onFailure(Exchange ended) {
                forgotten.set(queue.replies().to(copy) == null);
            }
        });
        queue.discard(copy, bench.endpoint("seda:a").getExchangeFactory(), "of the test");
        assertThat(forgotten).isTrue();
    }

    @Test
    void s3_aContextThatStopsLeavesWhatAnotherHasSentToASharedQueue() {
        BlockingQueue<Exchange> own = new LinkedBlockingQueue<>(8);
        String uri = "seda:a?queue=#own";
        bound(own, bench);
        bench.start();
        try (Bench other = new Bench()) {
            bound(own, other);
            other.start();
            send(uri, "mine");
            other.template.sendBody(uri, "theirs");
            send(uri, "mine, too");

            bench.context.stop();
            assertThat(own).extracting(Exchange::getBody).containsExactly("theirs");
            assertThat(other.endpoint(uri).stats().size()).isEqualTo(1);
            other.receiving(uri);
            other.awaitReceived(1);
        }
    }

    /** The sender stays the owner of the message, so the queue must not keep it. */
    @ParameterizedTest
    @ValueSource(strings = {"", "&size=8"})
    void s3_whatAQueueAcceptsBeforeItThrowsIsNotProcessedAsWell(String size) {
        AtomicBoolean broken = new AtomicBoolean(true);
        String uri = "seda:a?queue=#own" + size;
        bound(
                new LinkedBlockingQueue<>() {
                    private static final long serialVersionUID = 1;

                    @Override
                    public boolean offer(Exchange exchange) {
                        boolean accepted = super.offer(exchange);
                        if (broken.get()) {
                            throw new IllegalStateException("broken on purpose");
                        }
                        return accepted;
                    }
                },
                bench);
        bench.receiving(uri).start();
        bench.suspend("receiver");
        assertThatThrownBy(() -> bench.template.sendBody(uri, "handed over")).hasRootCauseMessage("broken on purpose");
        assertThat(send(uri, "copied").getException()).hasMessage("broken on purpose");
        broken.set(false);
        bench.template.sendBody(uri, "next");
        bench.resume("receiver");
        bench.awaitReceived(1);
        assertThat(bench.received).containsExactly("next");
    }

    // ---- a suspended subscriber

    @ParameterizedTest
    @ValueSource(strings = {"", "&discardWhenFull=true", "&blockWhenFull=true"})
    void s3_aSuspendedSubscriberDelaysNoSender(String options) {
        String uri = "seda:news?multipleConsumers=true&size=4" + options;
        bench.route(r -> r.from(uri).routeId("asleep").process(exchange -> asleep.add(exchange.getBody())))
                .receiving(uri)
                .start();
        bench.suspend("asleep");
        for (int i = 0; i < 10; i++) {
            assertThat(send(uri, i).getException()).isNull();
            bench.awaitReceived(i + 1);
        }
        bench.resume("asleep");
        Bench.await(() -> asleep.size() == 4);
        assertThat(asleep).containsExactly(0, 1, 2, 3);
        assertThat(bench.endpoint(uri).stats().discarded()).isEqualTo(6);
    }

    @Test
    void s3_aSenderThatWaitsForASubscriberGoesOnWhenThatIsSuspended() {
        String uri = "seda:news?multipleConsumers=true&size=1&blockWhenFull=true";
        CountDownLatch release = new CountDownLatch(1);
        bench.route(r -> r.from(uri).routeId("slow").process(exchange -> Bench.await(release)))
                .receiving(uri)
                .start();
        FutureTask<Integer> sender = Bench.async(() -> {
            for (int i = 0; i < 4; i++) {
                assertThat(send(uri, i).getException()).isNull();
            }
            return 4;
        });
        bench.suspend("slow");
        assertThat(Bench.result(sender)).isEqualTo(4);
        bench.awaitReceived(4);
        release.countDown();
    }

    // ---- sizes

    @ParameterizedTest
    @ValueSource(strings = {"seda:a?size=2147483647", "seda:a?size=1000000000", "disruptor:a?size=1000000000"})
    void q3_aSizeThatMeansNoLimitIsRefusedByName(String uri) {
        assertThatThrownBy(() -> bench.endpoint(uri))
                .isInstanceOf(InvalidOptionException.class)
                .hasMessageContaining("size must be at most 16777216, not ")
                .hasMessageContaining("say how many messages may wait");
    }

    // ---- looking in

    @Test
    void browsingWhileCheckedPooledExchangesAreTakenShowsWhatIsThere() throws Exception {
        bench.context.getRoutingContextExtension().setProfile("dev");
        bench.context.getRoutingContextExtension().setExchangePool(64, true);
        bench.receiving("seda:a").start();
        FutureTask<Integer> sender = Bench.async(() -> {
            for (int i = 0; i < 3_000; i++) {
                bench.template.sendBody("seda:a?blockWhenFull=true", i);
            }
            return 1;
        });
        while (!sender.isDone()) {
            bench.endpoint("seda:a")
                    .getExchanges()
                    .forEach(each -> assertThat(each.getBody()).isNotNull());
        }
        Bench.result(sender);
    }
}
