package io.mehari.component.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.Endpoint;
import io.mehari.Exchange;
import io.mehari.ExchangePattern;
import io.mehari.ProducerTemplate;
import io.mehari.component.queue.ring.OneTakerRing;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.spi.ExchangeFactory;
import io.mehari.spi.PoolStatistics;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Laws U3 and X3: an exchange has one owner, who releases it once, whatever a user's queue throws. A second release
 * could free an exchange that the pool has given to another message.
 */
@Timeout(60)
class OwnershipTest {
    private final Bench bench = new Bench();

    @AfterEach
    void close() {
        bench.close();
    }

    /** A queue of the user's that fails as its test says. */
    private static class Unreliable extends LinkedBlockingQueue<Exchange> {
        private static final long serialVersionUID = 1L;

        final transient Set<Exchange> offered = Collections.newSetFromMap(new IdentityHashMap<>());
        int offers;
        boolean refuses;
        int removals = Integer.MAX_VALUE;

        @Override
        public synchronized boolean offer(Exchange exchange) {
            if (refuses) {
                throw new IllegalStateException("on purpose");
            }
            offers++;
            offered.add(exchange);
            return super.offer(exchange);
        }

        @Override
        public boolean remove(Object exchange) {
            if (removals-- <= 0) {
                throw new AssertionError("on purpose");
            }
            return super.remove(exchange);
        }
    }

    private void assertThatThePoolHasAll() {
        bench.context.stop();
        PoolStatistics pool = bench.context.getRoutingContextExtension().getExchangePoolStatistics();
        assertThat(pool.released()).isEqualTo(pool.acquired());
        assertThat(pool.refused()).as("second releases").isZero();
    }

    /** A queue of the user's for each consumer: the second one throws when the first one has its copy already. */
    @Test
    void x3_aCopyThatOneConsumerHasIsNotTakenBackWhenTheQueueOfAnotherThrows() {
        bench.context.getRoutingContextExtension().setExchangePool(16, false);
        List<Unreliable> made = new ArrayList<>();
        bench.context.getRegistry().bind("factory", (BlockingQueueFactory) capacity -> {
            Unreliable queue = new Unreliable();
            made.add(queue);
            return queue;
        });
        String uri = "seda:a?multipleConsumers=true&queueFactory=#factory";
        for (String id : List.of("one", "two")) {
            bench.route(r ->
                    r.from(uri).routeId(id).process(exchange -> bench.received.add(id + " " + exchange.getBody())));
        }
        bench.start();
        bench.suspend("one");
        bench.suspend("two");
        Bench.Ends ends = new Bench.Ends();
        Exchange message = bench.exchange("a");
        message.getExchangeExtension().addOnCompletion(ends);
        made.get(1).refuses = true;
        bench.template.send(uri, message);
        made.get(1).refuses = false;
        bench.template.sendBody(uri, "b");
        bench.resume("one");
        bench.resume("two");
        bench.awaitReceived(3);
        assertThat(bench.received).containsExactlyInAnyOrder("one a", "one b", "two b");
        Bench.await(() -> !ends.ends.isEmpty());
        assertThat(ends.ends).containsExactly("failure");
        assertThatThePoolHasAll();
    }

    @Test
    void x1_anExchangeGoesBackToThePoolItCameFromAlsoFromAQueueOfAnotherContext() throws Exception {
        bench.context.getRoutingContextExtension().setExchangePool(8, false);
        bench.receiving("seda:b?concurrentConsumers=2").start();
        try (DefaultRoutingContext other = new DefaultRoutingContext("other")) {
            other.getRoutingContextExtension().setExchangePool(8, false);
            Endpoint queue = bench.context.getEndpoint("seda:b?concurrentConsumers=2");
            other.addRoutes(r -> r.from("direct:in").to(queue));
            other.start();
            ProducerTemplate template = other.createProducerTemplate();
            for (int i = 0; i < 400; i++) {
                template.sendBody(i % 2 == 0 ? queue : other.getEndpoint("direct:in"), i);
            }
            bench.awaitReceived(400);
            bench.close();
            for (DefaultRoutingContext each : List.of(bench.context, other)) {
                PoolStatistics pool = each.getRoutingContextExtension().getExchangePoolStatistics();
                assertThat(pool.released()).as(each + ": " + pool).isEqualTo(pool.acquired());
                assertThat(pool.refused()).as(each + ": " + pool).isZero();
            }
        }
    }

    /** Otherwise a thread that looks for its own exchange in that queue may find another message in the same object. */
    @Test
    void x3_aUsersQueueNeverContainsAnExchangeThatIsUsedAgain() {
        bench.context.getRoutingContextExtension().setExchangePool(4, false);
        Unreliable mine = new Unreliable();
        bench.context.getRegistry().bind("mine", mine);
        bench.receiving("seda:a?queue=#mine")
                .route(r -> r.from("direct:in").to("seda:b"))
                .start();
        bench.route(r -> r.from("seda:b").to("seda:a"));
        for (int i = 0; i < 20; i++) {
            bench.template.sendBody("seda:a", i);
            bench.template.sendBody("direct:in", i);
            bench.awaitReceived(2 * i + 2);
        }
        assertThat(mine.offered).as("different objects").hasSize(mine.offers).hasSize(40);
        assertThatThePoolHasAll();
    }

    @Test
    void u3_whatAUsersQueueGaveBeforeItFailedIsEnded() {
        Unreliable mine = new Unreliable();
        bench.context.getRegistry().bind("mine", mine);
        bench.receiving("seda:a?queue=#mine").start();
        bench.suspend("receiver");
        List<Bench.Ends> all = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            Exchange message = bench.exchange(i);
            Bench.Ends ends = new Bench.Ends();
            all.add(ends);
            message.getExchangeExtension().addOnCompletion(ends);
            bench.template.send("seda:a", message);
        }
        try (CapturedLog log = new CapturedLog("io.mehari")) {
            mine.removals = 1;
            bench.endpoint("seda:a").purgeQueue();
            assertThat(log.messages()).anyMatch(each -> each.contains("A queue has failed"));
            assertThat(all.get(0).ends).containsExactly("failure");
            mine.removals = 2;
            bench.context.stop();
            assertThat(log.messages()).anyMatch(each -> each.contains("2 messages were left over"));
        }
        assertThat(all.get(1).ends).containsExactly("failure");
        assertThat(all.get(2).ends).containsExactly("failure");
        assertThat(all.get(3).ends).as("still in the user's queue").isEmpty();
        assertThat(mine).hasSize(1);
    }

    /** As if the heap were full: the exchange has been returned to its pool all the same. */
    @Test
    void x3_aReleaseThatThrowsIsNotRepeated() {
        List<Exchange> released = new ArrayList<>();
        AtomicBoolean broken = new AtomicBoolean(true);
        ExchangeFactory factory = new Recording(bench, released, broken);
        SharedQueue queue =
                new SharedQueue("seda:a", oneTaker -> new OneTakerRing<>(1), new LinkedHashMap<>(), any -> {});
        OutgoingMessage message =
                new OutgoingMessage(queue, factory, bench.exchange("a"), null, ExchangePattern.InOnly);
        try {
            message.discard("there is no consumer");
        } catch (OutOfMemoryError e) {
            message.takeBack(e); // as each sender does
        }
        assertThat(released).hasSize(1);
    }

    private static final class Recording extends ExchangeFactory {
        private final Bench bench;
        private final List<Exchange> released;
        private final AtomicBoolean broken;

        Recording(Bench bench, List<Exchange> released, AtomicBoolean broken) {
            this.bench = bench;
            this.released = released;
            this.broken = broken;
        }

        @Override
        public Exchange create(ExchangePattern pattern) {
            return bench.context.createExchange(pattern);
        }

        @Override
        public Exchange copy(Exchange exchange) {
            return exchange.copy();
        }

        @Override
        public Exchange copyAsNew(Exchange exchange, ExchangePattern pattern) {
            return exchange.copy();
        }

        @Override
        public void end(Exchange exchange) {}

        @Override
        public ExchangeFactory forEndpoint(Endpoint from) {
            return this;
        }

        @Override
        public ExchangeFactory withoutPool() {
            return this;
        }

        @Override
        public boolean release(Exchange exchange) {
            released.add(exchange);
            if (broken.getAndSet(false)) {
                throw new OutOfMemoryError("on purpose");
            }
            return true;
        }
    }

    /** The thread that ends the wait makes the exception, and the sender continues even if that fails. */
    @Test
    void s4_whyASenderIsGivenUpIsMadeByItsNewOwner() {
        Exchange caller = bench.exchange(ExchangePattern.InOut, "request");
        Reply reply = new Reply(caller, doneSync -> {}, null);
        assertThat(reply.giveUp(owned -> {
                    throw new AssertionError("no exception for " + owned.getBody());
                }))
                .isTrue();
        assertThat(caller.getException()).hasRootCauseMessage("no exception for request");
        assertThat(reply.giveUp(owned -> {
                    throw new AssertionError("not its owner");
                }))
                .isFalse();
    }
}
