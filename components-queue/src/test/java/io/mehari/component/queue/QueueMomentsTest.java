package io.mehari.component.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.AsyncCallback;
import io.mehari.AsyncProcessor;
import io.mehari.Exchange;
import io.mehari.ProducerTemplate;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.spi.Synchronization;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What happens if two threads meet at one moment. Queues and steps of the test hold a thread there. */
@Timeout(60)
class QueueMomentsTest {
    private final DefaultRoutingContext context = new DefaultRoutingContext();
    private final ProducerTemplate template = context.createProducerTemplate();
    private final CountDownLatch release = new CountDownLatch(1);

    @AfterEach
    void stop() {
        release.countDown();
        context.stop();
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(20, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Suspends messages that begin with s, holds the thread of "block", and notes what came. */
    private final class Steps implements AsyncProcessor {
        final BlockingQueue<Object> seen = new LinkedBlockingQueue<>();
        final BlockingQueue<AsyncCallback> suspended = new LinkedBlockingQueue<>();

        @Override
        public void process(Exchange exchange) {
            throw new AssertionError("the engine knows that this is asynchronous");
        }

        @Override
        public boolean process(Exchange exchange, AsyncCallback callback) {
            String body = exchange.getBody(String.class);
            if (body.startsWith("s")) {
                suspended.add(callback);
            }
            seen.add(body);
            if (body.startsWith("s")) {
                return false;
            }
            if (body.equals("block")) {
                await(release);
            }
            callback.done(true);
            return true;
        }

        Object next() throws InterruptedException {
            return Objects.requireNonNull(seen.poll(10, TimeUnit.SECONDS), "nothing came");
        }
    }

    /** Two messages are suspended, as many as may be, so both threads pause. One ends, and one thread is woken. */
    @Test
    void aThreadThatTakesAMessageAndBlocksWakesTheOtherThatPauses() throws Exception {
        Steps steps = new Steps();
        context.addRoutes(r -> r.from("seda:q?concurrentConsumers=2&size=1").process(steps));
        context.start();
        template.sendBody("seda:q", "s1");
        assertThat(steps.next()).isEqualTo("s1");
        template.sendBody("seda:q", "s2");
        assertThat(steps.next()).isEqualTo("s2");
        template.sendBody("seda:q", "block");
        Thread.sleep(300); // both threads pause
        steps.suspended.take().done(false);
        assertThat(steps.next()).isEqualTo("block");
        template.sendBody("seda:q", "next");
        assertThat(steps.next()).isEqualTo("next");
        steps.suspended.take().done(false);
    }

    /** A queue of the user's that holds a sender after it has added its message. */
    private static final class Holding extends LinkedBlockingQueue<Exchange> {
        private static final long serialVersionUID = 1;
        private final transient CountDownLatch added = new CountDownLatch(1);
        private final transient CountDownLatch goOn = new CountDownLatch(1);

        Holding() {
            super(10);
        }

        @Override
        public boolean offer(Exchange exchange) {
            boolean done = super.offer(exchange);
            added.countDown();
            QueueMomentsTest.await(goOn);
            return done;
        }
    }

    private CompletableFuture<@Nullable Exception> sendTo(Holding queue, QueueEndpoint endpoint) {
        CompletableFuture<@Nullable Exception> failure = new CompletableFuture<>();
        new Thread(() -> failure.complete(template.send(endpoint, exchange -> exchange.setBody("m"))
                        .getException()))
                .start();
        await(queue.added);
        return failure;
    }

    @Test
    void aSendDuringAPurgeOfAUsersQueueIsNotRefused() throws Exception {
        Holding queue = new Holding();
        context.getRegistry().bind("q", queue);
        context.start();
        QueueEndpoint endpoint = context.getEndpoint("seda:x?queue=#q", QueueEndpoint.class);
        CompletableFuture<@Nullable Exception> failure = sendTo(queue, endpoint);
        endpoint.purgeQueue();
        assertThat(queue).isEmpty();
        queue.goOn.countDown();
        assertThat(failure.get(20, TimeUnit.SECONDS)).isNull();
        assertThat(endpoint.stats().discarded()).isEqualTo(1);
        assertThat(endpoint.stats().enqueued()).isEqualTo(1);
    }

    /** It was offered before the intake was closed, and not accepted yet. */
    @Test
    void q12_aSendToAUsersQueueThatComesTooLateIsRefused() throws Exception {
        Holding queue = new Holding();
        context.getRegistry().bind("q", queue);
        context.start();
        QueueEndpoint endpoint = context.getEndpoint("seda:x?queue=#q", QueueEndpoint.class);
        CompletableFuture<@Nullable Exception> failure = sendTo(queue, endpoint);
        endpoint.closeIntake();
        queue.goOn.countDown();
        assertThat(failure.get(20, TimeUnit.SECONDS)).isInstanceOf(QueueClosedException.class);
        assertThat(queue).isEmpty();
    }

    @Test
    void aCopyForWhichThereIsNoRoomAfterAllIsReported() throws Exception {
        AtomicBoolean refuses = new AtomicBoolean();
        BlockingQueueFactory factory = capacity -> new LinkedBlockingQueue<>(capacity) {
            private static final long serialVersionUID = 1;

            @Override
            public boolean offer(Exchange exchange) {
                return !refuses.compareAndSet(true, false) && super.offer(exchange);
            }
        };
        context.getRegistry().bind("f", factory);
        context.addRoutes(r -> {
            r.from("seda:x?multipleConsumers=true&queueFactory=#f").process(exchange -> await(release));
            r.from("seda:x?multipleConsumers=true&queueFactory=#f").process(exchange -> await(release));
        });
        context.start();
        CompletableFuture<@Nullable Exception> ended = new CompletableFuture<>();
        refuses.set(true);
        template.send("seda:x?multipleConsumers=true&queueFactory=#f", exchange -> {
            exchange.setBody("m");
            exchange.getExchangeExtension().addOnCompletion(new Synchronization() {
                @Override
                public void onComplete(Exchange unexpected) {
                    ended.complete(null);
                }

                @Override
                public void onFailure(Exchange failed) {
                    ended.complete(failed.getException());
                }
            });
        });
        release.countDown();
        assertThat(ended.get(20, TimeUnit.SECONDS)).isInstanceOf(MessageDiscardedException.class);
    }
}
